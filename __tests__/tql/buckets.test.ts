import fc, { runs } from '../support/properties.ts';
import { DateTime, type DateTimeUnit } from 'luxon';
import { bucketEndMs, bucketStarts, computeBucketRuns } from '../../src/tql/time/buckets.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];
// Havana has one midnight twice in autumn; luxon takes either, so it cannot be compared with there.
const ALL_ZONES = [...ZONES, 'America/Havana'];

const PERIODS: readonly (readonly [period: string, unit: DateTimeUnit, approximateMs: number])[] = [
  ['PT1S', 'second', 1000],
  ['PT1M', 'minute', 60_000],
  ['PT1H', 'hour', 3_600_000],
  ['P1D', 'day', 86_400_000],
  ['P1W', 'week', 7 * 86_400_000],
  ['P1M', 'month', 30 * 86_400_000],
  ['P3M', 'quarter', 91 * 86_400_000],
  ['P1Y', 'year', 365 * 86_400_000],
];

// Before 2012 the clocks of St. John's changed at one minute past midnight: luxon takes either midnight, so
// it cannot be compared with there.
const hasOneMidnight = (timeZone: string, startMs: number) =>
  timeZone !== 'America/St_Johns' || startMs > Date.UTC(2012, 0, 1);

const instant = fc.integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2037, 0, 1) });

test.each(PERIODS)(
  'buckets of %s begin where luxon says that a %s begins, in every zone',
  (period, unit, approximateMs) => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...ZONES),
        (startMs, count, timeZone) => {
          fc.pre(hasOneMidnight(timeZone, startMs));
          const range = { startMs, endMs: startMs + count * approximateMs };
          const starts = [
            ...bucketStarts(computeBucketRuns({ type: 'period', period, timeZone }, range) ?? []),
          ];
          expect(starts.map((ms) => new Date(ms).toISOString())).toEqual(luxonStarts(unit, timeZone, range));
        },
      ),
      { numRuns: runs(approximateMs > 7 * 86_400_000 ? 10 : 60) },
    );
  },
);

test('buckets of an hour begin with the local hour, also in a zone of half hours', () => {
  for (const [timeZone, day] of [
    ['Australia/Lord_Howe', '2026-07-01'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/St_Johns', '2026-11-01'],
  ] as const) {
    const startMs = Date.parse(`${day}T00:00:00Z`);
    const range = { startMs, endMs: startMs + 48 * 3_600_000 };
    const starts = [
      ...bucketStarts(computeBucketRuns({ type: 'period', period: 'PT1H', timeZone }, range) ?? []),
    ];
    expect(starts.map((ms) => new Date(ms).toISOString())).toEqual(luxonStarts('hour', timeZone, range));
  }
});

test('buckets of months from an origin on the 31st begin on the last day of shorter months', () => {
  const range = { startMs: Date.parse('2026-10-07T05:00:00Z'), endMs: Date.parse('2026-10-12T00:00:00Z') };
  const months = { type: 'period', period: 'P1M', origin: '2026-01-31T00:00:00Z', timeZone: 'UTC' } as const;
  const starts = [...bucketStarts(computeBucketRuns(months, range) ?? [])];
  expect(starts).toEqual([Date.parse('2026-09-30T00:00:00Z')]);
});

test('buckets leave no gap, so that every instant of the range is in exactly one', () => {
  fc.assert(
    fc.property(
      instant,
      fc.constantFrom(...ALL_ZONES),
      fc.constantFrom('P1D', 'PT1H', 'PT6H', 'P2W', 'P1M'),
      (startMs, timeZone, period) => {
        const range = { startMs, endMs: startMs + 40 * 86_400_000 };
        const segments = computeBucketRuns({ type: 'period', period, timeZone }, range) ?? [];
        expect(segments[0]?.fromMs).toBeLessThanOrEqual(startMs);
        expect(segments.at(-1)?.untilMs).toBeGreaterThanOrEqual(range.endMs);
        for (const [i, segment] of segments.entries()) {
          expect(segment.stepMs).toBeGreaterThan(0);
          if (i > 0) expect(segment.fromMs).toBe(segments[i - 1]?.untilMs);
        }
      },
    ),
    { numRuns: runs(100) },
  );
});

function luxonStarts(unit: DateTimeUnit, zone: string, range: { startMs: number; endMs: number }) {
  const starts = new Set<string>();
  const stepMs =
    unit === 'second' ? 1000 : unit === 'minute' ? 60_000 : unit === 'hour' ? 900_000 : 86_400_000 / 2;
  for (let ms = range.startMs; ms < range.endMs; ms += stepMs) {
    starts.add(DateTime.fromMillis(ms, { zone }).startOf(unit).toUTC().toISO() ?? '');
  }
  starts.add(
    DateTime.fromMillis(range.endMs - 1, { zone })
      .startOf(unit)
      .toUTC()
      .toISO() ?? '',
  );
  return [...starts];
}

test('a day that begins at one o’clock, as clocks skip midnight, ends at midnight', () => {
  const end = bucketEndMs('day', 'America/Santiago', Date.parse('2026-09-06T04:00:00Z'));
  expect(end).toBe(Date.parse('2026-09-07T03:00:00Z'));
});
