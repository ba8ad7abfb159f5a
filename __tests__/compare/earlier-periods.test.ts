import { expect, test } from '@jest/globals';
import fc from '../properties.ts';
import { earlierPeriods } from '../../src/compare/earlier-periods.ts';
import { spanOf } from '../../src/compare/span.ts';
import { intervalSpec } from '../inputs/interval-spec.ts';
import { prepareQuery } from '../../src/run/prepare-query.ts';
import { bucketSegments } from '../../src/tql/buckets.ts';
import { granularityInZone } from '../../src/tql/granularity-in-zone.ts';
import type { Granularity } from '../../src/tql/granularity.ts';
import { parseAbsoluteInterval } from '../../src/tql/interval.ts';
import { bucketStarts } from '../../src/tql/segment.ts';
import { beginningOf, dayOf, unitStart, ZONES } from './calendar.ts';

function periodsOf(interval: string, timezone: string, now: number, count: number) {
  const asked = { interval: intervalSpec(interval, timezone) };
  const query = prepareQuery({ queryType: 'topN' }, asked, { dataSource: null, timezone });
  const span = spanOf(query, now);
  return span && earlierPeriods(span, count);
}

const NOW = Date.parse('2026-11-20T10:00:00Z');

test.each([
  ['last month', 'P1M', '2026-08-01T00:00:00.000Z'],
  ['this week', 'P1W', '2026-11-02T00:00:00.000Z'],
  ['last 30 days', 'P31D', '2026-08-20T00:00:00.000Z'],
  ['last 30 complete days', 'P30D', '2026-08-22T00:00:00.000Z'],
  ['last 2 complete quarters', 'P6M', '2025-04-01T00:00:00.000Z'],
  ['last year', 'P1Y', '2023-01-01T00:00:00.000Z'],
  ['2026-10-01/2026-10-08', 'P7D', '2026-09-17T00:00:00.000Z'],
])('the periods before %s are buckets of %s', (interval, period, origin) => {
  expect(periodsOf(interval, 'UTC', NOW, 2)?.granularity).toEqual({ type: 'period', period, timeZone: 'UTC', origin });
});

test('hours are buckets of a fixed length', () => {
  const origin = '2026-11-19T10:00:00.000Z';
  const twelve = { type: 'duration', duration: 12 * 3_600_000, origin };
  expect(periodsOf('last 12 complete hours', 'UTC', NOW, 1)?.granularity).toEqual(twelve);
  const odd = periodsOf('2026-10-01T06:00:00Z/2026-10-01T09:30:00Z', 'UTC', NOW, 1);
  expect(odd?.granularity).toMatchObject({ type: 'duration', duration: 12_600_000 });
});

test('several intervals have no earlier periods, and none begins before 1970', () => {
  const span = spanOf({ queryType: 'topN', intervals: ['2026-10-01/2026-10-03', '2026-10-05/2026-10-11'] }, NOW);
  expect(span && earlierPeriods(span, 3)).toBeNull();
  expect(periodsOf('last 20 complete years', 'UTC', NOW, 60)?.periods).toHaveLength(1);
  expect(periodsOf('last 40 complete years', 'UTC', NOW, 60)).toBeNull();
});

test('the periods adjoin on a calendar of its own, and each is one bucket of what is asked', () => {
  const moments = fc.integer({ min: Date.UTC(2008, 0), max: Date.UTC(2036, 0) });
  const units = fc.constantFrom('day', 'week', 'month', 'quarter', 'year');
  const counts = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), units, counts, counts, moments, (zone, unit, length, count, now) => {
      const found = periodsOf(`last ${length} complete ${unit}s`, zone, now, count);
      const today = dayOf(now, zone);
      const starts = Array.from({ length: count + 1 }, (_, i) =>
        beginningOf(unitStart(unit, today, -length * (count + 1 - i)), zone),
      );
      expect(found?.periods).toEqual(starts.slice(0, -1).map((startMs, i) => ({ startMs, endMs: starts[i + 1] })));
      const asked = found?.intervals['intervals'];
      const range = parseAbsoluteInterval(Array.isArray(asked) ? String(asked[0]) : '');
      const granularity = granularityInZone(found?.granularity as unknown as Granularity, zone);
      expect([...bucketStarts(bucketSegments(granularity, range ?? { startMs: 0, endMs: 0 }) ?? [])]).toEqual(
        starts.slice(0, -1),
      );
    }),
  );
});
