import {
  daysNeeded,
  type EventCounts,
  expectedRate,
  sumOf,
  worseOf,
} from '../../../src/report/release/compare.ts';

const DAY_MS = 86_400_000;
const LIMIT = 0.2;

/** Days of which each has these users and events, as `min-group-size` shows them. */
function countsOf(days: number, users: number, events: number, minGroupSize = 0): EventCounts {
  const uncertain = Math.max(0, 2 * minGroupSize - 2);
  const range = (shown: number) => ({ low: Math.max(0, shown - uncertain), shown, high: shown + uncertain });
  const side = {
    newUsers: range(users),
    newHad: range(events),
    oldUsers: range(users),
    oldHad: range(events),
  };
  return {
    cells: Array.from({ length: days }, (_, day) => ({ dayMs: day * DAY_MS, ...side })),
    known: { spread: 1, before: { rate: events / users, events: 28 * events } },
    lastDayMs: (days - 1) * DAY_MS,
    minGroupSize,
  };
}

test.each([
  ['exact counts', 0, 100],
  ['rounded counts', 10, 400],
])('the days that a gate needs are those after which it decides, of %s', (_, size, events) => {
  const days = daysNeeded(countsOf(3, 20 * events, events, size), LIMIT, 0.95) ?? NaN;
  const highAfter = (more: number) =>
    worseOf(countsOf(3 + more, 20 * events, events, size), 0.95).high ?? Infinity;
  expect(highAfter(days)).toBeLessThan(LIMIT);
  expect(highAfter(days - 1)).toBeGreaterThan(LIMIT);
});

test('the days that a gate needs are more than 60 if what rounding leaves open is more than the limit', () => {
  expect(daysNeeded(countsOf(9, 1000, 20, 10), LIMIT, 0.95)).toBe(Infinity);
});

test('the rate that is expected and how much likelier the event is agree with the rate that is there', () => {
  // Users of the new version had it more often than the days' old rates say, and less often on most days.
  const [alone, rare] = [countsOf(1, 2, 2), countsOf(1, 100, 3)];
  const cells = [...alone.cells, ...rare.cells].map((cell, day) => ({
    ...cell,
    oldHad: { low: day, shown: day, high: day },
    newUsers: day === 0 ? cell.newUsers : { low: 20, shown: 20, high: 20 },
    newHad: day === 0 ? { low: 1, shown: 1, high: 1 } : { low: 0, shown: 0, high: 0 },
  }));
  const counts = { ...rare, cells };
  const worse = worseOf(counts, 0.95);
  const sides = sumOf(counts);
  const expected = expectedRate(counts, sides, worse) ?? NaN;
  expect((sides.new.rate ?? NaN) / expected).toBeCloseTo(1 + (worse.value ?? NaN), 9);
});
