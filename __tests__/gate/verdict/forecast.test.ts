import { describe, expect, test } from '@jest/globals';
import { fitTrend, forecastCrossing } from '../../../src/gate/verdict/forecast.ts';
import { describeForecast } from '../../../src/render/verdict/forecast.ts';

describe('a straight line through values', () => {
  const DAY_MS = 86_400_000;
  const points = (values: readonly number[]) => values.map((value, day) => ({ atMs: day * DAY_MS, value }));

  test('has the slope of values on a line, meets the limit where that line does, and has no error', () => {
    const trend = fitTrend(points([10, 9, 8, 7, 6]), 2);
    expect(trend?.slope).toBeCloseTo(-1 / DAY_MS, 15);
    expect(trend?.crossing?.atMs).toBeCloseTo(8 * DAY_MS, 3);
    expect(trend?.crossing?.errorMs).toBeCloseTo(0, 3);
  });

  test('has the errors that the textbook gives', () => {
    // x 0…4, y 1 3 2 5 4: slope 0.8, residual variance 3.6 / 3, t(3) = 3.182: ± 3.182 · √(1.2 / 10).
    const trend = fitTrend(points([1, 3, 2, 5, 4]), 7);
    expect(trend?.slope).toBeCloseTo(0.8 / DAY_MS, 15);
    expect((trend?.slopeError ?? 0) * DAY_MS).toBeCloseTo(3.182 * Math.sqrt(0.12), 6);
    expect(trend?.crossing?.atMs).toBeCloseTo(7 * DAY_MS, 3);
  });

  test('needs at least four values', () => {
    expect(fitTrend(points([1, 2, 3]), 5)).toBeNull();
  });
});

describe('a forecast', () => {
  const DAY_MS = 86_400_000;
  const falling = [10, 9.1, 8, 6.9, 6].map((value, day) => ({ atMs: day * DAY_MS, value }));
  const sentence = (limit: number | null, nowMs = 4 * DAY_MS): string =>
    describeForecast(forecastCrossing(falling, limit, nowMs), 'number', 'en-US');

  test.each<[number | null, string]>([
    [
      2,
      'It falls by about 30.6 in 30 days, and crosses 2 around Jan 8, 1970, ± 1 day (an estimate: straight line over 5 periods).',
    ],
    [12, 'It falls by about 30.6 in 30 days, away from 12 (an estimate: straight line over 5 periods).'],
    [
      -5000,
      'It falls by about 30.6 in 30 days, and reaches -5,000 in years, if ever (an estimate: straight line over 5 periods).',
    ],
    [null, 'Too few values for a trend.'],
  ])('for the limit %s reads %s', (limit, expected) => {
    expect(sentence(limit)).toBe(expected);
  });

  test('is not made if the values do not fit a line', () => {
    const values = [5, 9, 4, 8, 6].map((value, day) => ({ atMs: day * DAY_MS, value }));
    expect(forecastCrossing(values, 2, 4 * DAY_MS)).toEqual({ kind: 'no-trend', points: 5 });
  });
});
