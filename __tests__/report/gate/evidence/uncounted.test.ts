// A gate on a count of a time of which something was not counted: it may be more, and no verdict rests on it.
import type { ReportedInsight } from '../../../../src/report/results/results.ts';
import { judged, threshold, users } from '../fixtures.ts';

const DAYS = [13, 14, 15, 16, 17, 18, 19, 20];
const startOf = (day: number) => `2026-11-${day}T00:00:00Z`;
const gaps = [
  { from: '2026-11-14', until: '2026-11-15', text: '2026-11-14 to 2026-11-15', isPartial: false },
];
const WEEK = { label: 'x', start: startOf(13), end: startOf(20), complete: true };

/** Users by day; the last of the days is the one that is running. */
function daily(counts: readonly number[], more: Partial<ReportedInsight>): ReportedInsight {
  const days = DAYS.slice(0, counts.length).map(startOf);
  return {
    ...users(
      days.map((day, place) => [day, counts[place] ?? 0]),
      { interval: WEEK, dimensions: [], compare: null, queryType: 'timeseries', ...more },
    ),
    query: {
      queryType: 'timeseries',
      granularity: 'day',
      aggregations: [{ type: 'userCount', name: 'Users' }],
    },
  };
}

const OUTAGE = daily([300, 0, 0, 300, 310, 310, 320], { gaps });
const RUNNING = daily([300, 300, 300, 300, 310, 310, 320, 80], {
  interval: { ...WEEK, end: startOf(21), complete: false },
});
const RANKING = users(
  [
    ['a', 400],
    ['b', 200],
  ],
  { interval: WEEK, compare: null, gaps },
);

test.each([
  ['total() < 1000', 'inconclusive'],
  ['total() >= 1000', 'inconclusive'],
  ['total() >= 500', 'passed'],
  ['value("b") < 300', 'inconclusive'],
  ['value("b") < 200', 'failed'],
  ['share("b") < 50%', 'passed'],
  ['value("b") / total() < 50%', 'passed'],
  ['value("b") < value("a")', 'passed'],
])('days without events leave open what they could turn, and nothing else: %s', async (assert, outcome) => {
  const verdict = await judged(RANKING, threshold(assert));
  expect([verdict.outcome, /no events on 2026-11-14 to 2026-11-15/.test(verdict.message)]).toEqual([
    outcome,
    outcome === 'inconclusive',
  ]);
});

test.each([
  ['rows.all(r, r.value > 100)', 'inconclusive'],
  ['rows.exists(r, r.value > 310)', 'passed'],
  ['rows.all(r, r.value < 315)', 'failed'],
  [`value("${startOf(14)}") > 100`, 'inconclusive'],
  ['last() > first()', 'passed'],
])('a day without events may have had more: %s', async (assert, outcome) => {
  expect((await judged(OUTAGE, threshold(assert))).outcome).toBe(outcome);
});

test.each([
  ['rows.all(r, r.value > 100)', 'passed'],
  ['rows.exists(r, r.value < 100)', 'failed'],
  [`value("${startOf(20)}") > 100`, 'inconclusive'],
  ['rows.exists(r, r.value > 310)', 'passed'],
  ['last() > 310', 'passed'],
])('a day that is not over is no row of a list, and may become more: %s', async (assert, outcome) => {
  expect((await judged(RUNNING, threshold(assert))).outcome).toBe(outcome);
});

test('a first or last bucket with days without events is only a part', async () => {
  const first = [{ from: '2026-11-13', until: '2026-11-13', text: '2026-11-13', isPartial: false }];
  const verdict = await judged(
    daily([10, 300, 300, 300, 300, 300, 300], { gaps: first }),
    threshold('last() <= first() * 1.1'),
  );
  expect(verdict).toMatchObject({ outcome: 'inconclusive' });
});
