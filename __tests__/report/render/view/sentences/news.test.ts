import { isUnusual } from '../../../../../src/report/render/view/sentences/news.ts';

test.each([
  [9, true],
  [10, false],
  [20, false],
  [21, true],
])('beside a usual range from 10 to 20, %i is unusual: %s', (total, unusual) => {
  expect(isUnusual({ total, usual: { low: 10, high: 20, periods: 4 } })).toBe(unusual);
});
