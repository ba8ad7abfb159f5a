// What each SDK sends, byte for byte as far as its published code says, posted to the service.
import * as v from 'valibot';
import { startService, type RunningService } from '../../../src/service/start.ts';
import { postJson } from '../../support/service/post.ts';
import { rowsOf } from '../../support/service/store.ts';

const NAMESPACE = 'com.example.app';
const NOW_MS = Date.parse('2026-10-05T12:00:00Z');
const UPPER = 'B97579B6-FFB8-4AC5-AAA7-DA5796CC5DCE';
const LOWER = UPPER.toLowerCase();
const PATH = `/v2/namespace/${NAMESPACE}/`;
const USER = 'a'.repeat(64);
let service: RunningService;

beforeEach(async () => {
  service = await startService({ dbPath: ':memory:', nowMs: NOW_MS, ingest: [NAMESPACE] });
  await service.store.organizations.create(NAMESPACE, 'paid');
});
afterEach(() => service.close(0));

const post = (body: string, path = PATH, headers: Record<string, string> = {}) =>
  postJson(service.url + path, body, headers);
const stored = async (columns = '*') =>
  (await rowsOf(service.store, `SELECT ${columns} FROM events_1 ORDER BY type`)).map((row) =>
    v.parse(ROW, row),
  );
const ROW = v.record(v.string(), v.unknown());

const at = (time: string) => `"receivedAt":"${time}"`;
const who = `"clientUser":"${USER}","sessionID":"S1","type":"appLaunched"`;
const NAME = '"TelemetryDeck.Device.modelName"';

describe('the events of an SDK are stored with one appID, whatever its case', () => {
  test.each([
    [
      'Swift 2',
      `[{"appID":"${UPPER}",${at('2026-10-05T08:12:33+0000')},"isTestMode":"false",${who},"payload":{${NAME}:"x","modelName":"x"}}]`,
    ],
    [
      'Swift 3',
      `[{"appID":"${UPPER}",${at('2026-10-05T08:12:33+0000')},"isTestMode":"false",${who},"payload":{${NAME}:"x","isDebug":true,"n":1.5}}]`,
    ],
    [
      'Kotlin, and Flutter on Android',
      `[{"appID":"${LOWER}",${at('2026-10-05T08:12:33.123Z')},"isTestMode":"false",${who},"payload":["TelemetryDeck.Device.modelName:x","url:https://example.com"]}]`,
    ],
    ['Python', `[{"appID":"${UPPER}",${who},"isTestMode":"false","payload":{${NAME}:"x"}}]`],
    [
      'Rust',
      `[{"appID":"${UPPER}",${who},"isTestMode":"false","payload":["TelemetryDeck.Device.modelName:x"],"telemetryClientVersion":"1.0"}]`,
    ],
  ])('the events of %s are stored with one appID, whatever its case', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 200, body: { accepted: 1 } });
    const columns =
      'appID, clientUser, type, sessionID, isTestMode, "TelemetryDeck.Device.modelName" AS model';
    expect(await stored(columns)).toEqual([
      {
        appID: UPPER,
        clientUser: USER,
        type: 'appLaunched',
        sessionID: 'S1',
        isTestMode: 'false',
        model: 'x',
      },
    ]);
  });
});

test('ingest keeps a value of Kotlin’s list whole if it has colons', async () => {
  await post(`[{"appID":"${LOWER}",${who},"payload":["url:https://example.com"]}]`);
  expect(await stored('url')).toEqual([{ url: 'https://example.com' }]);
});

test('ingest keeps nested payload values as JSON text', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const answer = await post(
    `[{"appID":"a","type":"t","payload":{"deep":{"a":[1,null]}}},{"appID":"a","type":"t","payload":{"d":${deep}}}]`,
  );
  expect(answer).toMatchObject({ status: 200 });
  expect(await stored('deep')).toContainEqual({ deep: '{"a":[1,null]}' });
});

test('ingest cuts a long value, so that no post makes usual queries of others too much work', async () => {
  const [long, wide] = ['a'.repeat(25_000), '€'.repeat(10_000)];
  const answer = await post(
    `[{"appID":"a","type":"t","payload":{"long":"${long}","wide":"${wide}","short":"x"}}]`,
  );
  expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
  expect(await stored('long, short')).toEqual([{ long: `${'a'.repeat(4095)}…`, short: 'x' }]);
  const { token } = await service.store.tokens.create(NAMESPACE, null);
  const ask = (body: object) =>
    postJson(`${service.url}/api/v4/query/tql`, JSON.stringify(body), { authorization: `Bearer ${token}` });
  const query = {
    queryType: 'timeseries',
    granularity: 'all',
    intervals: ['2026-10-01/2026-11-01'],
    aggregations: [{ type: 'eventCount', name: 'events' }],
  };
  const uuid = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
  const filter = { type: 'regex', dimension: 'long', pattern: uuid };
  expect((await ask({ ...query, filter })).status).toBe(200);
  const virtualColumns = [
    {
      type: 'expression',
      name: 'c',
      expression: "replace(concat(wide, '!'), '!', '')",
      outputType: 'STRING',
    },
  ];
  const selected = { type: 'selector', dimension: 'c', value: 'x' };
  expect((await ask({ ...query, virtualColumns, filter: selected })).status).toBe(200);
});

