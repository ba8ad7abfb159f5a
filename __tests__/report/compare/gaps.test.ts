import { findGaps, findRestart } from '../../../src/report/compare/gaps.ts';

/** So many days of so many events each. */
const days = (...runs: readonly (readonly [days: number, events: number])[]) =>
  runs.flatMap(([count, events]) => Array.from({ length: count }, () => events));

const weekdays = Array.from({ length: 28 }, (_, day) => (day % 7 < 5 ? 100 : 0));

test.each([
  ['five days in a used source', days([14, 20], [5, 0], [14, 20]), [{ first: 14, last: 18 }]],
  ['one day', days([14, 20], [1, 0], [14, 20]), [{ first: 14, last: 14 }]],
  ['days of a source with 19 events a day', days([14, 19], [5, 0], [14, 19]), []],
  ['weekends of an app that is used on weekdays', weekdays, []],
  ['a Monday of such an app', weekdays.with(14, 0), [{ first: 12, last: 14 }]],
  ['three days with a few late events', days([14, 300], [3, 2], [14, 300]), [{ first: 14, last: 16 }]],
  ['three days with a third of the events', days([14, 300], [3, 100], [14, 300]), []],
  ['weekends on which few use an app', weekdays.map((count) => Math.max(4, count)), []],
  ['the days after the last event', days([14, 50], [9, 0]), [{ first: 14, last: 22 }]],
  ['the days before the first event', days([9, 0], [14, 50]), []],
])('a gap is found only where events were to be expected: %s', (_, counts, gaps) => {
  expect(findGaps(counts, { hadBegun: false })).toEqual(gaps);
});

test('days before which events had begun are a gap although nothing before them is known', () => {
  expect(findGaps(days([9, 0], [14, 50]), { hadBegun: true })).toEqual([{ first: 0, last: 8 }]);
});

test('a day with as many events as all days before it is no gap, however many come after a launch', () => {
  const days = [...Array<number>(30).fill(10), ...Array<number>(28).fill(200)];
  expect(findGaps(days, { hadBegun: true })).toEqual([]);
  expect(findGaps([...days, ...Array<number>(14).fill(4000)], { hadBegun: true })).toEqual([]);
});

test.each([
  ['clocks that are a year slow', days([77, 10], [288, 0], [77, 500]), 365],
  ['an outage of a month', days([77, 10], [30, 0], [77, 500]), 0],
  ['an app that began within the days', days([9, 0], [14, 50]), 9],
  ['the second of two long stretches', days([1, 1], [99, 0], [1, 1], [99, 0], [14, 50]), 200],
  ['no events', days([9, 0]), -1],
])(
  'a source starts again on the first day after the last long stretch without events: %s',
  (_, counts, place) => {
    expect(findRestart(counts)).toBe(place);
  },
);
