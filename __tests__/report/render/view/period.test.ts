import { buildComparedView, buildPeriodView } from '../../../../src/report/render/view/period.ts';
import { ranking, report, row } from '../../../support/render/results.ts';

test.each([
  [
    '2026-11-20',
    '2026-11-21',
    '2025-11-20',
    '2025-11-21',
    'the same date a year earlier, another day of the week',
  ],
  [
    '2026-11-19',
    '2026-11-21',
    '2025-11-19',
    '2025-11-21',
    'the same dates a year earlier, other days of the week',
  ],
])('%s to %s against %s to %s is %s', (...[start, end, earlier, earlierEnd, words]) => {
  const at = (day: string) => `${day}T00:00:00Z`;
  const interval = { label: 'x', start: at(start), end: at(end), complete: true };
  const compare = { start: at(earlier), end: at(earlierEnd), relation: 'previous-year' } as const;
  expect(buildComparedView(ranking([row(1, 'a', 5)], { interval, compare }), 'en-US')?.words).toBe(words);
});

const NOW = '2026-11-20T10:30:00Z';

test('a running period ends today, however far its last week goes', () => {
  const interval = {
    label: 'x',
    start: '2026-10-19T00:00:00Z',
    end: '2026-11-23T00:00:00Z',
    complete: false,
  };
  const insight = ranking([row(1, 'a', 5)], { interval });
  expect(buildPeriodView(insight, report([insight], { generatedAt: NOW }))).toMatchObject({
    dates: 'Oct 19 – Nov 20, 2026',
    days: '33 days',
    soFar: 'today so far',
  });
});

test.each([
  ['2026-11-13T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 'today so far', 'the period is still running'],
  ['2026-11-19T22:00:00Z', '2026-11-20T11:00:00Z', 'UTC', 'so far', 'the period is still running'],
  ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', 'UTC', 'so far', 'the period is still running'],
  // Twelve hours until midnight are no days.
  ['2026-11-20T12:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 'not begun yet', 'the period has not begun yet'],
  ['2026-11-20T09:00:00Z', '2026-11-21T00:00:00Z', 'UTC', 'so far', 'the period is still running'],
  [
    '2026-11-19T23:00:00Z',
    '2026-11-20T23:00:00Z',
    'Europe/Berlin',
    'today so far',
    'the period is still running',
  ],
  ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', 'UTC', 'today so far', 'the period is still running'],
  ['2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z', 'UTC', 'not begun yet', 'the period has not begun yet'],
  ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 'UTC', '', ''],
])('the period from %s to %s in %s reads %j', (start, end, timezone, soFar, late) => {
  const interval = { label: 'x', start, end, complete: Date.parse(end) <= Date.parse(NOW) };
  const insight = ranking([row(1, 'a', 5)], { interval, timezone });
  expect(buildPeriodView(insight, report([insight], { generatedAt: NOW }))).toMatchObject({ soFar, late });
});
