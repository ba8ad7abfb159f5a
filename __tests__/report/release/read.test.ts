import { outputsOf, returnsQuery, SIDES } from '../../../src/report/release/queries.ts';
import { readBackground, readPeople, readSides, troubledDays } from '../../../src/report/release/read.ts';
import { answeredRows } from '../../../src/report/tables/rows.ts';
import type { QueryResult } from '../../../src/tql/result.ts';

const DAY_MS = 86_400_000;
const DAYS = ['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
/** The days on which each user came, and those of them with the event; nobody came on the last day. */
const CAME = [
  [0, 1, 2, 3, 4],
  [0, 1, 2, 4],
  [1, 2, 3],
  [0, 3, 4],
];
const HAD = [[0, 2, 3, 4], [1], [], [3]];

/** The answer to a retention, counted pair by pair. */
function retentionOf(users: readonly (readonly number[])[]): QueryResult {
  const pairs = DAYS.flatMap((first, i) => DAYS.slice(i).map((last, j) => ({ first, last, i, j: i + j })));
  const event = Object.fromEntries(
    pairs.map(({ first, last, i, j }) => [
      `retention_${first}_${first}_${last}_${last}`,
      users.filter((days) => days.includes(i) && days.includes(j)).length,
    ]),
  );
  return { kind: 'groupBy', rows: [{ timestampMs: 0, event }] };
}

describe('what is known of an event', () => {
  const known = readBackground(retentionOf(CAME), retentionOf(HAD), Date.parse('2026-11-10') + DAY_MS / 24);

  test('the spread of an event is the variance of a side’s sum over that of independent days', () => {
    // If each user is on either side by chance, the sum of a side varies by each user's days, squared.
    const rates = [2, 3, 4].map((day) => countOn(HAD, day) / countOn(CAME, day));
    const rateOn = (day: number): number => rates[day - 2] ?? 0;
    const since = (days: readonly number[]): number[] => days.filter((day) => day >= 2);
    const expected = CAME.flatMap(since).map((day) => rateOn(day) * (1 - rateOn(day)));
    const pairs = (days: readonly number[], weigh: (day: number) => number): number =>
      since(days).reduce(
        (all, one) => all + sum(since(days).map((other) => (one === other ? 0 : weigh(one) * weigh(other)))),
        0,
      );
    const excess =
      sum(HAD.map((days) => pairs(days, () => 1))) - sum(CAME.map((days) => pairs(days, rateOn)));
    expect(known.spread).toBeCloseTo(1 + excess / sum(expected), 10);
    expect(known.spread).toBeGreaterThan(1.5);
  });

  test('the rate of an event before a release is how often the event was in the days before', () => {
    expect(known.before).toEqual({ rate: 2 / 6, events: 14 });
  });

  test('no rate is known of an event where nobody came before', () => {
    const none = readBackground(retentionOf([[4]]), retentionOf([[]]), Date.parse('2026-11-10'));
    expect(none).toEqual({ spread: 1, before: null });
  });
});

describe('a day of trouble', () => {
  /** Days of two strata, the second one with thrice the rate; the old users of each who had the event. */
  const cellsOf = (hadByDay: readonly number[], newHad = 1) =>
    hadByDay.flatMap((had, dayMs) =>
      [0.5, 1.5].map((times) => ({
        dayMs,
        newUsers: 100,
        newHad,
        oldUsers: 1000,
        oldHad: had * times,
      })),
    );
  const known = { spread: 1, before: { rate: 0.01, events: 100 } };

  test.each([
    ['is one on which far more old users have the event than in the week before', [10, 10, 200, 10], [2]],
    ['is not one of few events more', [10, 34, 20], []],
    ['is not what most days are like', [10, 200, 200], []],
    ['can be each one at first', [200, 200], [0, 1]],
  ])('a day of trouble %s', (_, had, expected) => {
    expect(troubledDays(cellsOf(had), known)).toEqual(expected);
  });

  test('no day is one of trouble if a new version is bad, or nothing is known of the week before', () => {
    expect(troubledDays(cellsOf([10, 10], 100), known)).toEqual([]);
    expect(troubledDays(cellsOf([10, 10, 200]), { spread: 1, before: null })).toEqual([]);
  });

  test('a day of trouble does not count in how much the days of one user vary', () => {
    const [users, had] = [retentionOf(CAME), retentionOf(HAD)];
    const since = Date.parse('2026-11-10');
    const without = (days: readonly (readonly number[])[]) =>
      retentionOf(days.map((each) => each.filter((day) => day !== 3)));
    expect(readBackground(users, had, since, [since + DAY_MS]).spread).toBeCloseTo(
      readBackground(without(CAME), without(HAD), since).spread,
      10,
    );
  });
});

function countOn(users: readonly (readonly number[])[], day: number): number {
  return users.filter((days) => days.includes(day)).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

test('the query for users who came back ends with the last day, and not in the day after', () => {
  const filter = { type: 'selector', dimension: 'appVersion', value: '1' } as const;
  const range = { startMs: Date.parse('2026-11-08'), endMs: Date.parse('2026-11-14') };
  const { intervals } = returnsQuery({ new: filter, old: filter, unversioned: filter }, null, range);
  expect(intervals).toEqual(['2026-11-08T00:00:00.000Z/2026-11-13T23:59:59.999Z']);
});

test('the different users of a release are known only if each of its days is compared', () => {
  const bucket = (day: number, oldUsers: number) => ({
    timestampMs: day * DAY_MS,
    values: { [SIDES.new]: 9, [SIDES.old]: oldUsers, [SIDES.both]: 0, [outputsOf(0).newHad]: 4 },
  });
  const readWith = (oldUsers: number) =>
    readSides(answeredRows({ kind: 'timeseries', buckets: [bucket(0, 5), bucket(1, oldUsers)] }), 0);
  expect([readWith(5), readWith(0)].map(({ isComplete }) => isComplete)).toEqual([true, false]);
  const people = {
    kind: 'timeseries',
    buckets: [{ timestampMs: 0, values: { people_new: 12, has_0_users: 6 } }],
  } as const;
  expect([true, false].map((isComplete) => readPeople(people, 0, isComplete).different)).toEqual([
    { users: 12, had: 6 },
    null,
  ]);
});
