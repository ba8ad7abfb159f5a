import { longestGapMs } from '../../src/action/from-github.ts';

const HOURS = 3_600_000;

test.each([
  ['0 7 * * 1', 7 * 24],
  ['0 7 * * 1,4', 7 * 24],
  ['30 5 * * *', 24],
  ['*/15 * * * *', 1],
  ['0 0 1 * *', 31 * 24],
  ['0 0 */2 * *', 2 * 24],
  ['0 0 1 1 *', 366 * 24],
  ['', null],
  ['soon', null],
  [null, null],
])('the longest gap of %j is %s hours', (cron, hours) => {
  expect(longestGapMs(cron)).toBe(hours === null ? null : hours * HOURS);
});
