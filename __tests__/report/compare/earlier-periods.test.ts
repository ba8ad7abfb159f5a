import { findEarlierPeriod, findHistoryPeriods } from '../../../src/report/compare/earlier-periods.ts';
import { describePeriod, spanOf } from '../../../src/report/compare/period.ts';
import { prepareQuery } from '../../../src/report/run/planning/prepare-query.ts';
import { bucketStarts, computeBucketRuns } from '../../../src/tql/time/buckets.ts';
import { type Granularity, granularityInZone } from '../../../src/tql/time/granularity.ts';
import { parseAbsoluteInterval } from '../../../src/tql/time/interval.ts';
import type { Query } from '../../../src/tql/query.ts';
import { intervalSpec } from '../../support/inputs/interval-spec.ts';
import fc from '../../support/properties.ts';
import { beginningOf, DAY_MS, dayOf, HOUR_MS, unitStart, wall, ZONES } from '../../support/calendar.ts';

function queryOf(interval: string, timezone = 'UTC') {
  const asked = { interval: intervalSpec(interval, timezone) };
  return prepareQuery({ queryType: 'topN' }, asked, { timezone });
}

function earlierOf(query: Query, now: string | number, comparison: 'previous-period' | 'previous-year') {
  const span = spanOf(query, typeof now === 'string' ? Date.parse(now) : now);
  if (span === null) throw new Error('no span');
  return findEarlierPeriod(span, comparison);
}

/** The dates of the earlier period in UTC, with times that are not midnight. */
function dates(
  interval: string,
  now: string,
  comparison: 'previous-period' | 'previous-year',
  ...[timezone]: readonly string[]
) {
  const range = earlierOf(queryOf(interval, timezone), now, comparison)?.range;
  if (range === undefined) return null;
  return [range.startMs, range.endMs].map((ms) =>
    new Date(ms).toISOString().replace('T00:00:00.000Z', '').slice(0, 16),
  );
}

const FRIDAY = '2026-11-20T10:00:00Z';

test.each<readonly [string, string, string, string, ...string[]]>([
  ['last 30 complete days', FRIDAY, '2026-09-21', '2026-10-21'],
  ['last 12 complete hours', FRIDAY, '2026-11-19T10:00', '2026-11-19T22:00'],
  ['2026-10-01/2026-11-01', FRIDAY, '2026-08-31', '2026-10-01'],
  ['2026-10-01T06:00:00Z/2026-10-01T09:30:00Z', FRIDAY, '2026-10-01T02:30', '2026-10-01T06:00'],
  // 31 days with one of 25 hours: days are compared with days.
  ['2026-10-01/2026-11-01', FRIDAY, '2026-08-30T22:00', '2026-09-30T22:00', 'Europe/Berlin'],
  // Today is under way for ten hours, the week for four days and ten hours.
  ['today', FRIDAY, '2026-11-19', '2026-11-19T10:00'],
  ['last 30 days', FRIDAY, '2026-09-20', '2026-10-20T10:00'],
  ['this month', FRIDAY, '2026-10-01', '2026-10-20T10:00'],
  // 29 days and a half have passed of March, and February has 28: the same duration directly before.
  ['this month', '2027-03-30T12:40:00Z', '2027-01-30T12:00', '2027-03-01'],
  // Both end at the last full hour.
  ['today', '2026-11-20T10:59:59Z', '2026-11-19', '2026-11-19T10:00'],
  ['2026-11-01/2026-12-01', FRIDAY, '2026-10-02', '2026-10-21T10:00'],
  // The clocks went back on 25 October: 732 hours have passed at 11 o'clock, and had on 20 October at noon.
  ['last 30 days', FRIDAY, '2026-09-19T22:00', '2026-10-20T10:00', 'Europe/Berlin'],
])('the previous period of %s at %s begins %s and ends %s %s', (interval, now, start, end, ...zone) => {
  expect(dates(interval, now, 'previous-period', ...zone)).toEqual([start, end]);
});

test('the previous period is requested as an absolute interval, over or running', () => {
  expect(earlierOf(queryOf('last 30 complete days'), FRIDAY, 'previous-period')?.intervals).toEqual({
    intervals: ['2026-09-21T00:00:00.000Z/2026-10-21T00:00:00.000Z'],
  });
  expect(earlierOf(queryOf('last 30 days'), FRIDAY, 'previous-period')?.intervals).toEqual({
    intervals: ['2026-09-20T00:00:00.000Z/2026-10-20T10:00:00.000Z'],
  });
});

