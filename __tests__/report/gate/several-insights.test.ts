// Assertions about several insights: outcomes and messages, computed by hand, and what is said about names
// before any request.
import { said } from '../../support/said.ts';
import type { InsightResult, ReportedInsight, Verdict } from '../../../src/report/results/results.ts';
import { ID, OTHER_ID, problemsOf } from '../../support/inputs/read-inputs.ts';
import { answering, judgeWith, threshold, users, type WrittenThreshold } from './fixtures.ts';

/** A count of events over the whole period. */
function crashesOf(total: number, more: Partial<ReportedInsight> = {}): ReportedInsight {
  const [row] = users([['2026-10-21T00:00:00.000Z', total]]).rows;
  return users([], {
    name: 'crashes',
    total,
    metric: 'Events',
    unit: 'events',
    outputs: ['Events'],
    dimensions: [],
    queryType: 'timeseries',
    rows: row === undefined ? [] : [{ ...row, values: { Events: total } }],
    query: {
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'eventCount', name: 'Events' }],
    },
    ...more,
  });
}

const CRASHES = crashesOf(12);
const PLANS = users(
  [
    ['free', 2000, 1800],
    ['paid', 1500, 1500],
  ],
  { name: 'users', total: 3000 },
);
const OS = users([
  ['iOS 26', 900],
  ['iOS 15', 12],
]);
const FAILED: InsightResult = {
  name: 'users',
  id: null,
  title: 'Users',
  status: 'error',
  error: { kind: 'timeout', status: null, message: 'timed out' },
};

async function judgeOne(
  assert: string,
  policies: Partial<WrittenThreshold> = {},
  insights: readonly InsightResult[] = [CRASHES, PLANS, OS],
): Promise<Verdict> {
  const [verdict] = await judgeWith(
    [threshold(assert, { insight: null, ...policies })],
    insights,
    answering({}).run,
  );
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}

const ALL_ZERO =
  'passed, 0% (crashes: 0 events, users: 3,000 users); nothing was counted in "crashes": are its events still sent?';
const RATE = 'crashes.total() / users.total() < 1%';
const ZERO = [crashesOf(0), PLANS];

test.each<
  [
    assert: string,
    policies: Partial<WrittenThreshold>,
    insights: readonly InsightResult[] | null,
    says: string,
  ]
>([
  [RATE, {}, null, 'passed, 0.4% (crashes: 12 events, users: 3,000 users)'],
  [
    'insight("crashes").total() / users.total() >= 1%',
    {},
    null,
    'failed, 0.4% (crashes: 12 events, users: 3,000 users)',
  ],
  [
    'crashes.total() / total() < 1%',
    { insight: 'users', minSample: 500 },
    null,
    'passed, 0.4% (crashes: 12 events, users: 3,000 users)',
  ],
  ['crashes.total() < 1% * users.total()', {}, null, 'passed, 12 events'],
  ['os.share("iOS 15") < 2%', {}, null, 'passed, 1.32% (12 of 912 users)'],
  [
    'os.rows.all(r, r.share < 50%) && users.total() > 5',
    {},
    null,
    'failed, it does not hold for "iOS 26" of "os"',
  ],
  ['users.rows.exists(r, os.value("iOS 26") > r.value) || os.total() < 1000', {}, null, 'passed, 912 users'],
  // The smallest sample, unless an own insight says whose counts.
  [RATE, { minSample: 500 }, null, 'inconclusive, 12 events of "crashes", fewer than the 500 of min-sample'],
  // No crashes are a rate of 0; no crashes and nothing beside them are no data.
  [RATE, {}, ZERO, ALL_ZERO],
  [RATE, {}, [crashesOf(0, { rows: [] }), PLANS], ALL_ZERO],
  [
    'crashes.total() < 5 && users.total() > 5',
    {},
    ZERO,
    'inconclusive, the answer of "crashes" is empty: nothing was counted in the period (min-sample: 0 says that this is to be expected)',
  ],
  ['crashes.total() < 5 && users.total() > 5', { minSample: 0 }, ZERO, 'passed, 0 events'],
  [RATE, {}, [CRASHES, users([], { name: 'users' })], 'inconclusive, it divides by zero'],
  [
    'os.share("iOS 15") < 5%',
    { confidence: 0.95 },
    null,
    'passed, 1.32% (12 of 912 users); 0.75% to 2.29% at 95% confidence',
  ],
  ['os.rows[0].share > 90%', { insight: 'users' }, null, 'passed, 98.68% (900 of 912 users)'],
  [
    RATE,
    {},
    [CRASHES, FAILED],
    'inconclusive, the insight "users" could not be queried (timeout): timed out',
  ],
  // What is said about a row names its insight.
  [
    'os.share("iOS 14") < users.share("paid")',
    { missingRow: 'fail' },
    null,
    'failed, there is no row "iOS 14" of "os" (missing-row: fail)',
  ],
  [
    'os.share("iOS 14") < users.share("paid")',
    {},
    null,
    'warned, 0% (0 of 912 users); there is no row "iOS 14" of "os" (the most similar is "iOS 15"), so it counts as zero; if that is right, set missing-row to zero',
  ],
  [
    'os.share("iOS15") < users.share("paid")',
    {},
    null,
    'inconclusive, os: there is no row "iOS15"; did you mean "iOS 15"?',
  ],
  [
    'users.totalChange() < 5% && crashes.total() < 99',
    {},
    [CRASHES, { ...PLANS, compare: null }],
    'inconclusive, users: there is no earlier period to compare with',
  ],
  [
    RATE,
    {},
    [
      {
        ...CRASHES,
        interval: { ...CRASHES.interval, label: 'last 7 days', start: '2026-11-14T00:00:00.000Z' },
      },
      PLANS,
    ],
    'passed, 0.4% (crashes: 12 events, users: 3,000 users); the insights are of different periods: crashes of last 7 days, users of last 30 days',
  ],
])(
  'an assertion about several insights is judged by all of them: %s %j',
  async (assert, policies, insights, says) => {
    expect(said(await judgeOne(assert, policies, insights ?? undefined))).toBe(says);
  },
);

