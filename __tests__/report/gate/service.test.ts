// Gates against the project's own query service over HTTP. Expected numbers come from loops over the events.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../src/cli/main.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { addEvents, serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

const NOW = '2026-11-16T00:00:00Z';
const NOW_MS = Date.parse(NOW);
const DAY_MS = 86_400_000;
const WEEKS = 16;

interface TestEvent {
  readonly timestamp: string;
  readonly appID: string;
  readonly clientUser: string;
  readonly type: string;
  readonly isTestMode: boolean;
  readonly payload: Readonly<Record<string, string>>;
}

/**
 * 16 weeks of 1,000 users each; those on iOS 15 fall from 66 by 3 a week. Some crash, all launch; seven
 * systems in all.
 */
const EVENTS: readonly TestEvent[] = Array.from({ length: WEEKS }, (_, week) => {
  const startMs = NOW_MS - (WEEKS - week) * 7 * DAY_MS;
  const old = 66 - week * 3;
  return Array.from({ length: 1000 }, (__, user): TestEvent[] => {
    const system = user < old ? 'iOS 15' : user < 100 ? `iOS ${9 + (user % 3)}` : `iOS ${16 + (user % 3)}`;
    const common = {
      timestamp: new Date(startMs + user * 600_000).toISOString(),
      appID: 'app',
      clientUser: `u${user}`,
      isTestMode: false,
      // The plan is renamed in the last week.
      payload: { system, full: `${system}.${user % 2}`, plan: week < WEEKS - 1 ? 'pro' : 'plus' },
    };
    const crashes = user < 20 + week ? [{ ...common, type: 'crashed' }] : [];
    return [{ ...common, type: 'appLaunched' }, ...crashes];
  }).flat();
}).flat();

const topN = (
  threshold: number,
  dimension: unknown = { type: 'default', dimension: 'system', outputName: 'System' },
) => ({
  queryType: 'topN',
  granularity: 'all',
  aggregations: [{ type: 'userCount', name: 'Users' }],
  dimension,
  metric: { type: 'numeric', metric: 'Users' },
  threshold,
});
const MAJOR = {
  type: 'extraction',
  dimension: 'full',
  outputName: 'Major',
  extractionFn: { type: 'regex', expr: '^(iOS \\d+)' },
};
const LOOKUP = {
  type: 'extraction',
  dimension: 'system',
  outputName: 'Age',
  extractionFn: {
    type: 'lookup',
    lookup: { type: 'map', map: { 'iOS 15': 'old', 'iOS 9': 'old', 'iOS 18': 'new' } },
    retainMissingValue: true,
  },
};
/** Crashes for each of the users that an aggregation counts. */
const ratePerUser = (users: unknown) => ({
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [
    {
      type: 'filtered',
      name: 'Crashes',
      filter: { type: 'selector', dimension: 'type', value: 'crashed' },
      aggregator: { type: 'eventCount', name: 'Crashes' },
    },
    users,
  ],
  postAggregations: [
    {
      type: 'arithmetic',
      name: 'perUser',
      fn: '/',
      fields: [
        { type: 'fieldAccess', fieldName: 'Crashes' },
        { type: 'finalizingFieldAccess', fieldName: 'Users' },
      ],
    },
  ],
});
const QUERIES: Readonly<Record<string, unknown>> = {
  os: topN(50),
  cut: topN(2),
  major: topN(2, MAJOR),
  age: topN(1, LOOKUP),
  pairs: {
    queryType: 'groupBy',
    granularity: 'all',
    aggregations: [{ type: 'eventCount', name: 'n' }],
    dimensions: [
      { type: 'default', dimension: 'system', outputName: 'System' },
      { type: 'default', dimension: 'type', outputName: 'Type' },
    ],
    having: { type: 'greaterThan', aggregation: 'n', value: 100 },
  },
  stability: ratePerUser({ type: 'userCount', name: 'Users' }),
  renamed: ratePerUser({
    type: 'filtered',
    name: 'Users',
    filter: { type: 'selector', dimension: 'plan', value: 'pro' },
    aggregator: { type: 'userCount', name: 'Users' },
  }),
  nothing: { ...topN(50), filter: { type: 'selector', dimension: 'type', value: 'purchased' } },
};

const folder = emptyFolder();

