// How much likelier reports make the sizes of small groups, by weighing every small world with all rounded
// numbers behind them.
import fc, { isLong, runs } from '../../support/properties.ts';
import { gainOnGroups, type Reading, weighWorlds } from '../../support/attack/likelihood.ts';
import { attackCases, CRASHES, isPlan, PLAN, RATES, USERS } from '../../support/attack/reports.ts';
import { type Report, tracesOf } from '../../support/attack/run.ts';
import { allSizes, eventsOf, type Group } from '../../support/attack/worlds.ts';
import type { Query } from '../../../src/tql/query.ts';

const inPeriod = (key: string, more: Partial<Group> = {}): Group => ({
  key,
  day: 0,
  type: 'launch',
  ...more,
});
const topN = {
  queryType: 'topN',
  granularity: 'all',
  dimension: PLAN,
  metric: { type: 'numeric', metric: 'Users' },
} as const;
const PLAIN: Report = {
  query: { ...topN, threshold: 10, aggregations: [USERS] },
  other: null,
  kind: null,
  keep: 0.98,
  compare: 'none',
  history: 0,
  metric: null,
  asserts: [],
  confidence: null,
  minSample: null,
  missingRow: null,
};
const GROUPS = [inPeriod('1.0'), inPeriod('1.1')];

/**
 * What a reader of a report knows of every small world: the largest gain on a small group's size, and whether
 * one is certain.
 */
async function attack(
  report: Partial<Report>,
  groups: readonly Group[],
  size: number,
  seeds: number,
  most = 3 * size - 1,
) {
  const reading: Reading = {
    report: { ...PLAIN, ...report },
    eventsOf: (sizes) => eventsOf(groups, sizes),
  };
  return attackBy([reading], groups.length, size, seeds, most);
}

async function attackBy(
  readings: readonly Reading[],
  groups: number,
  size: number,
  seeds: number,
  most: number,
  isTokenKnown = false,
) {
  const worlds = allSizes(groups, most);
  const gains = await Promise.all(
    Array.from({ length: seeds }, async (_, seed) => {
      // Small worlds, each with offsets of its own.
      const truth = Array.from({ length: groups }, (__, at) => (seed * (at + 2) + at + 1) % (size + 1));
      return gainOnGroups(
        await weighWorlds(readings, truth, worlds, size, { token: `token ${seed}`, isTokenKnown }),
        size,
      );
    }),
  );
  const ordered = gains.map(({ gain }) => gain).sort((a, b) => a - b);
  return {
    gain: ordered.at(-1) ?? 0,
    median: ordered[Math.floor((ordered.length - 1) / 2)] ?? 0,
    certain: gains.filter(({ isCertain }) => isCertain).length / seeds,
  };
}

