import { describe, expect, test } from '@jest/globals';
import fc from '../../support/properties.ts';
import { bar, sparkline } from '../../../src/render/format/chart.ts';
import { bucketUnit, formatBucket, formatDay, formatRange, isoDay } from '../../../src/render/format/dates.ts';
import { formatDuration, numberFormat } from '../../../src/render/format/numbers.ts';
import { isPlain } from '../../../src/render/markdown/escape.ts';
import { renderLink } from '../../../src/render/markdown/escape.ts';
import { stringWidth, fitToWidth } from '../../../src/render/format/width.ts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [1_234_567, '1,234,567'],
    [-12, '-12'],
    [1234.56, '1,234.6'],
    [12.345, '12.35'],
    [0.123456, '0.123'],
    [0.1 + 0.2, '0.3'],
    [1e21, '1E21'],
    [1e-9, '1E-9'],
    [Infinity, 'infinite'],
    ['-Infinity', 'minus infinite'],
    ['NaN', 'not a number'],
    [null, '–'],
  ])('%s reads %s', (value, text) => {
    expect(numberFormat('en-US').number(value)).toBe(text);
  });

  test.each([
    [0, '0%'],
    [1, '100%'],
    [0.4181, '41.8%'],
    [0.12, '12.0%'],
    [0.0001, '< 0.1%'],
    [0.99999, '> 99.9%'],
    [1.5, '150.0%'],
    [-0.031, '-3.1%'],
    [null, '–'],
  ])('%s of the whole reads %s', (value, text) => {
    expect(numberFormat('en-US').percent(value)).toBe(text);
  });

  test('percentages round as Intl rounds them, halves too', () => {
    const percent = new Intl.NumberFormat('de-DE', {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const halves = fc.integer({ min: 1, max: 9_998 }).map((tenths) => (tenths + 0.5) / 1000);
    const fractions = fc.oneof(halves, fc.double({ min: 0.0005, max: 12, noNaN: true }));
    fc.assert(
      fc.property(fractions, (fraction) => {
        fc.pre(fraction !== 1 && (fraction < 0.9995 || fraction > 1));
        expect(numberFormat('de-DE').percent(fraction)).toBe(percent.format(fraction));
      }),
      { numRuns: 3000 },
    );
  });

  test('are written as the locale does', () => {
    expect(numberFormat('de-DE').number(12_450.5)).toBe('12.450,5');
    expect(numberFormat('de-DE').percent(0.4181)).toBe('41,8\u00a0%');
  });

  test.each([
    [41, '41 ms'],
    [812, '0.8 s'],
    [59_949, '59.9 s'],
    [59_999, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [-1, '–'],
  ])('%d ms last %s', (ms, text) => {
    expect(formatDuration(ms, 'en-US')).toBe(text);
  });
});

describe('dates', () => {
  const at = (iso: string): number => Date.parse(iso);

  test.each([
    ['2026-10-21T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 'Oct 21 – Nov 20, 2026'],
    ['2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z', 'UTC', 'Nov 9 – 15, 2026'],
    ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 'Nov 20, 2026'],
    ['2026-12-31T00:00:00Z', '2027-01-02T00:00:00Z', 'UTC', 'Dec 31, 2026 – Jan 1, 2027'],
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Berlin', 'Oct 25, 2026'],
    ['2026-11-20T10:00:00Z', '2026-11-20T14:30:00Z', 'UTC', 'Nov 20, 2026, 10:00 AM – 2:30 PM'],
  ])('%s to %s in %s is %s… its last day included', (start, end, zone, text) => {
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
  ] as const)('a bucket of a %s is %s', (unit, label) => {
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
  ])('the granularity %j is a %s', (granularity, unit) => {
    expect(bucketUnit(granularity)).toBe(unit);
  });

  test('days are those of the zone', () => {
    expect(isoDay(at('2026-11-09T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-10');
    expect(formatDay(at('2026-11-09T23:30:00Z'), 'en-US', 'Europe/Berlin')).toBe('Nov 10, 2026');
  });
});

describe('bars and sparklines', () => {
  test.each([
    [10, 10, '██████████'],
    [5, 10, '█████'],
    [6.9, 10, '██████▉'],
    [0.001, 10, '▏'],
    [-5, 10, '−█████'],
    [0, 10, ''],
    [null, 10, ''],
    [5, null, ''],
    [Infinity, 10, ''],
    [20, 10, '██████████'],
  ])('%s of %s is %s', (value, largest, drawn) => {
    expect(bar(value, largest)).toBe(drawn);
  });

  test.each([
    [[1, 2, 3, 4, 5, 6, 7, 8], '▁▂▃▄▅▆▇█'],
    [[3, 3], '▄▄'],
    [[0, 0], '▁▁'],
    [[1, null, 2], '▁ █'],
    [[null], ''],
    [[], ''],
  ])('%j is %s', (values, drawn) => {
    expect(sparkline(values)).toBe(drawn);
  });

  test('a bar never breaks its width', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (value, largest) => {
        expect(bar(value, largest).replace('−', '').length).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('link', () => {
  test.each([
    ['https://github.com/a/b?x=1&y=`|>', '[run](<https://github.com/a/b?x=1&amp;y=%60%7C%3E>)'],
    ['https://user:pass@x.example/@me', '[run](<https://x.example/%40me>)'],
    ['javascript:alert(1)', 'run'],
    ['not an address', 'run'],
    [null, 'run'],
  ])('%s', (url, markdown) => {
    expect(renderLink(url, 'run')).toBe(markdown);
  });
});

describe('columns of a terminal', () => {
  test.each([
    ['abc', 3],
    ['日本', 4],
    ['🎉', 2],
    ['👩‍👩‍👧', 2],
    ['e\u0301', 1],
    ['a\u200bb', 2],
    ['🇩🇪', 2],
    ['█▉', 2],
  ])('%s takes %d', (text, columns) => {
    expect(stringWidth(text)).toBe(columns);
  });

  test('what is fitted takes exactly its width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        fc.pre(!/\p{C}/u.test(text));
        expect(stringWidth(fitToWidth(text, width, 'right'))).toBe(width);
      }),
    );
  });
});

test.each(['de', 'da', 'nb', 'cs', 'sk', 'sl', 'et'])(
  'dates in %s, which begin with a dotted number, are plain text',
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
