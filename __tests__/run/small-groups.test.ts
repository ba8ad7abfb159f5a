// What can be found out about small groups from all that reports leave behind, by trying every small world.
import { describe, expect, test } from '@jest/globals';
import fc, { isLong, runs } from '../support/properties.ts';
import { attackCases, type Case, CRASHES, EVENTS, isPlan, PLAN, RATES, USERS } from '../support/attack/reports.ts';
import { tracesOf } from '../support/attack/run.ts';
import { allSizes, eventsOf, findKnownGroups, type Group } from '../support/attack/worlds.ts';

/** The groups that are known after a report, or after two of the same period between which the last group's events came. */
async function attack({ report, groups, runs: runCount, size }: Case, minGroupSize = size, most = 3 * size - 1) {
  const traces = new Map<string, string>();
  for (const sizes of allSizes(groups.length, most))
    traces.set(sizes.join(), await tracesOf(report, eventsOf(groups, sizes), minGroupSize));
  const worlds = allSizes(groups.length, most).map((sizes) => {
    const both = runCount === 1 ? [sizes] : [[...sizes.slice(0, -1), 0], sizes];
    return { sizes, traces: both.map((each) => traces.get(each.join())).join('\n') };
  });
  return findKnownGroups(worlds, size, most);
}

const inPeriod = (key: string, more: Partial<Group> = {}): Group => ({ key, day: 0, type: 'launch', ...more });
const topN = { queryType: 'topN', granularity: 'all', dimension: PLAN, metric: { type: 'numeric', metric: 'Users' } };
const PLAIN: Case = {
  report: {
    query: { ...topN, threshold: 10, aggregations: [USERS] },
    ...{ other: null, kind: null, keep: 0.98 },
    ...{ compare: 'none', history: 0, metric: null, asserts: [], confidence: null, minSample: null, missingRow: null },
  },
  groups: [inPeriod('1.0'), inPeriod('1.1')],
  ...{ runs: 1, size: 3 },
};
const plain = (report: Partial<Case['report']>, groups: readonly Group[] = PLAIN.groups): Case => ({
  ...PLAIN,
  ...{ groups, report: { ...PLAIN.report, ...report } },
});

/** Which row comes first in each of two reports told the true order of rows. */
const FIRST_ROWS: Case = {
  ...plain(
    {
      query: { ...topN, granularity: 'day', threshold: 1, aggregations: [EVENTS], metric: { type: 'numeric', metric: 'Events' } }, // prettier-ignore
      ...{ kind: 'versions', compare: 'previous-period', asserts: ['share("1.0") < 50%'], minSample: 4 },
    },
    [inPeriod('1.2'), inPeriod('1.0'), inPeriod('1.2', { type: 'crash' })],
  ),
  ...{ runs: 2, size: 4 },
};

