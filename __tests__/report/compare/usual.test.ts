import { findUsualRange } from '../../../src/report/compare/usual.ts';

test('the usual range follows the line through the history', () => {
  const range = findUsualRange([100, 200, 300, 400, 500, 600], { isCount: false })!;
  expect(range.low).toBeCloseTo(700);
  expect(range.high).toBeCloseTo(700);
  expect(range.periods).toBe(6);
});

test('counts vary by chance at least', () => {
  const { low, high } = findUsualRange(new Array<number>(13).fill(400), { isCount: true })!;
  expect(low).toBeLessThan(400 - 2 * 20);
  expect(high).toBeGreaterThan(400 + 2 * 20);
});

test('fewer than six known periods are no basis', () => {
  expect(findUsualRange([1, 2, null, 4, 5, 6], { isCount: true })).toBeNull();
});

test('a range of 99 percent misses 0 to 3 of 100 simulated periods and finds a rise by 30 percent', () => {
  let state = 3;
  const uniform = () => ((state = (state * 1664525 + 1013904223) >>> 0) + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const value = (at: number) => Math.round(1000 * (1 + 0.01 * at) * Math.exp(0.05 * normal()));
  const outcomes = Array.from({ length: 500 }, () => {
    const { low, high } = findUsualRange(
      Array.from({ length: 13 }, (_, at) => value(at)),
      { isCount: true },
    )!;
    const next = value(13);
    return { isMissed: next < low || next > high, isFound: next * 1.3 > high };
  });
  expect(outcomes.filter(({ isMissed }) => isMissed).length / 500).toBeLessThan(0.03);
  expect(outcomes.filter(({ isFound }) => isFound).length / 500).toBeGreaterThan(0.75);
});
