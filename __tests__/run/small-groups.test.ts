// What can be found out about small groups from all that reports leave behind, by trying every small world.
import { describe, expect, test } from '@jest/globals';
import fc, { isLong, runs } from '../support/properties.ts';
import { attackCases, type Case, CRASHES, PLAN, RATES, USERS } from '../support/attack/reports.ts';
import { tracesOf } from '../support/attack/run.ts';
import { allSizes, eventsOf, findKnownGroups, type Group } from '../support/attack/worlds.ts';

const SIZE = 3;
const MOST = 3 * SIZE - 1;

/** The groups that are known after a report, or after two of the same period between which the last group's events came. */
async function attack({ report, groups, runs: runCount }: Case, minGroupSize: number) {
  const worlds = [];
  for (const sizes of allSizes(groups.length, MOST)) {
    const both = runCount === 1 ? [sizes] : [[...sizes.slice(0, -1), 0], sizes];
    const traces = [];
    for (const each of both) traces.push(await tracesOf(report, eventsOf(groups, each), minGroupSize));
    worlds.push({ sizes, traces: traces.join('\n') });
  }
  return findKnownGroups(worlds, SIZE, MOST);
}

const inPeriod = (key: string, more: Partial<Group> = {}): Group => ({ key, day: 0, type: 'launch', ...more });
const topN = { queryType: 'topN', granularity: 'all', dimension: PLAN, metric: { type: 'numeric', metric: 'Users' } };
const PLAIN: Case = {
  report: {
    query: { ...topN, threshold: 10, aggregations: [USERS] },
    ...{ compare: 'none', history: 0, metric: null, asserts: [], minSample: null, missingRow: null },
  },
  groups: [inPeriod('a'), inPeriod('b')],
  runs: 1,
};
const plain = (report: Partial<Case['report']>, groups: readonly Group[] = PLAIN.groups): Case => ({
  ...PLAIN,
  ...{ groups, report: { ...PLAIN.report, ...report } },
});

describe('no group smaller than min-group-size is known', () => {
  test.each<readonly [string, Case]>([
    ['from a row and the total', PLAIN],
    [
      'from a rate beside a count that is not told',
      plain({ query: { ...topN, threshold: 9, aggregations: [USERS, CRASHES, { type: 'eventCount', name: 'Events' }], postAggregations: RATES } }, [inPeriod('a'), inPeriod('a', { type: 'crash' })]), // prettier-ignore
    ],
    ['from earlier periods', plain({ compare: 'previous-period', history: 2 }, [inPeriod('a', { day: -7 }), inPeriod('b', { day: -7 })])], // prettier-ignore
    ['from the rest of a cut-off answer', plain({ query: { ...topN, threshold: 1, aggregations: [USERS] } })],
    ["from a row's own buckets", plain({ query: { ...topN, granularity: 'day', threshold: 9, aggregations: [USERS] } }, [inPeriod('a'), inPeriod('a', { day: 1 })])], // prettier-ignore
    [
      'from gates on its number',
      plain({ asserts: ['value("a") >= 2', 'share("b") > 50%', 'total() - value("b") < 2'] }),
    ],
    ['from the order of rows and the sizes of sets', plain({ asserts: ['value(oneOf("a", "b")) >= 4', 'rank("a") < 2'] })], // prettier-ignore
    ['from two reports', { ...PLAIN, runs: 2 }],
  ])('%s, although it is if nothing is rounded', async (_, each) => {
    expect(await attack(each, SIZE)).toEqual([]);
    expect(await attack(each, 0)).not.toEqual([]);
  });

  test('from random reports of all small worlds', async () => {
    for (const each of fc.sample(attackCases(isLong ? 3 : 2), runs(20, 4))) {
      expect([each, await attack(each, SIZE)]).toEqual([each, []]);
    }
  }, 600_000);
});
