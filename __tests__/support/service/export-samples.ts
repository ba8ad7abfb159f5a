const PEOPLE = 40;
export const EVENTS = 400;
const numbers = Array.from({ length: EVENTS }, (_, n) => n);
const userOf = (n: number) => `user-${(n * 7) % PEOPLE}`;
export const secondOf = (n: number) => 1_790_000_000 + n * 997;
const isoOf = (n: number) => new Date(secondOf(n) * 1000).toISOString();
/** As databases write it: without a zone. */
const clockOf = (n: number) => isoOf(n).replace('T', ' ').replace('Z', '');
const systemOf = (n: number) =>
  n % 3 === 0 ? { name: 'iOS', version: `17.${n % 5}` } : { name: 'Android', version: `${13 + (n % 2)}` };
const nameOf = (n: number) => ['opened', 'saved', 'shared'][n % 3] ?? '';
const versionOf = (n: number) => `2.${n % 4}`;
const quote = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
export const csv = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((row) => row.map(quote).join(',')).join('\n');
export const ndjson = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** A question to the events, and the same to the raw file. */
type Question = readonly [name: string, ours: string, theirs: string];

interface Sample {
  readonly file: string;
  readonly text: string;
  readonly questions: readonly Question[];
}

const VERSION = '"TelemetryDeck.AppInfo.version"';
const SYSTEM = '"TelemetryDeck.Device.systemVersion"';
const MAJOR = '"TelemetryDeck.Device.systemMajorVersion"';

