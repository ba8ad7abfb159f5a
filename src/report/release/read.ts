import type { Side, SideName } from '../results/doubt.ts';
import { MS_PER_DAY } from '../../tql/interval.ts';
import { toNumber } from '../tables/table.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { type GROUPS, outputsOf, type PeopleDays, SIDES } from './queries.ts';
import type { Cell, EventBackground } from './sequence.ts';

/** A day of a stratum. */
export interface DayCell extends Cell {
  readonly dayMs: number;
}

/** What was counted of an event on both sides. */
export type SideCounts = ReturnType<typeof readSides>;

/**
 * What the answer to a `sidesQuery` says about the event at `place`, on days that have users of both sides.
 */
export function readSides(result: QueryResult, place: number) {
  const names = outputsOf(place);
  const unversioned = { new: 0, old: 0 };
  let isWhole = true;
  const cells = rowsOf(result).flatMap(({ dayMs, row }) => {
    const count = (name: string): number => Math.max(0, toNumber(row[name]) ?? 0);
    const only = (all: string, both: string): number => Math.max(0, count(all) - count(both));
    const oldUsers = only(SIDES.old, SIDES.both);
    isWhole &&= oldUsers > 0 || count(SIDES.new) === 0;
    if (oldUsers === 0 || count(SIDES.new) === 0) return [];
    const cell = (newUsers: number, newHad: number): DayCell => {
      const oldHad = Math.min(oldUsers, only(names.oldHad, names.oldHadBoth));
      return { dayMs, newUsers, newHad: Math.min(newUsers, newHad), oldUsers, oldHad };
    };
    unversioned.new += count(names.newUnversioned);
    unversioned.old += only(names.unversioned, names.newUnversioned);
    return {
      all: cell(count(SIDES.new), count(names.newHad)),
      whole: cell(only(SIDES.new, SIDES.both), only(names.newHad, names.newHadBoth)),
    };
  });
  return { cells: cells.map(({ all }) => all), whole: cells.map(({ whole }) => whole), unversioned, isWhole };
}

/** The rows of an answer by day. */
export function rowsOf(result: QueryResult): readonly { readonly dayMs: number; readonly row: ResultRow }[] {
  if (result.kind === 'timeseries')
    return result.buckets.map(({ timestampMs, values }) => ({ dayMs: timestampMs, row: values }));
  return result.kind === 'groupBy'
    ? result.rows.map(({ timestampMs, event }) => ({ dayMs: timestampMs, row: event }))
    : [];
}

/**
 * On a day of trouble, the users of old versions with the event exceed `times` times the usual number by more
 * than `more`.
 */
const TROUBLE = { times: 3, more: 10 };

/**
 * The days of a trouble that no version causes, found by how often users of old versions had the event in the
 * week before. Such a day has more events than all others, and makes both sides look alike. If most of three
 * days or more are like that, it is usual now.
 */
export function troubledDays(cells: readonly DayCell[], { before }: EventBackground): readonly number[] {
  if (before === null) return [];
  const days = new Map<number, number>();
  for (const { dayMs, oldUsers, oldHad } of cells)
    days.set(dayMs, (days.get(dayMs) ?? 0) + oldHad - TROUBLE.times * before.rate * oldUsers);
  const troubled = [...days].flatMap(([dayMs, more]) => (more > TROUBLE.more ? [dayMs] : []));
  return days.size > 2 && troubled.length * 2 > days.size ? [] : troubled;
}

/**
 * What the users who came back show about an event: how many times as much its daily counts vary as
 * independent ones would, and how often it happened before the release. `users` and `had` are answers to
 * `returnsQuery`s, with days that begin in UTC. Days that start at `leftOut` do not count.
 */
export function readBackground(
  users: QueryResult,
  had: QueryResult,
  sinceMs: number,
  leftOut: readonly number[] = [],
): EventBackground {
  const [all, affected] = [readReturns(users), readReturns(had)];
  const since = new Date(sinceMs).toISOString().slice(0, 10);
  const isBefore = ({ last, users }: Returned): boolean => last < since && users > 0;
  const without = new Set(leftOut.map((ms) => new Date(ms + MS_PER_DAY / 2).toISOString().slice(0, 10)));
  const isSince = ({ first, last }: Returned): boolean =>
    first >= since && !without.has(first) && !without.has(last);
  const [allBefore, affectedBefore] = [all.filter(isBefore), affected.filter(isBefore)];
  const [days, userDays, events] = [
    allBefore.filter(isOneDay).length,
    sumOf(allBefore.filter(isOneDay)),
    sumOf(affectedBefore.filter(isOneDay)),
  ];
  const independent = events / spreadOf(allBefore, affectedBefore);
  const before = days === 0 ? null : { rate: events / userDays, events: (FORTNIGHT * independent) / days };
  return { spread: spreadOf(all.filter(isSince), affected.filter(isSince)), before };
}

