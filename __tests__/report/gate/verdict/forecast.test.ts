import { fitLine, studentQuantile } from '../../../../src/report/compare/line.ts';
import { forecastCrossing } from '../../../../src/report/gate/verdict/forecast.ts';
import { describeForecast } from '../../../../src/report/render/verdict/forecast.ts';
import { randomNumbers } from '../../release/worlds.ts';

describe('a straight line through values', () => {
  // Masses of women by height, https://en.wikipedia.org/wiki/Simple_linear_regression: slope 61.272 (57.4 to
  // 65.1), intercept -39.062.
  test('a straight line has the slope, the intercept and the interval of a published example', () => {
    const heights = [1.47, 1.5, 1.52, 1.55, 1.57, 1.6, 1.63, 1.65, 1.68, 1.7, 1.73, 1.75, 1.78, 1.8, 1.83];
    const masses = [
      52.21, 53.12, 54.48, 55.84, 57.2, 58.57, 59.93, 61.29, 63.11, 64.47, 66.28, 68.1, 69.92, 72.19, 74.46,
    ];
    const { slope, meanX, meanY, deviation, sxx } = fitLine(
      heights.map((x, place) => ({ x, y: masses[place] ?? 0 })),
    );
    const error = (studentQuantile(13) * deviation) / Math.sqrt(sxx);
    expect([slope - error, slope + error].map((each) => each.toFixed(1))).toEqual(['57.4', '65.1']);
    expect([slope, meanY - slope * meanX].map((each) => each.toFixed(3))).toEqual(['61.272', '-39.062']);
  });

  test.each([
    [3, 3.182],
    [9, 2.262],
    [16, 2.12],
    [1e6, 1.96],
  ])('a straight line has the t of the tables for %d degrees of freedom', (freedom, t) => {
    expect(Math.abs(studentQuantile(freedom) - t)).toBeLessThan(0.0005);
  });

  test.each([
    [1, 63.657],
    [2, 9.925],
  ])('a straight line has the t of the tables for %d degrees of freedom and 99 %%', (freedom, t) => {
    expect(Math.abs(studentQuantile(freedom, 0.99) - t)).toBeLessThan(0.0005);
  });
});

describe('a forecast', () => {
  const WEEK_MS = 7 * 86_400_000;
  const NOW_MS = Date.parse('2026-11-16T00:00:00Z');
  /** The forecast of a share by the week, 0 being now. */
  const forecast = (share: (week: number) => number, limit: number | null = 0.02, weeks = 13) =>
    forecastCrossing(
      Array.from({ length: weeks }, (_, place) => {
        const week = place - weeks + 1;
        return { atMs: NOW_MS + week * WEEK_MS, value: share(week) };
      }),
      limit,
      NOW_MS,
    );
  const random = randomNumbers(1);
  const scattered = Array.from({ length: 13 }, () => 0.05 + 0.01 * random());

  test('a forecast says a day, and how far off that may be, if a line and log-odds agree on it', () => {
    const found = forecast((week) => 0.06 - 0.001 * week + 0.0002 * (week % 2), 0.05);
    expect(describeForecast(found, 'percent', 'en-US')).toMatch(
      /^It falls, and reaches 5% around (?:Jan [23]\d|Feb \d), 2027 \(± 1?\d days\)\.$/,
    );
  });

  test('a value that levels off below its limit has no day on which it reaches it', () => {
    const adopted = [0.425, 0.562, 0.673, 0.749, 0.795, 0.821, 0.835, 0.842];
    const found = forecast((week) => adopted[week + 7] ?? NaN, 0.9, 8);
    expect(found).toEqual({ kind: 'moving', isRising: true });
  });

  test('a value that may reach its limit any day is about to reach it', () => {
    const found = forecast((week) => 0.0501 - 0.001 * week + 0.0002 * (week % 2), 0.05);
    expect(describeForecast(found, 'percent', 'en-US')).toBe('It falls, and is about to reach 5%.');
  });

  test('a share that decays is said to fall, without a date that a line would say too early', () => {
    // It halves every ten weeks, from 9 % to 3.9 %.
    const found = forecast((week) => 0.09 * 2 ** (-(week + 12) / 10));
    expect(describeForecast(found, 'percent', 'en-US')).toBe('It falls.');
  });

  test.each<[string, (week: number) => number]>([
    ['stepped down ten weeks ago', (week) => (week < -9 ? 0.12 : 0.05)],
    ['stepped down, with some noise', (week) => (week < -6 ? 0.12 : 0.05) + (scattered[-week] ?? 0) / 20],
    ['moves up and down', (week) => scattered[-week] ?? 0],
    ['stays what it is', () => 0.05],
  ])('nothing is forecast of a share that %s', (_, share) => {
    expect(describeForecast(forecast(share), 'percent', 'en-US')).toBe('');
  });

  test('hardly any of 1,000 shares that only scatter gets a direction', () => {
    const anyDirection = Array.from({ length: 1000 }, (_, round) =>
      forecast(() => 0.05 + 0.01 * random(), 0.02, 6 + (round % 7)),
    ).filter(({ kind }) => kind !== 'none');
    expect(anyDirection.length).toBeLessThanOrEqual(20);
  });

  test('nothing is forecast from five values, nor a month without a limit or for one behind', () => {
    const line = (week: number): number => 0.03 - 0.001 * week;
    expect(forecast(line, 0.02, 5).kind).toBe('none');
    expect([forecast(line, null).kind, forecast(line, 0.04).kind]).toEqual(['moving', 'moving']);
  });

  test('nothing is forecast of values that are too large for a line', () => {
    const values = [1, 1, 1.5, 1.7, 1.7, 1.7].map((value, atMs) => ({ atMs, value: value * 1e308 }));
    expect(forecastCrossing(values, 2, 0).kind).toBe('none');
  });
});
