import { formatDay, formatRange, isoDay } from '../../../../src/report/render/format/dates.ts';
import { bucketUnit, formatBucket } from '../../../../src/report/render/format/buckets.ts';
import { isPlain } from '../../../../src/report/render/markdown/plain-text.ts';

describe('dates', () => {
  const at = (iso: string) => Date.parse(iso);

  test.each([
    ['2026-10-21T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 'Oct 21 – Nov 20, 2026'],
    ['2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z', 'UTC', 'Nov 9 – 15, 2026'],
    ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 'Nov 20, 2026'],
    ['2026-12-31T00:00:00Z', '2027-01-02T00:00:00Z', 'UTC', 'Dec 31, 2026 – Jan 1, 2027'],
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Berlin', 'Oct 25, 2026'],
    ['2026-11-20T10:00:00Z', '2026-11-20T14:30:00Z', 'UTC', 'Nov 20, 2026, 10:00 AM – 2:30 PM'],
  ])('dates from %s to %s in %s read %s, the last day included', (start, end, zone, text) => {
    expect(formatRange(at(start), at(end), 'en-US', zone)).toBe(text);
  });

  test.each([
    ['day', 'Mon, Nov 9'],
    ['hour', 'Nov 9, 12:00 AM'],
    ['week', 'Nov 9, 2026'],
    ['month', 'Nov 2026'],
    ['quarter', 'Q4 2026'],
    ['year', '2026'],
    [null, 'Mon, Nov 9'],
  ] as const)('dates of a bucket that is a %s long read %s', (unit, label) => {
    const style = { unit, withYear: false, locale: 'en-US', timeZone: 'UTC' };
    expect(formatBucket(at('2026-11-09T00:00:00Z'), style)).toBe(label);
  });

  test.each([
    ['day', 'day'],
    ['Hour', 'hour'],
    [{ type: 'period', period: 'P1D', timeZone: 'Europe/Berlin' }, 'day'],
    [{ type: 'duration', duration: 1 }, null],
    ['all', null],
    [undefined, null],
  ])('dates in buckets of the granularity %j are a %s apart', (granularity, unit) => {
    expect(bucketUnit(granularity)).toBe(unit);
  });

  test('dates are those of the zone', () => {
    expect(isoDay(at('2026-11-09T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-10');
    expect(formatDay(at('2026-11-09T23:30:00Z'), 'en-US', 'Europe/Berlin')).toBe('Nov 10, 2026');
  });
});

test.each(['de', 'da', 'nb', 'cs', 'sk', 'sl', 'et'])(
  'dates in %s, which begin with a number and a dot, are plain text',
  (locale) => {
    const [start, end] = [Date.UTC(2026, 9, 22), Date.UTC(2026, 10, 22)];
    const style = { unit: 'day', withYear: true, locale, timeZone: 'UTC' } as const;
    for (const date of [
      formatRange(start, end, locale, 'UTC'),
      formatDay(start, locale, 'UTC'),
      formatBucket(start, style),
    ]) {
      expect([date, isPlain(date)]).toEqual([date, true]);
    }
  },
);
