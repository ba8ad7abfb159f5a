// Reads the answers to the queries of `queries.ts`: the counts of both sides by day, how an event repeats,
// and what is known of the same users before. Called by `run/releases/`.
import type { Side } from '../results/doubt.ts';
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import { type AnsweredRow, answeredRows } from '../tables/rows.ts';
import { toNumber } from '../tables/table.ts';
import type { QueryResult } from '../../tql/result.ts';
import { sumOf } from './compare.ts';
import { outputsOf, PEOPLE, SIDES } from './queries.ts';
import type { DayCell, EventBackground } from './sequence.ts';
import { firstText, sums } from './versions.ts';

/**
 * Reads the event at `place` from the rows of a `sidesQuery`. Only days with users of both sides are
 * compared. `isComplete` says whether these are all days of the new version.
 */
export function readSides(rows: readonly AnsweredRow[], place: number) {
  const names = outputsOf(place);
  const cells: DayCell[] = [];
  const oneVersionCells: DayCell[] = [];
  const unversioned = { new: 0, old: 0 };
  const sent = { new: 0, old: 0 };
  const days = { new: 0, old: 0 };
  let isComplete = true;
  for (const { timestampMs: dayMs, row } of rows) {
    const count = (name: string): number => Math.max(0, toNumber(row[name]) ?? 0);
    const difference = (name: string, other: string): number => Math.max(0, count(name) - count(other));
    const newUsers = count(SIDES.new);
    // A user with both versions on a day is on the new side.
    const oldUsers = difference(SIDES.old, SIDES.both);
    if (newUsers > 0 && oldUsers === 0) isComplete = false;
    if (newUsers === 0 || oldUsers === 0) continue;
    const oldHad = difference(names.oldHad, names.oldHadBoth);
    const cellOf = (users: number, had: number): DayCell => {
      const sides = { newHad: Math.min(users, had), oldHad: Math.min(oldUsers, oldHad) };
      return { dayMs, newUsers: users, oldUsers, ...sides };
    };
    cells.push(cellOf(newUsers, count(names.newHad)));
    oneVersionCells.push(
      cellOf(difference(SIDES.new, SIDES.both), difference(names.newHad, names.newHadBoth)),
    );
    sent.new += count(SIDES.newEvents);
    sent.old += count(SIDES.oldEvents);
    // Who updates on a day has either version for half of it, as a rule.
    days.new += newUsers - count(SIDES.both) / 2;
    days.old += oldUsers + count(SIDES.both) / 2;
    unversioned.new += count(names.newUnversioned);
    unversioned.old += difference(names.unversioned, names.newUnversioned);
  }
  const perDay = { new: sent.new / days.new, old: sent.old / days.old };
  return { cells, oneVersionCells, unversioned, perDay, isComplete };
}

/** If fewer of the users, or of those with the event, have a value in a column, nothing is known of them. */
const LEAST_WITH_VALUE = 0.95;

/** The answer to a query of `mixQueries`, by the columns of the mix; null if it has none. */
interface AnsweredMix {
  readonly columns: readonly string[];
  readonly result: QueryResult | null;
}

/**
 * Reads the event at `place` from the answers to `mixQueries`: the counts within each value, which is in the
 * first of the columns that an event has, and the sums of each value. Mixes of which many events have no
 * value are left out. `plain` has the rows of the `sidesQuery`.
 */
