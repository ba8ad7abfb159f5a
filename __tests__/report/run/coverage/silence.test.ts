import { areDue } from '../../../../src/report/run/coverage/silence.ts';

test('events that ended are missing only if ten or more were due on the days since', () => {
  const dueAfter = (perDay: number, silentDays: number): boolean => {
    const days = Array.from({ length: 28 + silentDays }, () => ({ day: '', count: 100, parts: [perDay] }));
    return areDue(days, { first: 28, last: 27 + silentDays }, ({ parts }) => parts[0] ?? 0);
  };
  expect([dueAfter(5, 1), dueAfter(9, 1), dueAfter(10, 1), dueAfter(5, 2)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
