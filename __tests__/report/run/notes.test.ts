import { cutOffNotes, gapNotes } from '../../../src/report/run/notes.ts';
import type { Table } from '../../../src/report/tables/table.ts';

const range = (start: string, end: string) => ({ startMs: Date.parse(start), endMs: Date.parse(end) });

test.each([
  ['no parts', []],
  ['one part', [range('2026-11-01', '2026-11-04')]],
  ['parts that adjoin', [range('2026-11-04', '2026-11-08'), range('2026-11-01', '2026-11-04')]],
  [
    'parts within another',
    [range('2026-11-01', '2026-11-30'), range('2026-11-02', '2026-11-04'), range('2026-11-20', '2026-11-25')],
  ],
])('a period of %s has no note about gaps', (_, ranges) => {
  expect(gapNotes(ranges, 'UTC')).toEqual([]);
});

test("a period with gaps has a note that lists its parts in the insight's zone", () => {
  const ranges = [
    range('2026-11-07T23:00Z', '2026-11-10T11:30Z'),
    range('2026-10-31T23:00Z', '2026-11-03T23:00Z'),
  ];
  expect(gapNotes(ranges, 'Europe/Berlin')).toEqual([
    'Only parts of the period are counted (ends excluded): 2026-11-01 to 2026-11-04, 2026-11-08 to 2026-11-10 12:30 (Europe/Berlin).',
  ]);
});

test('a note about gaps lists at most three parts', () => {
  const days = [1, 3, 5, 7, 9].map((day) => range(`2026-11-0${day}`, `2026-11-0${day}T06:00Z`));
  expect(gapNotes(days, 'UTC')[0]).toMatch(
    /: 2026-11-01 to 2026-11-01 06:00, .*, 2026-11-05 to 2026-11-05 06:00 and 2 more \(UTC\)\.$/,
  );
});

test.each([
  ['day', 3, ['The answer was cut off by its `limit`: 3 of 7 days.']],
  ['day', 7, []],
  ['hour', 100, ['The answer was cut off by its `limit`: 100 of 168 hours.']],
  ['fifteen_minute', 100, ['The answer was cut off by its `limit`: 100 of 672 buckets.']],
])('a series per %s of which %i buckets came says how many there are', (granularity, count, notes) => {
  const table = { rows: Array.from({ length: count }) } as unknown as Table;
  const query = { queryType: 'timeseries', granularity } as const;
  // The clocks change in the period.
  const week = range('2026-10-19T22:00Z', '2026-10-26T23:00Z');
  const utc = range('2026-11-02T00:00Z', '2026-11-09T00:00Z');
  expect(cutOffNotes(table, query, utc, 'UTC')).toEqual(notes);
  if (granularity === 'day') expect(cutOffNotes(table, query, week, 'Europe/Berlin')).toEqual(notes);
});
