import { areSmall, fishersExact } from '../../../src/report/tables/proportions.ts';

const of = (successes: number, users: number) => ({ successes, users });

// R's fisher.test, and the tea of R. A. Fisher, The Design of Experiments (1935).
test.each([
  [of(3, 4), of(1, 4), 0.4857],
  [of(3, 4), of(0, 4), 0.1429],
  [of(8, 10), of(1, 10), 0.005477],
  [of(10, 10), of(10, 10), 1],
  [of(0, 5), of(0, 9), 1],
])('%j against %j has the p-value %d', (one, other, p) => {
  expect(fishersExact(one, other)).toBeCloseTo(p, 4);
  expect(fishersExact(other, one)).toBeCloseTo(p, 4);
});

test('the p-value is the sum over all tables, by binomial coefficients', () => {
  const choose = (n: bigint, k: bigint): bigint => (k === 0n ? 1n : (choose(n - 1n, k - 1n) * n) / k);
  for (const [a, n, b, m] of [
    [5, 30, 12, 40],
    [0, 17, 4, 9],
    [20, 60, 11, 55],
  ] as const) {
    const tables = Array.from({ length: Math.min(a + b, n) + 1 }, (_, count) =>
      a + b - count > m ? 0n : choose(BigInt(n), BigInt(count)) * choose(BigInt(m), BigInt(a + b - count)),
    );
    const [all, own] = [tables.reduce((sum, each) => sum + each, 0n), tables[a] ?? 0n];
    const extreme = tables.filter((each) => each <= own).reduce((sum, each) => sum + each, 0n);
    expect(fishersExact(of(a, n), of(b, m))).toBeCloseTo(Number((extreme * 10n ** 12n) / all) / 1e12, 8);
  }
});

test('what are no samples has no p-value', () => {
  expect(fishersExact(of(5, 4), of(1, 4))).toBeNull();
  expect(fishersExact(of(0.5, 4), of(1, 4))).toBeNull();
});

test('equal variants are called different in at most 5 of 100 experiments, small and at the limit', () => {
  let state = 5;
  const uniform = () => ((state = (state * 1664525 + 1013904223) >>> 0) + 0.5) / 2 ** 32;
  for (const [users, rate] of [
    [6, 0.5],
    [40, 0.2],
    [150, 0.5],
    [300, 0.05],
  ] as const) {
    const draw = () => of(Array.from({ length: users }, uniform).filter((each) => each < rate).length, users);
    const pairs = Array.from({ length: 1000 }, () => [draw(), draw()] as const);
    const called = pairs.filter(
      ([one, other]) => areSmall(one, other) && (fishersExact(one, other) ?? 1) < 0.05,
    );
    expect(called.length).toBeLessThanOrEqual(50);
  }
});
