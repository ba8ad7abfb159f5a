import { bar, scaleTop, sparkline } from '../../../../src/report/render/format/chart.ts';
import fc from '../../../support/properties.ts';

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
  ])('a bar of %s, the largest being %s, is %s', (value, largest, drawn) => {
    expect(bar(value, largest)).toBe(drawn);
  });

  test.each([
    [[0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
    [[90, 100], ''],
    [[90, 100, 95], '▅▅▅'],
    [[-7, 0, 7], '▁▅█'],
    [[3, 3, 3], '▅▅▅'],
    [[95, 100, 103, 98], '▅▅▅▅'],
    [[100, 100, 100, 300], '▃▃▃█'],
    [[0, 0, 0], '▁▁▁'],
    [[1, null, 2], '▅ █'],
    [[null], ''],
    [[], ''],
  ])('a sparkline of %j is %s', (values, drawn) => {
    expect(sparkline(values)).toBe(drawn);
  });

  test('the bars of a steady series are half as long as the table allows, those of a ranking are not', () => {
    const steady = [95, 100, 103, 98];
    expect(steady.map((value) => bar(value, scaleTop(steady)).length)).toEqual([6, 6, 6, 6]);
    expect(scaleTop([1, 2, 300])).toBe(300);
  });

  test('a bar is never wider than ten characters', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (value, largest) => {
        expect(bar(value, largest).replace('−', '').length).toBeLessThanOrEqual(10);
      }),
    );
  });
});