const service = await serviceOfFile({ nowMs: NOW_MS });
const token = await addOrganization(service, 'com.example.app');
await addEvents(service, 'com.example.app', EVENTS);
for (const [name, query] of Object.entries(QUERIES))
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(query));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  command: string,
  thresholds: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = { INSIGHT_REPORT_API_TOKEN: token },
  interval = 'last week',
): Promise<Ran> {
  let [out, err] = ['', ''];
  const queries = Object.keys(QUERIES).map((name) => {
    const metric = name === 'stability' || name === 'renamed' ? ', metric: perUser' : '';
    return `${name}: { file: ${join(folder, `${name}.json`)}${metric} }`;
  });
  const args = [
    command,
    '--api-url',
    service.url,
    '--queries',
    queries.join('\n'),
    '--now',
    NOW,
    '--interval',
    interval,
  ];
  const code = await main([...args, '--thresholds', thresholds, ...flags], {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env,
    columns: null,
  });
  return { code, out, err };
}

/** Users of a system in the week that ends so many weeks ago. */
function usersOf(system: string, weeksAgo = 0): number {
  const endMs = NOW_MS - weeksAgo * 7 * DAY_MS;
  const events = EVENTS.filter(({ timestamp, payload }) => {
    const ms = Date.parse(timestamp);
    return ms >= endMs - 7 * DAY_MS && ms < endMs && payload['system'] === system;
  });
  return new Set(events.map(({ clientUser }) => clientUser)).size;
}

describe('a gate', () => {
  const cases: readonly (readonly [threshold: string, code: number, says: () => string | RegExp])[] = [
    [
      'os: share("iOS 15") < 3%',
      0,
      () =>
        `Share of iOS 15: passed, ${usersOf('iOS 15') / 10}% (${usersOf('iOS 15')} of 1,000 users), limit: below 3%`,
    ],
    [
      'cut: change("iOS 15") < -10%',
      0,
      () =>
        'Change of iOS 15: passed, −12.5% (21 of 1,000 users), limit: below −10%; the period ended an hour ago, events may still arrive',
    ],
    [
      'cut: share("iOS 14") < 3%',
      0,
      () => /^Share of iOS 14: warned, 0% \(0 of 1,000 users\), limit: below 3%; there is no row "iOS 14"/,
    ],
    [
      'cut: count() < 5',
      3,
      () => 'Rows of cut: inconclusive, limit: below 5; the table is cut off at 2 rows',
    ],
    [
      'age: value("old") > 0',
      0,
      () => `old: Users: passed, ${usersOf('iOS 15') + usersOf('iOS 9')} of 1,000 users, limit: above 0`,
    ],
    ['pairs: value("iOS 15 / crashed") == 21', 0, () => /^iOS 15 \/ crashed: n: passed, 21 of/],
    // 35 crashes of 1,000 users, 34 the week before.
    [
      'stability: totalChange() <= 20%',
      0,
      () =>
        'Change of stability: passed, +2.94% (35 of 1,000 users), limit: at most +20%; the period ended an hour ago, events may still arrive',
    ],
    ['stability: total() < 3%', 1, () => 'stability: failed, 3.5% (35 of 1,000 users), limit: below 3%'],
    // 35 crashes and nobody to divide them by: neither 0 nor a fall of 100 %.
    ['renamed: total() < 1%', 3, () => /^renamed: inconclusive, limit: below 1%; /],
  ];
  test.each(cases)('the gate %s ends with exit code %d', async (threshold, code, says) => {
    const ran = await run(
      'gate',
      `'${threshold.split(': ')[0] ?? ''}': '${threshold.slice(threshold.indexOf(': ') + 2)}'`,
    );
    const expected = says();
    if (typeof expected === 'string') expect(ran.out.trim()).toBe(expected);
    else expect(ran.out.trim()).toMatch(expected);
    expect(ran.code).toBe(code);
  });

  test('each of several gates has a line, and failed beats inconclusive', async () => {
    const ran = await run('gate', '- os: share("iOS 15") < 2%\n- nothing: total() < 5\n- os: total() > 5');
    expect(ran.code).toBe(1);
    expect(
      ran.out
        .trim()
        .split('\n')
        .map((line) => /: (passed|failed|inconclusive)/.exec(line)?.[1]),
    ).toEqual(['failed', 'inconclusive', 'passed']);
    expect((await run('gate', '- nothing: total() < 5\n- os: total() > 5')).code).toBe(3);
    expect((await run('gate', '- nothing: total() < 5', ['--on-inconclusive', 'warn'])).code).toBe(0);
  });

  test('a gate that is not valid is a usage error before any request', async () => {
    const ran = await run('gate', '- os: shar("iOS 15") < 2%', ['--api-url', 'http://127.0.0.1:1']).catch(
      String,
    );
    expect(ran).toMatchObject({ code: 2 });
    expect(await run('gate', '')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no threshold'),
    });
    expect(await run('gate', 'os: total() > 1', ['--backtest', '0'])).toMatchObject({ code: 2 });
  });
});

