import {
  daysNeeded,
  type EventCounts,
  expectedRate,
  sumOf,
  worseOf,
} from '../../../src/report/release/compare.ts';

const DAY_MS = 86_400_000;
const LIMIT = 0.2;

/** Days of which each has these users and events. */
function countsOf(days: number, users: number, events: number): EventCounts {
  const side = { newUsers: users, newHad: events, oldUsers: users, oldHad: events };
  const cells = Array.from({ length: days }, (_, day) => ({ dayMs: day * DAY_MS, ...side }));
  return {
    cells,
    oneVersionCells: cells,
    background: { spread: 1, before: { rate: events / users, events: 28 * events } },
    lastDayMs: (days - 1) * DAY_MS,
  };
}

test('the days that a gate needs are those after which it decides', () => {
  const after = (days: number) => countsOf(days, 2000, 100);
  const days = daysNeeded(after(3), LIMIT, 0.95) ?? NaN;
  const highAfter = (more: number) => worseOf(after(3 + more), 0.95).high ?? Infinity;
  expect(highAfter(days)).toBeLessThan(LIMIT);
  expect(highAfter(days - 1)).toBeGreaterThan(LIMIT);
});

test('the rate that is expected and how much likelier the event is agree with the rate that is there', () => {
  // Users of the new version had it more often than the days' old rates say, and less often on most days.
  const [alone, rare] = [countsOf(1, 2, 2), countsOf(1, 100, 3)];
  const cells = [...alone.cells, ...rare.cells].map((cell, day) => ({
    ...cell,
    oldHad: day,
    newUsers: day === 0 ? cell.newUsers : 20,
    newHad: day === 0 ? 1 : 0,
  }));
  const counts = { ...rare, cells, oneVersionCells: cells };
  const worse = worseOf(counts, 0.95);
  const sides = sumOf(counts);
  const expected = expectedRate(sides, worse) ?? NaN;
  expect((sides.new.rate ?? NaN) / expected).toBeCloseTo(1 + (worse.value ?? NaN), 9);
});