test('an assertion about several insights names no own insight in the results, and lists those it read', async () => {
  expect(await judgeOne(RATE)).toMatchObject({
    insight: null,
    insights: ['crashes', 'users'],
    unit: 'percent',
    value: 0.004,
    sample: null,
    counts: [
      { insight: 'crashes', count: 12, unit: 'events' },
      { insight: 'users', count: 3000, unit: 'users' },
    ],
  });
  expect(await judgeOne('crashes.total() < 50', { insight: 'users' })).toMatchObject({
    insight: 'users',
    insights: ['users', 'crashes'],
  });
});

test('an assertion about several insights has its rows and its queries from the insight that it names', async () => {
  const cut = { ...OS, cutOff: true, name: 'cut' };
  const { message } = await judgeOne('cut.rows.filter(r, r.value > 5).size() > 5 && users.total() > 1', {}, [
    cut,
    PLANS,
  ]);
  expect(message).toContain('cut: ');
  const { run, asked } = answering({ 'iOS 9': { Users: 3 } });
  await judgeWith(
    [threshold('cut.value("iOS 9") < users.value("x")', { insight: null, missingRow: 'zero' })],
    [cut, PLANS],
    run,
  );
  expect(asked.map(({ filter, intervals }) => [filter, intervals === undefined])).toEqual([
    [expect.objectContaining({ value: 'iOS 9' }), true],
    // Who has no version may have iOS 9.
    [expect.objectContaining({ type: 'not' }), true],
  ]);
});

describe('a forecast of a rate of two insights', () => {
  const week = (index: number): string =>
    new Date(Date.parse('2026-10-09T00:00:00Z') + index * 7 * 86_400_000).toISOString();
  const over = (insight: ReportedInsight, totals: readonly number[], weeks = 5): ReportedInsight => ({
    ...insight,
    historyGranularity: 'week',
    total: totals.at(-1) ?? null,
    totalHistory: totals.slice(0, -1),
    history: totals.slice(0, -1).map((_, index) => ({ start: week(index), end: week(index + 1) })),
    interval: { label: 'last week', start: week(weeks), end: week(weeks + 1), complete: true },
  });
  const crashes = over(CRASHES, [70, 60, 50, 40, 30, 20]);

  test('a forecast of a rate of two insights is made from their earlier values together', async () => {
    const people = over(PLANS, [1000, 1000, 1000, 1000, 1000, 1000]);
    const { forecast, message } = await judgeOne('crashes.total() / users.total() < 1.5%', {}, [
      crashes,
      people,
    ]);
    expect(message).toContain('failed, 2% (crashes: 20 events, users: 1,000 users)');
    expect(forecast).toContain('It falls, and is about to reach 1.5%.');
  });

  test('a forecast of a rate of two insights is not made of a limit that moves as well', async () => {
    const people = over(PLANS, [1000, 1000, 1000, 1000, 1000, 1000]);
    const { forecast } = await judgeOne('crashes.total() < 1.5% * users.total()', {}, [crashes, people]);
    expect(forecast).toBeUndefined();
  });

  test('a forecast of a rate of two insights is not made if their earlier periods differ', async () => {
    const people = over(PLANS, [1000, 1000, 1000, 1000, 1000], 4);
    expect(
      (await judgeOne('crashes.total() / users.total() < 1.5%', {}, [crashes, people])).forecast,
    ).toBeUndefined();
  });
});

