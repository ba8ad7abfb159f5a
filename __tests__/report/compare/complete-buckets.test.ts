// Days before the first event are not zeros: a series, its gates and its sentences begin with the first
// event.
import { buildView } from '../../../src/report/render/view/report.ts';
import type { ReportedInsight } from '../../../src/report/results/results.ts';
import { judged, threshold, users } from '../gate/fixtures.ts';
import { report } from '../../support/render/results.ts';

const DAYS = [13, 14, 15, 16, 17, 18, 19, 20];
const startOf = (day: number) => `2026-11-${day}T00:00:00Z`;

/** Users by day in the week until November 20; there are events since `eventsSince`. */
function daily(eventsSince: string, counts: readonly number[], granularity = 'day'): ReportedInsight {
  const interval = { label: 'x', start: startOf(13), end: startOf(20), complete: true };
  return {
    ...users(
      counts.map((count, place) => [startOf(DAYS[place] ?? 20), count]),
      { interval, eventsSince, dimensions: [], compare: null, queryType: 'timeseries' },
    ),
    query: { queryType: 'timeseries', granularity, aggregations: [{ type: 'userCount', name: 'Users' }] },
  };
}

const young = daily('2026-11-18', [0, 0, 0, 0, 0, 200, 210]);

test.each([
  ['last() <= first() * 1.06', 'passed'],
  ['first() == 200', 'passed'],
  ['rows.all(r, r.value > 10)', 'passed'],
  ['rows.exists(r, r.value == 0)', 'failed'],
])('a gate reads no bucket before the first event: %s', async (assert, outcome) => {
  expect((await judged(young, threshold(assert))).outcome).toBe(outcome);
});

test.each(['first() >= 0', 'rows.all(r, r.value >= 0)'])(
  'a gate on a period before the first event is inconclusive: %s',
  async (assert) => {
    const verdict = await judged(daily('2026-11-25', [0, 0, 0, 0, 0, 0, 0]), threshold(assert));
    expect(verdict.outcome).toBe('inconclusive');
  },
);

test('a bucket with the first event is shown, but is neither the first nor the lowest', async () => {
  const begun = daily('2026-11-18', [0, 0, 0, 0, 20, 200, 210]);
  expect((await judged(begun, threshold('first() == 200'))).outcome).toBe('passed');
  const series = buildView(report([begun]), 'file', null).insights[0];
  expect([series?.rows.length, series?.series?.lowest?.value]).toEqual([3, 200]);
});

test('the average and the lowest day of a series are of the days since the first event', () => {
  const series = buildView(report([young]), 'file', null).insights[0]?.series;
  expect([series?.average?.value, series?.lowest?.value]).toEqual([205, 200]);
});

test('the only bucket of a period is shown although the period begins before the first event', () => {
  const whole = daily('2026-11-18', [0], 'all');
  expect(buildView(report([whole]), 'file', null).insights[0]?.rows.length).toBe(1);
});
