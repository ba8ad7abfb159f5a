import { studentQuantile } from '../../../../src/report/compare/line.ts';
import { fitTrend, forecastCrossing } from '../../../../src/report/gate/verdict/forecast.ts';
import { describeForecast } from '../../../../src/report/render/verdict/forecast.ts';

describe('a straight line through values', () => {
  const DAY_MS = 86_400_000;
  const points = (values: readonly number[]) => values.map((value, day) => ({ atMs: day * DAY_MS, value }));

  test('a straight line has the slope of values on a line, meets the limit where they do, and has no error', () => {
    const trend = fitTrend(points([10, 9, 8, 7, 6]), 2);
    expect(trend?.slope).toBeCloseTo(-1 / DAY_MS, 15);
    expect(trend?.crossing?.atMs).toBeCloseTo(8 * DAY_MS, 3);
    expect(trend?.crossing?.errorMs).toBeCloseTo(0, 3);
  });

  test('a straight line has the errors that the textbook gives', () => {
    // x 0…4, y 1 3 2 5 4: slope 0.8, residual variance 3.6 / 3, t(3) = 3.182: ± 3.182 · √(1.2 / 10).
    const trend = fitTrend(points([1, 3, 2, 5, 4]), 7);
    expect(trend?.slope).toBeCloseTo(0.8 / DAY_MS, 15);
    expect((trend?.slopeError ?? 0) * DAY_MS).toBeCloseTo(3.1824463 * Math.sqrt(0.12), 6);
    expect(trend?.crossing?.atMs).toBeCloseTo(7 * DAY_MS, 3);
  });

  test('no straight line goes through values that are too large for it', () => {
    const forecast = forecastCrossing(points([1, 1, 1.5, 1.7].map((value) => value * 1e308)), 2, 0);
    expect(forecast.kind).toBe('no-trend');
  });

  // Masses of women by height, https://en.wikipedia.org/wiki/Simple_linear_regression: slope 61.272 (57.4 to
  // 65.1), intercept -39.062.
  test('a straight line has the slope, the intercept and the interval of a published example', () => {
    const heights = [1.47, 1.5, 1.52, 1.55, 1.57, 1.6, 1.63, 1.65, 1.68, 1.7, 1.73, 1.75, 1.78, 1.8, 1.83];
    const masses = [
      52.21, 53.12, 54.48, 55.84, 57.2, 58.57, 59.93, 61.29, 63.11, 64.47, 66.28, 68.1, 69.92, 72.19, 74.46,
    ];
    const trend = fitTrend(
      heights.map((atMs, index) => ({ atMs, value: masses[index] ?? 0 })),
      0,
    );
    expect(trend?.slope).toBeCloseTo(61.272, 3);
    expect((trend?.slope ?? 0) - (trend?.slopeError ?? 0)).toBeCloseTo(57.4, 1);
    expect((trend?.slope ?? 0) + (trend?.slopeError ?? 0)).toBeCloseTo(65.1, 1);
    expect(trend?.crossing?.atMs).toBeCloseTo(39.062 / 61.272, 4);
  });

  // F. J. Anscombe, Graphs in Statistical Analysis, The American Statistician 27 (1973): slope 0.5, its
  // standard error 0.118.
  test('a straight line has the standard error that Anscombe gives for his first example', () => {
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const trend = fitTrend(
      x.map((atMs, index) => ({ atMs, value: y[index] ?? 0 })),
      0,
    );
    expect(trend?.slope).toBeCloseTo(0.5, 3);
    expect((trend?.slopeError ?? 0) / studentQuantile(9)).toBeCloseTo(0.118, 3);
  });

  test.each([
    [3, 3.182],
    [5, 2.571],
    [6, 2.447],
    [9, 2.262],
    [16, 2.12],
    [30, 2.042],
    [60, 2],
    [1e6, 1.96],
  ])('a straight line has the t of the tables for %d degrees of freedom', (freedom, t) => {
    expect(Math.abs(studentQuantile(freedom) - t)).toBeLessThan(0.0005);
  });

  test.each([
    [1, 63.657],
    [2, 9.925],
    [4, 4.604],
    [11, 3.106],
    [120, 2.617],
  ])('a straight line has the t of the tables for %d degrees of freedom and 99 %%', (freedom, t) => {
    expect(Math.abs(studentQuantile(freedom, 0.99) - t)).toBeLessThan(0.0005);
  });

  test('a straight line needs at least four values', () => {
    expect(fitTrend(points([1, 2, 3]), 5)).toBeNull();
  });
});

describe('a forecast', () => {
  const DAY_MS = 86_400_000;
  const falling = [10, 9.1, 8, 6.9, 6].map((value, day) => ({ atMs: day * DAY_MS, value }));
  const sentence = (limit: number | null, nowMs = 4 * DAY_MS) =>
    describeForecast(forecastCrossing(falling, limit, nowMs), 'number', 'en-US');

  test.each<[number | null, string]>([
    [
      2,
      'It falls by about 30.6 in 30 days, and crosses 2 around Jan 8, 1970, ± 1 day at 95% confidence (an estimate: straight line over 5 periods).',
    ],
    [12, 'It falls by about 30.6 in 30 days, away from 12 (an estimate: straight line over 5 periods).'],
    [
      -5000,
      'It falls by about 30.6 in 30 days, and reaches -5,000 in years, if ever (an estimate: straight line over 5 periods).',
    ],
    [null, 'Too few values for a trend.'],
  ])('a forecast for the limit %s reads %s', (limit, expected) => {
    expect(sentence(limit)).toBe(expected);
  });

  test('a forecast holds the true day about as often as it says, of values that scatter around a line', () => {
    let state = 12345;
    const random = () => ((state = (state * 1103515245 + 12345) % 2147483648) + 1) / 2147483649;
    const scatter = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    let [told, held] = [0, 0];
    for (let round = 0; round < 3000; round += 1) {
      const values = Array.from({ length: 10 }, (_, day) => ({
        atMs: day * DAY_MS,
        value: 9 - day + scatter(),
      }));
      const found = forecastCrossing(values, -4, 9 * DAY_MS);
      if (found.kind !== 'crossing') continue;
      told += 1;
      if (Math.abs(found.atMs - 13 * DAY_MS) <= found.errorMs) held += 1;
    }
    expect(told).toBeGreaterThan(2900);
    expect(held / told).toBeGreaterThan(0.935);
    expect(held / told).toBeLessThan(0.965);
  });

  test('a forecast is not made if the values do not fit a line', () => {
    const values = [5, 9, 4, 8, 6].map((value, day) => ({ atMs: day * DAY_MS, value }));
    expect(forecastCrossing(values, 2, 4 * DAY_MS)).toEqual({ kind: 'no-trend', points: 5 });
  });
});