test('the previous period moves several intervals together and cuts them at one moment', () => {
  const over: Query = { queryType: 'topN', intervals: ['2026-10-01/2026-10-03', '2026-10-05/2026-10-11'] };
  expect(earlierOf(over, FRIDAY, 'previous-period')?.intervals).toEqual({
    intervals: [
      '2026-09-21T00:00:00.000Z/2026-09-23T00:00:00.000Z',
      '2026-09-25T00:00:00.000Z/2026-10-01T00:00:00.000Z',
    ],
  });
  const running: Query = {
    queryType: 'topN',
    intervals: ['2026-11-19/2026-11-20', '2026-11-22/2026-11-23'],
  };
  expect(earlierOf(running, FRIDAY, 'previous-period')?.intervals).toEqual({
    intervals: ['2026-11-15T00:00:00.000Z/2026-11-16T00:00:00.000Z'],
  });
});

test('the previous period does not exist for a future period, in the first hour, nor before 1970', () => {
  expect(dates('today', '2026-11-20T00:59:59Z', 'previous-period')).toBeNull();
  expect(dates('2026-12-01/2026-12-02', FRIDAY, 'previous-period')).toBeNull();
  expect(dates('last 40 years', FRIDAY, 'previous-period')).toBeNull();
  expect(dates('1970-06-01/1970-07-01', FRIDAY, 'previous-year')).toBeNull();
});

describe('the year before', () => {
  test.each<readonly [string, string, string, string, ...string[]]>([
    ['this week', FRIDAY, '2025-11-17', '2025-11-21T10:00'],
    ['2028-02-29/2028-03-01', '2028-04-01T00:00:00Z', '2027-02-28', '2027-03-01'],
    ['2028-02-20/2028-02-29', '2028-04-01T00:00:00Z', '2027-02-20', '2027-03-01'],
    [
      '2028-02-29T08:00:00Z/2028-02-29T09:00:00Z',
      '2028-04-01T00:00:00Z',
      '2027-02-28T08:00',
      '2027-02-28T09:00',
    ],
    // February has a day less a year earlier, and still counts as long.
    ['this month', '2028-02-29T12:00:00Z', '2027-02-01', '2027-03-01T12:00'],
    ['2026-10-01/2026-11-01', FRIDAY, '2025-09-30T22:00', '2025-10-31T23:00', 'Europe/Berlin'],
  ])('a year before, %s at %s begins %s and ends %s', (interval, now, start, end, ...zone) => {
    expect(dates(interval, now, 'previous-year', ...zone)).toEqual([start, end]);
  });
});

const units = fc.constantFrom('day', 'week', 'month', 'quarter', 'year');
const moments = fc.integer({ min: Date.UTC(2004, 0), max: Date.UTC(2036, 0) });

describe('compared with an independent calendar', () => {
  test('the periods adjoin and have the same number of units', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        units,
        fc.integer({ min: 1, max: 9 }),
        moments,
        (zone, unit, count, now) => {
          const today = dayOf(now, zone);
          const current = { from: unitStart(unit, today, -count), until: unitStart(unit, today, 0) };
          const query = queryOf(`last ${count} complete ${unit}s`, zone);
          expect(describePeriod(query, now)?.range).toEqual({
            startMs: beginningOf(current.from, zone),
            endMs: beginningOf(current.until, zone),
          });
          const earlier = earlierOf(query, now, 'previous-period');
          const range = {
            startMs: beginningOf(unitStart(unit, today, -2 * count), zone),
            endMs: beginningOf(current.from, zone),
          };
          expect(earlier?.range).toEqual(range);
          // The interval that is sent means the same.
          const sent: Query = { queryType: 'topN', context: { timezone: zone }, ...earlier?.intervals };
          expect(describePeriod(sent, now)?.range).toEqual(range);
        },
      ),
    );
  });

  test('a running period is compared with the first part of the one before, of the same length', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), units, moments, (zone, unit, now) => {
        const today = dayOf(now, zone);
        const [before, start] = [-1, 0].map((offset) => beginningOf(unitStart(unit, today, offset), zone));
        const earlier = earlierOf(
          queryOf(unit === 'day' ? 'today' : `this ${unit}`, zone),
          now,
          'previous-period',
        );
        if (before === undefined || start === undefined) return;
        const elapsed = now - (now % HOUR_MS) - start;
        if (elapsed <= 0) expect(earlier).toBeNull();
        else if (start - before + 2 * HOUR_MS < elapsed)
          expect(earlier?.range).toEqual({ startMs: start - elapsed, endMs: start });
        else expect(earlier?.range).toEqual({ startMs: before, endMs: Math.min(start, before + elapsed) });
      }),
    );
  });

  test('dates are compared with the same dates, weeks with the same days of the week', () => {
    const before = (text: string) =>
      `${Number(text.slice(0, 4)) - 1}${text.slice(4)}`.replace('-02-29', '-02-28');
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        units,
        fc.integer({ min: 1, max: 9 }),
        moments,
        (zone, unit, count, now) => {
          const query = queryOf(`last ${count} complete ${unit}s`, zone);
          const current = describePeriod(query, now)?.range ?? { startMs: NaN, endMs: NaN };
          const { startMs, endMs } = earlierOf(query, now, 'previous-year')?.range ?? current;
          if (unit === 'week') {
            expect(startMs).toBe(beginningOf(dayOf(current.startMs, zone) - 364, zone));
            expect(endMs).toBe(beginningOf(dayOf(current.endMs, zone) - 364, zone));
            return;
          }
          expect(startMs).toBe(beginningOf(dayOf(startMs, zone), zone));
          expect(wall(startMs, zone).slice(0, 10)).toBe(before(wall(current.startMs, zone).slice(0, 10)));
          // The last day, since an end is the beginning of the next; a leap year's February may be longer
          // than ours.
          const lastDay = (ms: number) => wall(ms - HOUR_MS / 2, zone).slice(0, 10);
          expect([before(lastDay(current.endMs)), `${lastDay(endMs).slice(0, 4)}-02-28`]).toContain(
            lastDay(endMs).replace('-02-29', '-02-28'),
          );
          expect(endMs).toBe(beginningOf(dayOf(endMs, zone), zone));
        },
      ),
    );
  });

  test('earlier local days are local days even if clocks change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 12_500, max: 24_000 }),
        fc.integer({ min: 1, max: 60 }),
        (zone, day, days) => {
          const [from, until] = [beginningOf(day, zone), beginningOf(day + days, zone)];
          const intervals = [`${new Date(from).toISOString()}/${new Date(until).toISOString()}`];
          const query: Query = { queryType: 'topN', intervals, context: { timezone: zone } };
          const expected = { startMs: beginningOf(day - days, zone), endMs: from };
          expect(earlierOf(query, until + 40 * DAY_MS, 'previous-period')?.range).toEqual(expected);
        },
      ),
    );
  });
});