const FORTNIGHT = 14;

/**
 * Users who have the event repeatedly are recognized by pairs of days: there are more pairs than chance
 * explains for users who open the app often.
 */
function spreadOf(all: readonly Returned[], affected: readonly Returned[]): number {
  const usersOn = new Map(all.filter(isOneDay).map(({ first, users }) => [first, users]));
  const days = affected.filter(isOneDay);
  const rates = new Map(
    days.map(({ first, users }) => [first, users / Math.max(1, usersOn.get(first) ?? 0)]),
  );
  const byChance = ({ first, last, users }: Returned): number =>
    (rates.get(first) ?? 0) * (rates.get(last) ?? 0) * users;
  const expected = all.filter(isTwoDays).reduce((sum, pair) => sum + byChance(pair), 0);
  const independent = sumOf(days) - all.filter(isOneDay).reduce((sum, day) => sum + byChance(day), 0);
  const excess = sumOf(affected.filter(isTwoDays)) - expected;
  return 1 + Math.max(0, (2 * excess) / Math.max(1, independent));
}

/** The users who came on both of two days, which may be the same. */
interface Returned {
  readonly first: string;
  readonly last: string;
  readonly users: number;
}

const isOneDay = ({ first, last }: Returned): boolean => first === last;
const isTwoDays = ({ first, last }: Returned): boolean => first !== last;

function sumOf(pairs: readonly Returned[]): number {
  return pairs.reduce((sum, { users }) => sum + users, 0);
}

function readReturns(result: QueryResult): readonly Returned[] {
  const [row] = result.kind === 'groupBy' ? result.rows : [];
  return Object.entries(row?.event ?? {}).flatMap(([name, value]) => {
    const [, first, last] = /^retention_([\d-]{10})_[\d-]{10}_([\d-]{10})_[\d-]{10}$/.exec(name) ?? [];
    return first === undefined || last === undefined ? [] : [{ first, last, users: toNumber(value) ?? 0 }];
  });
}

/** What is known of the same users before a release, and on the day after one on which they came. */
export type People = ReturnType<typeof readPeople>;

/** What the answer to a `peopleQuery` says about the event at `place`; `isWhole` if all days are compared. */
export function readPeople(
  result: QueryResult,
  place: number,
  { before, returns }: PeopleDays,
  isWhole: boolean,
) {
  const values = result.kind === 'timeseries' ? result.buckets[0]?.values : undefined;
  const count = (name: string): number => Math.round(toNumber(values?.[name]) ?? 0);
  const sum = (days: readonly unknown[], nameOf: (day: number) => string): number =>
    days.reduce<number>((all, _, day) => all + count(nameOf(day)), 0);
  const side = (users: number, had: number): Side => ({ users, had: Math.min(users, had) });
  // The days before on which the users of a group came, and those with the event.
  const daysBefore = (group: (typeof GROUPS)[number]): Side =>
    side(
      sum(before, (day) => `${group}_was_${day}`),
      sum(before, (day) => `${group}_had_${place}_${day}`),
    );
  // The days of users of a version, and those after which they came back.
  const daysBack = (name: SideName): Side =>
    side(
      sum(returns, (day) => `${name}_came_${day}`),
      sum(returns, (day) => `${name}_back_${day}`),
    );
  // The different users of a version, and those of them who were there before.
  const priorUsers = (name: SideName): Side => side(count(`people_${name}`), count(`known_${name}`));
  const fresh = priorUsers('new');
  return {
    moved: daysBefore('moved'),
    stayed: daysBefore('stayed'),
    back: { new: daysBack('new'), old: daysBack('old') },
    priorUsers: { new: fresh, old: priorUsers('old') },
    // The different users of the new version, and those who had the event.
    different: isWhole ? side(fresh.users, count(`has_${place}`)) : null,
  };
}