export function readMixes(
  answers: readonly AnsweredMix[],
  plain: readonly AnsweredRow[],
  place: number,
  strata: readonly string[],
) {
  const outputs = outputsOf(place);
  const names = [...Object.values(SIDES), ...Object.values(outputs)];
  return answers.flatMap(({ columns, result }) => {
    const all = result === null ? [] : answeredRows(result);
    const rows = all.filter(({ row }) => firstText(row, columns) !== null);
    const column = columns.find((name) => rows.some(({ row }) => typeof row[name] === 'string'));
    const isKnown = [SIDES.new, SIDES.old, outputs.newHad, outputs.oldHad].every(
      (name) => sumIn(rows, name) >= LEAST_WITH_VALUE * sumIn(plain, name),
    );
    if (column === undefined || !isKnown) return [];
    const keyOf = ({ timestampMs, row }: AnsweredRow): string =>
      JSON.stringify([timestampMs, ...strata.map((name) => row[name])]);
    // Rows of several columns' combinations, as the rows of one value: their counts are added.
    const merged = (some: readonly AnsweredRow[]): readonly AnsweredRow[] =>
      [...Map.groupBy(some, keyOf).values()].flatMap((same) =>
        same.slice(0, 1).map(({ timestampMs }) => ({
          timestampMs,
          row: Object.fromEntries(names.map((name) => [name, sumIn(same, name)])),
        })),
      );
    const values = [...Map.groupBy(rows, ({ row }) => firstText(row, columns)).values()];
    const parts = values.map((some) => readSides(merged(some), place));
    return [
      {
        column,
        cells: parts.flatMap(({ cells }) => cells),
        oneVersionCells: parts.flatMap((part) => part.oneVersionCells),
        parts: parts.map(sumOf),
      },
    ];
  });
}

function sumIn(rows: readonly AnsweredRow[], name: string): number {
  return rows.reduce((sum, { row }) => sum + Math.max(0, toNumber(row[name]) ?? 0), 0);
}

/** On a day of trouble, more than 3 times the usual number of users have the event, by more than 10 users. */
const TROUBLE = { times: 3, more: 10 };

/**
 * The days of a trouble that no version causes, such as a broken server: far more users of old versions have
 * the event than before the release. Such a day has more events than all others together, and makes both
 * sides look alike. If most of at least three days are such days, that is usual now, and they count.
 */
export function troubledDays(cells: readonly DayCell[], { before }: EventBackground): readonly number[] {
  if (before === null) return [];
  const excessOfDays = sums(
    cells.map(({ dayMs, oldUsers, oldHad }) => [dayMs, oldHad - TROUBLE.times * before.rate * oldUsers]),
  );
  const troubled = [...excessOfDays].flatMap(([dayMs, excess]) => (excess > TROUBLE.more ? [dayMs] : []));
  const isUsual = excessOfDays.size > 2 && troubled.length * 2 > excessOfDays.size;
  return isUsual ? [] : troubled;
}

/** `Before.events` is for two weeks. */
const FORTNIGHT = 14;

/**
 * Reads how often an event happened before the release, and how much more its daily counts vary than if
 * events were independent, as they are not of users who have it again and again. `users` and `had` are the
 * answers to a `returnsQuery` of all events and of this one. The days that start at `leftOut` do not count.
 */