describe('the size of a group smaller than min-group-size is not known', () => {
  test.each<[string, Partial<Report>, groups?: readonly Group[]]>([
    ['from a row and the total', {}],
    [
      'from a rate beside a count that is not shown',
      {
        query: {
          ...topN,
          threshold: 9,
          aggregations: [USERS, CRASHES, { type: 'eventCount', name: 'Events' }],
          postAggregations: RATES,
        },
      },
      [inPeriod('1.0'), inPeriod('1.0', { type: 'crash' })],
    ],
    [
      'from earlier periods',
      { compare: 'previous-period', history: 2 },
      [inPeriod('1.0', { day: -7 }), inPeriod('1.1', { day: -7 })],
    ],
    ['from the rest of a cut-off answer', { query: { ...topN, threshold: 1, aggregations: [USERS] } }],
    [
      "from a row's own buckets",
      { query: { ...topN, granularity: 'day', threshold: 9, aggregations: [USERS] } },
      [inPeriod('1.0'), inPeriod('1.0', { day: 1 })],
    ],
    [
      'from gates on its number',
      { asserts: ['value("1.0") >= 2', 'share("1.1") > 50%', 'total() - value("1.1") < 2'] },
    ],
    [
      'from the order of rows and the sizes of sets',
      { asserts: ['value(oneOf("1.0", "1.1")) >= 4', 'rank("1.0") < 2'] },
    ],
    ['from the table of versions', { kind: 'versions', history: 2 }],
    [
      'from the rows that a condition on numbers left out',
      {
        query: {
          queryType: 'groupBy',
          granularity: 'all',
          dimensions: [PLAN],
          aggregations: [USERS],
          having: { type: 'greaterThan', aggregation: 'Users', value: 1 },
        },
      },
    ],
    ['from a gate that wants to be sure', { asserts: ['share("1.0") < 50%'], confidence: 0.9 }],
    [
      'from the difference of two insights',
      {
        other: {
          ...topN,
          threshold: 10,
          aggregations: [USERS],
          filter: { type: 'not', field: isPlan('1.0') },
        },
        asserts: ['total() - insight("others").total() < 2'],
      },
    ],
    [
      'from the smallest row and the total',
      {
        query: {
          ...topN,
          metric: { type: 'inverted', metric: topN.metric },
          threshold: 1,
          aggregations: [USERS],
        },
      },
    ],
  ])(
    "a small group's size is not known %s, and none is ten times as likely as before",
    async (_, report, groups = GROUPS) => {
      const { gain, certain } = await attack(report, groups, 4, isLong ? 4 : 2);
      expect(certain).toBe(0);
      expect(gain).toBeLessThan(10);
    },
  );

  test("a small group's size is not known from gates that count each pair of three groups", async () => {
    const pairs = ['oneOf("1.0", "1.1")', 'oneOf("1.0", "1.2")', 'oneOf("1.1", "1.2")'];
    const asserts = pairs.map((pair) => `value(${pair}) > 2`);
    const groups = ['1.0', '1.1', '1.2'].map((key) => inPeriod(key));
    expect(await attack({ asserts }, groups, 3, 4, 5)).toMatchObject({ certain: 0 });
  }, 120_000);

  test("a small group's size is not known from random reports", async () => {
    for (const each of fc.sample(attackCases(2), runs(25, 4))) {
      const { gain, certain } = await attack(each.report, each.groups, each.size, 2);
      expect([each, certain]).toEqual([each, 0]);
      expect([each, gain < 10]).toEqual([each, true]);
    }
  }, 600_000);

  /** The group of one user to four, and nine groups of known sizes. */
  const among = (sizes: readonly number[]) => [
    sizes[0] ?? 0,
    ...Array.from({ length: 9 }, (_, known) => known + 1),
  ];
  const ALL = ['1.0', ...Array.from({ length: 9 }, (_, known) => `2.${known}`)].map((key) => inPeriod(key));

  test("a small group's size is not known to somebody who sends events into a past week and sees the steps", async () => {
    const size = 5;
    const readings = Array.from({ length: 2 * size }, (_, sent): Reading => {
      return { report: PLAIN, eventsOf: ([one = 0, other = 0]) => eventsOf(GROUPS, [one + sent, other]) };
    });
    const { certain } = await attackBy(readings, 2, size, isLong ? 8 : 2, 2 * size);
    expect(certain).toBe(0);
    // Who has the token has the offsets.
    expect((await attackBy(readings, 2, size, 2, 2 * size, true)).certain).toBe(1);
  }, 300_000);

  test("a small group's size is not known to somebody who reads ten reports of sets whose members he knows", async () => {
    const size = 10;
    const readings = [...Array(10).keys()].map((last): Reading => {
      const keys = ALL.slice(0, last + 1).map(({ key }) => key);
      const query: Query = {
        ...topN,
        threshold: 10,
        aggregations: [USERS],
        filter: { type: 'in', dimension: 'plan', values: keys },
      };
      return { report: { ...PLAIN, query }, eventsOf: (sizes) => eventsOf(ALL, among(sizes)) };
    });
    const { gain, certain } = await attackBy(readings, 1, size, isLong ? 12 : 2, 3 * size - 1);
    expect(certain).toBe(0);
    expect(gain).toBeLessThan(20);
  }, 300_000);

  test("a small group's size is not known to somebody who reads the last week daily and knows all others", async () => {
    const size = 10;
    const days = [...Array(13).keys()].map((day) => day - 6);
    const groups = days.map((day) => inPeriod(day === 0 ? '1.0' : `2.${day + 6}`, { day }));
    const readings = [...Array(7).keys()].map((day): Reading => ({
      report: { ...PLAIN, lastDay: day + 1 },
      eventsOf: ([one = 0]) =>
        eventsOf(
          groups,
          days.map((each) => (each === 0 ? one : each + 11)),
        ),
    }));
    const { gain, median, certain } = await attackBy(readings, 1, size, isLong ? 24 : 2, 3 * size - 1);
    expect(certain).toBe(0);
    expect(median).toBeLessThan(10);
    // Of 120 draws, the most was 22.7 times as likely as before: 76 %, where 100 % is certain.
    expect(gain).toBeLessThan(24);
  }, 300_000);
});

test('a gate on small groups alone says that they are not shown, and the same if nobody was there', async () => {
  const series: Query = { queryType: 'timeseries', granularity: 'day', aggregations: [USERS] };
  for (const query of [PLAIN.query, series]) {
    const report = { ...PLAIN, query, asserts: ['total() < 5'] };
    const [nobody, some] = await Promise.all(
      [0, 1].map(async (size) => (await tracesOf(report, eventsOf(GROUPS, [size, size]), 3)).text),
    );
    expect(some).toBe(nobody);
    expect(some).toContain('inconclusive');
    expect(some).not.toMatch(/is empty|nothing was counted|"sampleText":"0/);
  }
});

test.each<[string, Partial<Report>]>([
  ['a set by a pattern', { asserts: ['value(startsWith("1.")) < 1000', 'share(matches("^1")) < 99%'] }],
  ['the users of low versions alone', { asserts: ['share(only(below("2"))) < 99%'] }],
  ['the table of versions', { kind: 'versions' }],
])('%s is drawn once, whatever values who sends events adds to it', async (_, report) => {
  const said = await Promise.all(
    Array.from({ length: 20 }, async (__, added) => {
      const sent = inPeriod(`1.${added + 2}0`);
      const events = eventsOf([inPeriod('1.0'), inPeriod('2.0'), inPeriod('1.1'), sent], [26, 50, 4, 7]);
      return (await tracesOf({ ...PLAIN, ...report }, events, 10, 'token')).text;
    }),
  );
  expect(new Set(said).size).toBe(1);
});