describe('no group smaller than min-group-size is known', () => {
  test.each<readonly [string, Case, most?: number]>([
    ['from a row and the total', PLAIN],
    [
      'from a rate beside a count that is not told',
      plain({ query: { ...topN, threshold: 9, aggregations: [USERS, CRASHES, { type: 'eventCount', name: 'Events' }], postAggregations: RATES } }, [inPeriod('1.0'), inPeriod('1.0', { type: 'crash' })]), // prettier-ignore
    ],
    ['from earlier periods', plain({ compare: 'previous-period', history: 2 }, [inPeriod('1.0', { day: -7 }), inPeriod('1.1', { day: -7 })])], // prettier-ignore
    ['from the rest of a cut-off answer', plain({ query: { ...topN, threshold: 1, aggregations: [USERS] } })],
    ["from a row's own buckets", plain({ query: { ...topN, granularity: 'day', threshold: 9, aggregations: [USERS] } }, [inPeriod('1.0'), inPeriod('1.0', { day: 1 })])], // prettier-ignore
    [
      'from gates on its number',
      plain({ asserts: ['value("1.0") >= 2', 'share("1.1") > 50%', 'total() - value("1.1") < 2'] }),
    ],
    ['from the order of rows and the sizes of sets', plain({ asserts: ['value(oneOf("1.0", "1.1")) >= 4', 'rank("1.0") < 2'] })], // prettier-ignore
    ['from the table of versions', plain({ kind: 'versions', history: 2 })],
    [
      'from the rows that a condition on numbers left out',
      plain({ query: { queryType: 'groupBy', granularity: 'all', dimensions: [PLAN], aggregations: [USERS], having: { type: 'greaterThan', aggregation: 'Users', value: 1 } } }), // prettier-ignore
    ],
    [
      'from all users beside versions that are told, and some that are not',
      plain({ kind: 'versions' }, [inPeriod('1.0'), inPeriod('1.1'), inPeriod('1.2')]),
      5,
    ],
    ['from a gate that wants to be sure', plain({ asserts: ['share("1.0") < 50%'], confidence: 0.9 })],
    [
      'from the difference of two insights',
      plain({
        other: { ...topN, threshold: 10, aggregations: [USERS], filter: { type: 'not', field: isPlan('1.0') } },
        asserts: ['total() - insight("others").total() < 2'],
      }),
    ],
    ['from two reports', { ...PLAIN, runs: 2 }],
    [
      'from rows beside the buckets of all',
      plain({ query: { ...topN, granularity: 'day', threshold: 9, aggregations: [USERS] } }, [inPeriod('1.0'), inPeriod('1.1', { day: 1 }), inPeriod('1.1'), inPeriod('1.2')]), // prettier-ignore
      4,
    ],
    [
      'from the smallest row of two reports and their totals',
      {
        ...plain({ query: { ...topN, metric: { type: 'inverted', metric: topN.metric }, threshold: 1, aggregations: [USERS] } }, [inPeriod('1.1', { day: 1 }), inPeriod('1.0'), inPeriod('1.1')]), // prettier-ignore
        runs: 2,
      },
    ],
    [
      'from the buckets of rows that a condition on numbers chose, in two reports',
      {
        ...plain({ query: { queryType: 'groupBy', granularity: 'day', dimensions: [PLAN], aggregations: [USERS, CRASHES], having: { type: 'greaterThan', aggregation: 'Users', value: 1 } } }, [inPeriod('1.1'), inPeriod('1.1', { day: 1, type: 'crash' }), inPeriod('1.1', { type: 'crash' })]), // prettier-ignore
        runs: 2,
      },
      5,
    ],
  ])('%s, although it is if nothing is rounded', async (_, each, most = 8) => {
    expect(await attack(each, 3, most)).toEqual([]);
    expect(await attack(each, 0, most)).not.toEqual([]);
  });

  // SECURITY.md says so: no rule that rounds each count by itself could prevent it.
  test('but two are, if gates count each pair of three groups', async () => {
    const pairs = ['oneOf("1.0", "1.1")', 'oneOf("1.0", "1.2")', 'oneOf("1.1", "1.2")'];
    const asserts = pairs.map((pair) => `value(${pair}) > 2`);
    const known = await attack(
      plain(
        { asserts },
        ['1.0', '1.1', '1.2'].map((key) => inPeriod(key)),
      ),
      3,
      5,
    );
    expect(known).toContainEqual({ group: [0], is: 1, sizes: [1, 1, 4] });
  });

  test('from random reports of all small worlds', async () => {
    for (const each of [...fc.sample(attackCases(isLong ? 3 : 2), runs(20, 2)), ...(isLong ? [FIRST_ROWS] : [])]) {
      expect([each, await attack(each)]).toEqual([each, []]);
    }
  }, 600_000);
});

test('a gate on small groups alone says that they are not told, and the same if nobody was there', async () => {
  const series = { queryType: 'timeseries', granularity: 'day', aggregations: [USERS] };
  for (const query of [PLAIN.report.query, series]) {
    const { report, groups } = plain({ query, asserts: ['total() < 5'] });
    const [nobody, some] = await Promise.all(
      [0, 1].map((size) =>
        tracesOf(
          report,
          eventsOf(
            groups,
            groups.map(() => size),
          ),
          3,
        ),
      ),
    );
    expect(some).toBe(nobody);
    expect(some).toContain(
      'inconclusive, nothing is told of groups smaller than 3 (min-group-size), and the answer has no larger one',
    );
    expect(some).not.toMatch(/is empty|nothing was counted|"sampleText":"0/);
  }
});
