import { expect, test } from '@jest/globals';
import { buildComparedView } from '../../../src/render/view/period.ts';
import { ranking, row } from '../../support/render/results.ts';

test.each([
  ['2026-11-20', '2026-11-21', '2025-11-20', '2025-11-21', 'the same date a year earlier'],
  ['2026-11-19', '2026-11-21', '2025-11-19', '2025-11-21', 'the same dates a year earlier'],
])('%s to %s against %s to %s is %s', (...[start, end, earlier, earlierEnd, words]) => {
  const at = (day: string): string => `${day}T00:00:00Z`;
  const interval = { label: 'x', start: at(start), end: at(end), complete: true };
  const compare = { start: at(earlier), end: at(earlierEnd) };
  expect(buildComparedView(ranking([row(1, 'a', 5)], { interval, compare }), 'en-US')?.words).toBe(words);
});
