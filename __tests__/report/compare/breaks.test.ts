import fc, { runs } from '../../support/properties.ts';
import { findBreak } from '../../../src/report/compare/breaks.ts';

/** A week with busy weekends, and noise of 5 % on top of chance, from a seeded generator. */
function simulate(seed: number, length: number, level: number, factorAt: (day: number) => number) {
  let state = seed >>> 0;
  const uniform = () => ((state = (state * 1664525 + 1013904223) >>> 0) + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const week = [1, 0.97, 0.96, 1, 1.05, 1.3, 1.2];
  return Array.from({ length }, (_, day) => {
    const mean = level * week[day % 7]! * Math.exp(0.05 * normal()) * factorAt(day);
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
  });
}

const SEEDS = Array.from({ length: runs(200, 100) }, (_, index) => 7919 * (index + 1));

test('noise, a weekly rhythm and a slow rise are called a break in less than 2 of 100 months', () => {
  const called = SEEDS.filter(
    (seed) =>
      findBreak(
        simulate(seed, 28, 300, (day) => 1 + 0.004 * day),
        7,
      ) !== null,
  );
  expect(called.length / SEEDS.length).toBeLessThan(0.02);
});

test.each([8, 13, 20, 21, 24, 28, 60])(
  'a steady series of %i days with any weekend is called a break in at most 5 of 100',
  (length) => {
    for (const weekend of [0.1, 0.3, 1, 3]) {
      const called = SEEDS.filter((seed) => {
        const level = (day: number) => (day % 7 < 5 ? 1 : weekend);
        return findBreak(simulate(seed, length, 300, level), 7) !== null;
      });
      expect(called.length / SEEDS.length).toBeLessThanOrEqual(0.05);
    }
  },
);

test.each([
  [2, 0.99],
  [1.5, 0.85],
  [0.5, 0.99],
])('a step to %f times the level is found where it is in at least %f of the months', (factor, least) => {
  const found = SEEDS.filter((seed) => {
    const broken = findBreak(
      simulate(seed, 28, 300, (day) => (day >= 20 ? factor : 1)),
      7,
    );
    return (
      broken?.kind === 'step' &&
      Math.abs(broken.index - 20) <= 1 &&
      Math.abs(broken.factor / factor - 1) < 0.2
    );
  });
  expect(found.length / SEEDS.length).toBeGreaterThanOrEqual(least);
});

test('a day of twice the usual is found in at least 85 of 100 months', () => {
  const found = SEEDS.filter((seed) => {
    const broken = findBreak(
      simulate(seed, 28, 300, (day) => (day === 12 ? 2 : 1)),
      7,
    );
    return broken?.kind === 'outlier' && broken.index === 12;
  });
  expect(found.length / SEEDS.length).toBeGreaterThanOrEqual(0.85);
});

test('a series that falls silent has been silent since the first empty bucket', () => {
  const values = simulate(1, 28, 300, (day) => (day >= 25 ? 0 : 1)).map((value, day) =>
    day >= 25 ? 0 : value,
  );
  expect(findBreak(values, 7)).toEqual({ kind: 'silence', index: 25 });
});

test('a series that is often empty does not fall silent', () => {
  expect(findBreak([3, 0, 2, 0, 0, 4, 1, 0, 3, 0, 0], 7)).toBeNull();
});

test('a series of equal numbers and one of fewer than eight have no break', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 0, max: 40 }), (value, length) => {
      expect(findBreak(new Array<number>(length).fill(value), 7)).toBeNull();
    }),
  );
  expect(findBreak([1, 1, 1, 900, 900, 900, 900])).toBeNull();
});

test('a step of small counts has its exact size, and one from nothing has none', () => {
  const step = (before: number, after: number) => {
    const found = findBreak([...Array<number>(14).fill(before), ...Array<number>(14).fill(after)], 7);
    return found?.kind === 'step' ? found.factor : null;
  };
  expect(step(2, 40)).toBeCloseTo(20, 6);
  expect(step(0, 40)).toBeNull();
});

test('a step is reported from exactly three weeks of days on', () => {
  const values = [...Array<number>(14).fill(100), ...Array<number>(7).fill(300)];
  expect(findBreak(values, 7)).toMatchObject({ kind: 'step', index: 14 });
  expect(findBreak(values.slice(1), 7)).toBeNull();
});

test('neither the begin nor the end of a bump or a trough is a step, nor is a day beside a long one unusual', () => {
  for (const [days, factor, end] of [
    [3, 1.9, 26],
    [5, 1.9, 26],
    [12, 1.9, 26],
    [14, 0.5, 26],
    [14, 0.5, 21],
  ] as const) {
    const bump = (day: number) => (day >= end - days && day < end ? factor : 1);
    const breaks = SEEDS.map((seed) => findBreak(simulate(seed, 28, 300, bump), 7)?.kind);
    expect(breaks.filter((kind) => kind === 'step' || (days > 3 && kind !== undefined))).toEqual([]);
  }
});

test.each([
  ['fades', (day: number) => 1 + (day >= 14 ? 1.5 * Math.exp((14 - day) / 8) : 0)],
  ['was over on the last day', (day: number) => (day >= 21 && day < 27 ? 2 : 1)],
  ['lacks the late events of its last days', (day: number) => [0.4, 0.7, 0.85][27 - day] ?? 1],
])('a series that %s is called a lasting step in at most 3 of 100 months', (_, factorAt) => {
  const called = SEEDS.filter((seed) => findBreak(simulate(seed, 28, 300, factorAt), 7)?.kind === 'step');
  expect(called.length / SEEDS.length).toBeLessThanOrEqual(0.03);
});

test('days without data within a series make neither a step nor an unusual day beside them', () => {
  const gapOf = (missing: number, events: number) =>
    Array.from({ length: 90 }, (_, day) => (day >= 50 && day < 50 + missing ? events : 300 + (day % 7)));
  expect([gapOf(30, 0), gapOf(30, 3), gapOf(36, 3)].map((values) => findBreak(values, 7))).toEqual([
    null,
    null,
    null,
  ]);
  expect(findBreak(gapOf(40, 3), 7)).toMatchObject({ kind: 'step', index: 50 });
});

test('a first bucket after empty ones is no number of times as many as none', () => {
  const values = [...Array.from({ length: 10 }, () => 0), 41, 3311];
  expect(findBreak(values)).toBeNull();
  expect(findBreak(values.map((value) => value + 40))).toMatchObject({ kind: 'outlier', index: 11 });
});