export function readBackground(
  users: QueryResult,
  had: QueryResult,
  sinceMs: number,
  leftOut: readonly number[] = [],
): EventBackground {
  const [all, affected] = [readReturns(users), readReturns(had)];
  const since = dayOf(sinceMs);
  // A retention's days begin in UTC: the noon of a local day is in the UTC day that has most of it.
  const daysLeftOut = leftOut.map((ms) => dayOf(ms + MS_PER_DAY / 2));
  const isBefore = (pair: DayPair): boolean => pair.last < since && pair.users > 0;
  const isSince = ({ first, last }: DayPair): boolean =>
    first >= since && !daysLeftOut.includes(first) && !daysLeftOut.includes(last);
  const [allBefore, affectedBefore] = [all.filter(isBefore), affected.filter(isBefore)];
  const days = allBefore.filter(isOneDay);
  const events = usersOf(affectedBefore.filter(isOneDay));
  const independentEvents = events / spreadOf(allBefore, affectedBefore);
  return {
    spread: spreadOf(all.filter(isSince), affected.filter(isSince)),
    before:
      days.length === 0
        ? null
        : { rate: events / usersOf(days), events: (FORTNIGHT * independentEvents) / days.length },
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * How many times as much the sum of daily counts varies as that of independent events: 1 if nobody has the
 * event more often than others. If some have it repeatedly, more users have it on both of two days than
 * chance explains. The variance of a sum is the sum of the days' variances, and twice the covariance of each
 * two days. A quotient below 1 is taken for chance.
 */
function spreadOf(all: readonly DayPair[], affected: readonly DayPair[]): number {
  const usersOn = new Map(all.filter(isOneDay).map(({ first, users }) => [first, users]));
  const days = affected.filter(isOneDay);
  const rates = new Map(
    days.map(({ first, users }) => [first, users / Math.max(1, usersOn.get(first) ?? 0)]),
  );
  /** How many users would have the event on both days of some pairs by chance. */
  const byChance = (pairs: readonly DayPair[]): number =>
    usersOf(
      pairs.map((pair) => {
        const rate = (rates.get(pair.first) ?? 0) * (rates.get(pair.last) ?? 0);
        return { ...pair, users: pair.users * rate };
      }),
    );
  const isTwoDays = (pair: DayPair): boolean => !isOneDay(pair);
  // The sum of the days' variances n·p·(1 - p): a pair of a day with itself has n·p users, and n·p² by
  // chance.
  const independent = usersOf(days) - byChance(all.filter(isOneDay));
  // The sum of the covariances, each pair of days once.
  const excess = usersOf(affected.filter(isTwoDays)) - byChance(all.filter(isTwoDays));
  return 1 + Math.max(0, (2 * excess) / Math.max(1, independent));
}

/** How many users came on both of two days such as `2026-11-09`. If these are the same day: on that day. */
interface DayPair {
  readonly first: string;
  readonly last: string;
  readonly users: number;
}

function isOneDay({ first, last }: DayPair): boolean {
  return first === last;
}

function usersOf(pairs: readonly DayPair[]): number {
  return pairs.reduce((sum, { users }) => sum + users, 0);
}

/**
 * A retention has one row with an output for each pair of days: `retention_FROM_TO_FROM_TO`, both ends a day.
 */
function readReturns(result: QueryResult): readonly DayPair[] {
  const [output] = answeredRows(result);
  return Object.entries(output?.row ?? {}).flatMap(([name, value]) => {
    const [, first, last] = /^retention_([\d-]{10})_[\d-]{10}_([\d-]{10})_[\d-]{10}$/.exec(name) ?? [];
    return first === undefined || last === undefined ? [] : [{ first, last, users: toNumber(value) ?? 0 }];
  });
}

/** What is known of the same users before a release, and on the day after one on which they came. */
export type People = ReturnType<typeof readPeople>;

/** Reads the event at `place` from the answer to a `peopleQuery`; `isComplete` if all days are compared. */
export function readPeople(result: QueryResult, place: number, isComplete: boolean) {
  const row = answeredRows(result)[0]?.row ?? {};
  // The sum of an output, or of one for each day.
  const sum = (start: string): number =>
    Object.keys(row)
      .filter((name) => name.startsWith(start))
      .reduce((all, name) => all + Math.round(toNumber(row[name]) ?? 0), 0);
  const side = (users: string, had: string): Side => {
    return { users: sum(users), had: Math.min(sum(users), sum(had)) };
  };
  return {
    // The days before on which users of a group came, and those with the event.
    moved: side(`moved_${PEOPLE.was}`, `moved_${PEOPLE.had(place)}`),
    stayed: side(`stayed_${PEOPLE.was}`, `stayed_${PEOPLE.had(place)}`),
    // The days of users of a version, and those after which they came back.
    back: { new: side(PEOPLE.came.new, PEOPLE.back.new), old: side(PEOPLE.came.old, PEOPLE.back.old) },
    // The different users of a version, and those of them who were there before.
    priorUsers: {
      new: side(PEOPLE.users.new, PEOPLE.known.new),
      old: side(PEOPLE.users.old, PEOPLE.known.old),
    },
    // The different users of the new version who were there before, and those who had an old version then.
    former: side(PEOPLE.known.new, PEOPLE.updated),
    // The different users of the new version, and those who had the event.
    different: isComplete ? side(PEOPLE.users.new, PEOPLE.withEvent(place)) : null,
  };
}
