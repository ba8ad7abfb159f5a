import { formatDuration, numberFormat } from '../../../../src/report/render/format/numbers.ts';
import { parseValueFormat, withUnit } from '../../../../src/report/render/format/values.ts';
import fc, { runs } from '../../../support/properties.ts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [1_234_567, '1,234,567'],
    [-12, '−12'],
    [1234.56, '1,234.6'],
    [12.345, '12.35'],
    [0.123456, '0.123'],
    [0.1 + 0.2, '0.3'],
    [1e21, '1E21'],
    [1e-9, '1E−9'],
    [Infinity, 'infinite'],
    ['-Infinity', 'minus infinite'],
    ['NaN', 'not a number'],
    [null, '–'],
  ])('the number %s reads %s', (value, text) => {
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
    [-0.031, '−3.1%'],
    [null, '–'],
  ])('the share %s of the whole reads %s', (value, text) => {
    expect(numberFormat('en-US').percent(value)).toBe(text);
  });

  test('numbers round as Intl rounds them if they are percentages, halves included', () => {
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
      { numRuns: runs(3000) },
    );
  });

  test('numbers are written as the locale writes them', () => {
    expect(numberFormat('de-DE').number(12_450.5)).toBe('12.450,5');
  });

  test.each([
    [41, '41 ms'],
    [812, '0.8 s'],
    [59_949, '59.9 s'],
    [59_999, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [-1, '–'],
  ])('a duration of %d ms reads %s', (ms, text) => {
    expect(formatDuration(ms, 'en-US')).toBe(text);
  });
});

test('a count keeps its unit if Intl cannot use the format of its query', () => {
  const format = parseValueFormat({ queryType: 'topN', valueFormatter: { options: { style: 'currency' } } });
  expect(withUnit('5', 5, 'users', format)).toBe('5 users');
});