describe('before a gate is switched on', () => {
  test('a backtest says when the gate would have failed, and where its value is heading', async () => {
    const { out, code } = await run('gate', 'os: share("iOS 15") < 3%', ['--backtest', '12']);
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    const earlier = Array.from({ length: 12 }, (_, index) => usersOf('iOS 15', 12 - index));
    expect(
      lines
        .filter((line) => /^ {2}\w{3} \d/.test(line))
        .map((line) => /\((\d+) of 1,000 users\)/.exec(line)?.[1]),
    ).toEqual([...earlier, usersOf('iOS 15')].map(String));
    const failing = earlier.filter((count) => count >= 30).length;
    expect(out).toContain(
      `Of 12 earlier periods it would have failed in ${failing}; 0 inconclusive, 0 warned, ${12 - failing} passed.`,
    );
    expect(out).toMatch(/^ {2}It falls\.$/m);
  });

  test('a backtest of several insights judges all of them over the earlier periods', async () => {
    const { out, code } = await run('gate', '- cut.value("iOS 15") / os.total() < 3%', ['--backtest', '3']);
    expect(code).toBe(0);
    const weeks = [3, 2, 1, 0].map((weeksAgo) => usersOf('iOS 15', weeksAgo));
    expect(
      [...out.matchAll(/\(cut: (\d+) users, os: 1,000 users\)/g)].map(([, count]) => Number(count)).slice(1),
    ).toEqual(weeks);
    expect(out).toContain(`cut.value("iOS 15") / os.total() < 3%: passed, ${(weeks[3] ?? 0) / 10}% (cut: `);
  });

  test('an explanation of several insights shows the queries of each', async () => {
    const gate = '- stability.total("Crashes") / os.total() < 3% && cut.rows.all(r, r.share < 50%)';
    const { out } = await run('gate', gate, ['--explain'], {});
    const lines = out.split('\n').map((line) => line.slice(17).trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'total of the table of stability, by its output "Crashes"',
        'total of the table of os, by its metric',
        "every row's share of cut",
        expect.stringMatching(/^stability: the query of .*stability\.json, over last week/),
        expect.stringMatching(/^cut: the query of .*cut\.json, over last week/),
      ]),
    );
    expect(lines.filter((line) => line.includes('.json, over')).length).toBe(3);
  });

  test('a backtest goes back by the calendar months of the interval, and judges none before the first event', async () => {
    const { out } = await run('gate', 'os: total() >= 1', ['--backtest', '4'], undefined, 'last month');
    // The first of the 16 weeks begins on July 27.
    expect(out.match(/^ {2}\w{3} \d.*?(?:passed|failed|inconclusive)/gm)).toEqual([
      expect.stringMatching(/^ {2}Jun 1 – Jul 31, 2026 +inconclusive/),
      expect.stringMatching(/^ {2}Aug 1 – 31, 2026 +passed/),
      expect.stringMatching(/^ {2}Sep 1 – 30, 2026 +passed/),
      expect.stringMatching(/^ {2}Oct 1 – 31, 2026 +passed/),
    ]);
    // What cannot be judged for one reason is in one line.
    expect(out).toMatch(/inconclusive +– +there are events only since 2026-07-27, 2 periods\n/);
    expect(out).toContain(
      'Of 4 earlier periods it would have failed in 0; 2 inconclusive, 0 warned, 2 passed.',
    );
  });

  test('an explanation says what its warning requires, and mentions named rows only if there are any', async () => {
    const gate = '- { insight: os, assert: total() > 5, warn: share(oneOf("iOS 15")) < 2% }';
    const { out } = await run('gate', gate, ['--explain'], {});
    expect(out).toContain('share of the set oneOf("iOS 15"), counted once, by its metric');
    expect(out).toContain('the set oneOf("iOS 15"), in which a user counts once');
    expect(out).not.toMatch(/named row|misspelt/);
    const { out: ofRow } = await run('gate', 'os: value("iOS 15") > 5', ['--explain'], {});
    expect(ofRow).toMatch(/misspelt[^]*named row/);
  });
});