describe('an insight that an assertion names', () => {
  const insights = `crashes: { id: ${ID}, compare: none }\nusers: ${OTHER_ID}\nrank: ${OTHER_ID}\ndaily-logins: ${OTHER_ID}\nios.users: ${OTHER_ID}\nin: ${OTHER_ID}`;

  test.each([
    'users: crashes.total() / total() < 1%',
    '- crashes.total() / users.total() < 1%',
    '- insight("rank").total() > 5',
    '- insight("daily-logins").total() > 5',
    '- users.rows.all(r, r.previous > 5) && crashes.rows.size() > 1',
    '- crashes.rows.all(users, users.value > 5)',
    '- \'insight("crashes").total() > 5 // a: b\'',
    '- { assert: crashes.total() < users.total(), warn: crashes.total() < 5% * users.total() }',
  ])('an insight that an assertion names may be any of the report: %s', async (thresholds) => {
    expect(await problemsOf({ insights, thresholds })).toEqual([]);
  });

  test.each([
    [
      '- crashs.total() > 5',
      'there is no insight "crashs" in this report; there are "crashes", "users", "rank", "daily-logins", "ios.users", "in"',
      'crashes',
    ],
    ['- insight("crashs").total() > 5', 'there is no insight "crashs" in this report', 'crashes'],
    [
      '- daily-logins.total() > 5',
      'at character 1 (daily-logins.to…): the name "daily-logins" has to be in quotes',
      'insight("daily-logins")',
    ],
    [
      '- users.total() > 5 && Daily-logins.share("a b") > 5%',
      'the name "daily-logins" has to be in quotes',
      'insight("daily-logins")',
    ],
    ['- ios.users.total() > 5', 'the name "ios.users" has to be in quotes', 'insight("ios.users")'],
    ['- in.total() > 5', 'the name "in" has to be in quotes', 'insight("in")'],
    ['- rank.total() > 5', 'the name "rank" has to be in quotes', 'insight("rank")'],
    ['- insight(5).total() > 5', 'insight takes the name of an insight, written out in quotes', null],
    [
      '- insight("us" + "ers").total() > 1',
      'insight takes the name of an insight, written out in quotes',
      null,
    ],
    ['- crashes > 5', 'crashes is an insight, not a number', 'crashes.total()'],
    ["- '[crashes, users].all(i, i.total() > 5)'", 'crashes is an insight, not a number', 'crashes.total()'],
    ['- crashes.totl() > 5', 'an insight has no totl(); it has value(), share()', 'crashes.total()'],
    [
      '- crashes.total() > total()',
      'at character 19 (total()): total(…) does not say which of the 6 insights it reads ("crashes", "users", "rank", "daily-logins", "ios.users", "in"); write crashes.total(…), or crashes: before the whole assertion',
      null,
    ],
    ['- rows.all(r, r.share < 5%)', 'rows does not say which of the 6 insights it reads', null],
    [
      '- crashes.change("a") > 5%',
      'it reads the earlier period, but crashes is not compared with one (compare: none)',
      null,
    ],
    [
      '- users.total() > 5 && crashes.rows.all(r, r.change > 5%)',
      'it reads the earlier period, but crashes is not compared',
      null,
    ],
    ['- crashes.share("a") < 5', 'a share is a number from 0 to 1 (0% to 100%), and 5 has no %', '5%'],
    ['- users.rows.all(r, crashes.rows.exists(c, c.value > r.value))', 'cannot be nested', null],
    ['- os: total() > 5', 'got "os", which is not the name of an insight', null],
  ])(
    'an insight that an assertion names is checked before any request: %s',
    async (thresholds, why, hint) => {
      const problems = await problemsOf({ insights, thresholds });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(why);
      if (hint === null) expect(problems[0]).not.toContain('Did you mean');
      else expect(/ Did you mean (.*)\?$/.exec(problems[0] ?? '')?.[1]).toContain(hint);
    },
  );

  test('an insight that an assertion names need not be named in a report of one insight', async () => {
    expect(
      await problemsOf({ insights: `crashes: ${ID}`, thresholds: '- total() > 5 && crashes.total() < 9' }),
    ).toEqual([]);
  });
});