/** A small export of each tool, in the form that its documentation gives. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  aptabase: {
    file: 'aptabase.csv',
    text: csv(
      numbers.map((n) => ({
        timestamp: clockOf(n),
        user_id: userOf(n),
        session_id: `s${n % 90}`,
        event_name: nameOf(n),
        string_props: JSON.stringify({ plan: n % 2 === 0 ? 'pro' : 'free' }),
        numeric_props: JSON.stringify({ level: n % 6 }),
        os_name: systemOf(n).name,
        os_version: systemOf(n).version,
        locale: 'de-DE',
        app_version: versionOf(n),
        app_build_number: '7',
        engine_name: 'Swift',
        engine_version: '6',
        country_code: 'DE',
        region_name: 'Berlin',
      })),
    ),
    questions: [
      ['users', 'count(DISTINCT "clientUser") FROM e', 'count(DISTINCT user_id) FROM r'],
      [
        'plan',
        'plan, count(*) FROM e GROUP BY 1 ORDER BY 1',
        `string_props->>'plan', count(*) FROM r GROUP BY 1 ORDER BY 1`,
      ],
      ['level', `sum(level::INT)::INT FROM e`, `sum((numeric_props->>'level')::INT)::INT FROM r`],
      [
        'system',
        `${SYSTEM}, count(*) FROM e GROUP BY 1 ORDER BY 1`,
        `os_name || ' ' || os_version, count(*) FROM r GROUP BY 1 ORDER BY 1`,
      ],
    ],
  },
  posthog: {
    file: 'posthog.jsonl',
    text: ndjson(
      numbers.map((n) => ({
        uuid: `id-${n}`,
        event: n % 3 === 0 ? '$pageview' : nameOf(n),
        distinct_id: userOf(n),
        person_id: `p-${userOf(n)}`,
        properties: {
          $os: systemOf(n).name,
          $os_version: systemOf(n).version,
          $app_version: versionOf(n),
          $session_id: `s${n % 90}`,
          $lib: 'posthog-ios',
          plan: 'a"b',
        },
        timestamp: isoOf(n),
      })),
    ),
    questions: [
      ['users', 'count(DISTINCT "clientUser") FROM e', 'count(DISTINCT person_id) FROM r'],
      ['page views', `count(*) FROM e WHERE type = 'pageview'`, `count(*) FROM r WHERE event = '$pageview'`],
      [
        'versions',
        `${VERSION}, count(*) FROM e GROUP BY 1 ORDER BY 1`,
        `properties."$app_version", count(*) FROM r GROUP BY 1 ORDER BY 1`,
      ],
      ['sessions', 'count(DISTINCT "sessionID") FROM e', 'count(DISTINCT properties."$session_id") FROM r'],
    ],
  },
  mixpanel: {
    file: 'mixpanel.jsonl',
    text: ndjson(
      [...numbers, 3, 4].map((n) => ({
        event: nameOf(n),
        properties: {
          time: secondOf(n),
          distinct_id: userOf(n),
          $insert_id: `id-${n}`,
          $os: systemOf(n).name,
          $os_version: systemOf(n).version,
          $app_version_string: versionOf(n),
          price: n / 4,
        },
      })),
    ),
    questions: [
      ['events once', 'count(*) FROM e', 'count(DISTINCT properties."$insert_id") FROM r'],
      [
        'days',
        `(__time // 86400000)::INT, count(*) FROM e GROUP BY 1 ORDER BY 1`,
        `(properties.time // 86400)::INT, count(DISTINCT properties."$insert_id") FROM r GROUP BY 1 ORDER BY 1`,
      ],
      [
        'versions',
        `${VERSION}, count(DISTINCT "clientUser") FROM e GROUP BY 1 ORDER BY 1`,
        `properties."$app_version_string", count(DISTINCT properties.distinct_id) FROM r GROUP BY 1 ORDER BY 1`,
      ],
    ],
  },
  amplitude: {
    file: 'amplitude.jsonl',
    text: ndjson(
      numbers.map((n) => ({
        event_type: nameOf(n),
        user_id: n % 2 === 0 ? userOf(n) : null,
        device_id: `d-${userOf(n)}`,
        event_time: clockOf(n),
        event_properties: { plan: 'pro', list: [1, 2] },
        user_properties: { level: n % 6 },
        os_name: systemOf(n).name.toLowerCase(),
        os_version: systemOf(n).version,
        version_name: versionOf(n),
        uuid: `id-${n}`,
        session_id: n % 5 === 0 ? -1 : secondOf(n % 90) * 1000,
      })),
    ),
    questions: [
      ['users', 'count(DISTINCT "clientUser") FROM e', 'count(DISTINCT coalesce(user_id, device_id)) FROM r'],
      [
        'sessions',
        'count(DISTINCT "sessionID") FROM e',
        `count(DISTINCT (device_id, session_id)) FROM r WHERE session_id <> -1`,
      ],
      [
        'systems',
        `${MAJOR}, count(*) FROM e GROUP BY 1 ORDER BY 2, 1`,
        `CASE os_name WHEN 'ios' THEN 'iOS ' ELSE 'Android ' END || split_part(os_version, '.', 1), count(*) FROM r GROUP BY 1 ORDER BY 2, 1`,
      ],
    ],
  },
  ga4: {
    file: 'ga4.jsonl',
    text: ndjson(
      numbers.map((n) => ({
        event_timestamp: String(secondOf(n) * 1_000_000),
        event_name: nameOf(n),
        user_pseudo_id: userOf(n),
        platform: 'IOS',
        device: {
          operating_system: systemOf(n).name,
          operating_system_version: `${systemOf(n).name} ${systemOf(n).version}`,
        },
        geo: { country: 'Germany' },
        app_info: { id: 'com.example.app', version: versionOf(n) },
        event_params: [
          { key: 'ga_session_id', value: { int_value: String(n % 90) } },
          { key: 'plan', value: { string_value: n % 2 === 0 ? 'pro' : 'free' } },
          ...(n % 10 === 0 ? [{ key: 'debug_mode', value: { int_value: '1' } }] : []),
          ...(n % 4 === 0 ? [{ key: 'score', value: { double_value: n / 8 } }] : []),
        ],
      })),
    ),
    questions: [
      [
        'test events',
        `count(*) FROM e WHERE "isTestMode" = 'true'`,
        `count(*) FROM r WHERE len(list_filter(event_params, lambda p: p.key = 'debug_mode')) > 0`,
      ],
      [
        'score',
        'sum(score::DOUBLE) FROM e',
        `sum(list_filter(event_params, lambda p: p.key = 'score')[1].value.double_value) FROM r`,
      ],
      [
        'versions',
        `${VERSION}, count(DISTINCT "clientUser") FROM e GROUP BY 1 ORDER BY 1`,
        'app_info.version, count(DISTINCT user_pseudo_id) FROM r GROUP BY 1 ORDER BY 1',
      ],
      [
        'systems',
        `${SYSTEM}, count(*) FROM e GROUP BY 1 ORDER BY 1`,
        'device.operating_system_version, count(*) FROM r GROUP BY 1 ORDER BY 1',
      ],
    ],
  },
  umami: {
    file: 'umami.csv',
    text: csv(
      numbers.map((n) => ({
        website_id: 'b97579b6-ffb8-4ac5-aaa7-da5796cc5dce',
        session_id: userOf(n),
        visit_id: `v${n % 90}`,
        event_id: `id-${n}`,
        created_at: clockOf(n),
        url_path: `/page/${n % 8}`,
        event_type: n % 3 === 0 ? 1 : 2,
        event_name: n % 3 === 0 ? '' : nameOf(n),
        browser: 'firefox',
        os: 'Mac OS',
        device: 'desktop',
        country: 'DE',
      })),
    ),
    questions: [
      ['page views', `count(*) FROM e WHERE type = 'pageview'`, `count(*) FROM r WHERE event_type = '1'`],
      [
        'pages',
        'url_path, count(DISTINCT "clientUser") FROM e GROUP BY 1 ORDER BY 1',
        'url_path, count(DISTINCT session_id) FROM r GROUP BY 1 ORDER BY 1',
      ],
    ],
  },
};