function periodsOf(interval: string, timezone: string, now: number, count: number) {
  const asked = { interval: intervalSpec(interval, timezone) };
  const query = prepareQuery({ queryType: 'topN' }, asked, { timezone });
  const span = spanOf(query, now);
  return span && findHistoryPeriods(span, count);
}

const NOW = Date.parse('2026-11-20T10:00:00Z');

test.each([
  ['this week', 'P1W', '2026-11-02T00:00:00.000Z'],
  ['last 30 days', 'P31D', '2026-08-20T00:00:00.000Z'],
  ['2026-10-01/2026-10-08', 'P7D', '2026-09-17T00:00:00.000Z'],
])('the periods before %s are buckets of %s', (interval, period, origin) => {
  expect(periodsOf(interval, 'UTC', NOW, 2)?.granularity).toEqual({
    type: 'period',
    period,
    timeZone: 'UTC',
    origin,
  });
});

test('hours are buckets of a fixed length', () => {
  const origin = '2026-11-19T10:00:00.000Z';
  const twelve = { type: 'duration', duration: 12 * 3_600_000, origin };
  expect(periodsOf('last 12 complete hours', 'UTC', NOW, 1)?.granularity).toEqual(twelve);
  const odd = periodsOf('2026-10-01T06:00:00Z/2026-10-01T09:30:00Z', 'UTC', NOW, 1);
  expect(odd?.granularity).toMatchObject({ type: 'duration', duration: 12_600_000 });
});

test('several intervals have no earlier periods, and no period begins before 1970', () => {
  const span = spanOf(
    { queryType: 'topN', intervals: ['2026-10-01/2026-10-03', '2026-10-05/2026-10-11'] },
    NOW,
  );
  expect(span && findHistoryPeriods(span, 3)).toBeNull();
  expect(periodsOf('last 20 complete years', 'UTC', NOW, 60)?.periods).toHaveLength(1);
  expect(periodsOf('last 40 complete years', 'UTC', NOW, 60)).toBeNull();
});

test('the periods adjoin on an independent calendar, and each is one bucket of the granularity', () => {
  const moments = fc.integer({ min: Date.UTC(2008, 0), max: Date.UTC(2036, 0) });
  const units = fc.constantFrom('day', 'week', 'month', 'quarter', 'year');
  const counts = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      units,
      counts,
      counts,
      moments,
      (zone, unit, length, count, now) => {
        const found = periodsOf(`last ${length} complete ${unit}s`, zone, now, count);
        const today = dayOf(now, zone);
        const starts = Array.from({ length: count + 1 }, (_, i) =>
          beginningOf(unitStart(unit, today, -length * (count + 1 - i)), zone),
        );
        expect(found?.periods).toEqual(
          starts.slice(0, -1).map((startMs, i) => ({ startMs, endMs: starts[i + 1] })),
        );
        const asked = found?.intervals['intervals'];
        const range = parseAbsoluteInterval(Array.isArray(asked) ? String(asked[0]) : '');
        const granularity = granularityInZone(found?.granularity as unknown as Granularity, zone);
        expect([
          ...bucketStarts(computeBucketRuns(granularity, range ?? { startMs: 0, endMs: 0 }) ?? []),
        ]).toEqual(starts.slice(0, -1));
      },
    ),
  );
});