test('ingest stores the good events of a batch, says which are bad, and counts all of them', async () => {
  const old = '{"appID":"a","type":"t","receivedAt":"1999-12-31T23:59:59Z"}';
  const answer = await post(`[{"appID":"a","type":"t"},{"appID":"a"},${old},{"appID":"a","type":"t"},3]`);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      accepted: 2,
      dropped: 1,
      refused: [
        { index: 1, reason: 'type is missing' },
        { index: 4, reason: 'not a JSON object' },
      ],
    },
  });
  expect((await post(`[{"appID":"a"},${old}]`)).status).toBe(400);
  expect(await stored('type')).toEqual([{ type: 't' }, { type: 't' }]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const counted = [...metrics.matchAll(/^insight_report_events_total\{outcome="(\w+)"\} (\d+)$/gm)];
  expect(Object.fromEntries(counted.map(([, outcome, count]) => [outcome, count]))).toEqual({
    taken: '2',
    repeated: '0',
    dropped: '2',
    refused: '3',
  });
});

describe('a page of the web SDK', () => {
  const VIEW = `{"appID":"${UPPER}","url":"https://example.com/a","referrer":"","locale":"de","isTestMode":"true","telemetryClientVersion":"WebSDK 1"}`;
  const browser = (agent: string, address = '203.0.113.7') => ({
    'user-agent': agent,
    'x-forwarded-for': address,
  });

  test('a page of the web SDK becomes a page view of a user whose address and agent are nowhere', async () => {
    for (const agent of ['Firefox/1', 'Firefox/1', 'Chrome/1'])
      expect((await post(VIEW, '/v2/w/', browser(agent))).status).toBe(200);
    await post(VIEW, '/v2/w/', browser('Firefox/1', '203.0.113.8'));
    const events = (await stored()) as readonly Readonly<Record<string, unknown>>[];
    expect(events[0]).toMatchObject({
      type: 'pageview',
      appID: UPPER,
      isTestMode: 'true',
      url: 'https://example.com/a',
      locale: 'de',
      clientUser: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(new Set(events.map((event) => event['clientUser'])).size).toBe(3);
    expect(JSON.stringify(events, (_, value: unknown) => String(value))).not.toContain('203.0.113');
    expect(JSON.stringify(events.map((event) => Object.values(event).map(String)))).not.toMatch(
      /203\.0\.113|Firefox/,
    );
  });

  test('a page of the web SDK has the type and the native values that it says, also from a beacon', async () => {
    const body = `{"appID":"a","type":"TelemetryDeck.Web.pageLeave","seconds":12.5,"isBot":false}`;
    const answer = await post(body, `/v2/w?namespace=${NAMESPACE}`, {
      'content-type': 'text/plain;charset=UTF-8',
    });
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(await stored('type, seconds, "isBot"')).toEqual([
      { type: 'TelemetryDeck.Web.pageLeave', seconds: '12.5', isBot: 'false' },
    ]);
  });

  test.each([
    ['an object', '{"plan":"pro"}'],
    ['a list of "key:value"', '["plan:pro"]'],
  ])('a page of the web SDK keeps its own keys beside a payload that is %s', async (_, payload) => {
    const body = `{"appID":"a","url":"https://example.com/a","telemetryClientVersion":"WebSDK 3","payload":${payload}}`;
    expect(await post(body, '/v2/w/')).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(await stored('url, plan, "telemetryClientVersion" AS client')).toEqual([
      { url: 'https://example.com/a', plan: 'pro', client: 'WebSDK 3' },
    ]);
  });

  test.each(['[]', `[${VIEW}]`, '"pageview"', 'null'])(
    'a page of the web SDK is refused if it is not one object: %s',
    async (body) => {
      const detail = 'This path takes one event, a JSON object; batches go to /v2/namespace/NAMESPACE/.';
      expect(await post(body, '/v2/w/')).toMatchObject({ status: 400, body: { detail } });
      expect(await stored()).toEqual([]);
    },
  );

  test('a page of the web SDK is refused for a namespace whose events are not taken', async () => {
    expect((await post(VIEW, '/v2/w?namespace=com.example.other')).status).toBe(404);
  });
});

test('ingest needs a namespace from a page if it takes several, and a key in the query if it needs keys', async () => {
  const other = await startService({
    dbPath: ':memory:',
    ingest: [NAMESPACE, 'b'],
    guard: { needsKey: true },
  });
  try {
    for (const name of [NAMESPACE, 'b']) await other.store.organizations.create(name, 'paid');
    const { key } = await other.store.writeKeys.create('b');
    const page = async (query: string) =>
      (await postJson(`${other.url}/v2/w/${query}`, '{"appID":"a"}', {})).status;
    expect(await page(`?key=${key}`)).toBe(400);
    expect(await page('?namespace=b')).toBe(401);
    expect(await page(`?namespace=b&key=${key}`)).toBe(200);
    expect(await page(`?namespace=${NAMESPACE}&key=${key}`)).toBe(403);
  } finally {
    await other.close(0);
  }
});
