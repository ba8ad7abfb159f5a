import { foundBy } from '../tables/row-filter.ts';
import type { QueryFilter } from '../../tql/query.ts';
import { toNumber } from '../tables/table.ts';
import { isVersion } from '../tables/versions.ts';
import type { ReleaseRequest } from '../inputs/request.ts';
import { comparatorOf } from '../../tql/ordering.ts';
import { MS_PER_DAY } from '../../tql/interval.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { outputsOf, SIDES, type Sides, USERS, VERSION, VERSION_COLUMNS } from './queries.ts';
import type { Cell, Known } from './sequence.ts';

/** The column that most events have of those that versions are sent in; null if none has any. */
export function readVersionColumn(result: QueryResult): string | null {
  const values = result.kind === 'timeseries' ? (result.buckets[0]?.values ?? {}) : {};
  const counts = VERSION_COLUMNS.map((column) => ({ column, events: toNumber(values[column]) ?? 0 }));
  const [most] = counts.sort((a, b) => b.events - a.events);
  return most === undefined || most.events === 0 ? null : most.column;
}

/** The users of a version on a day; `users` of all users if `version` is null. */
interface VersionDay {
  readonly dayMs: number;
  readonly version: string | null;
  readonly users: number;
}

/** What is compared: the new version, those that it is compared with, and since when. */
export interface Compared {
  /** Null if no version has enough users. */
  readonly version: string | null;
  readonly old: readonly string[];
  /** The start of the first day; null if nobody has the new version. */
  readonly sinceMs: number | null;
}

/** One user in this many is enough for a version to count as released. */
const ONE_IN = 1000;

/**
 * Finds what a release compares, as far as its entry does not say it. The new version is the highest one that
 * one user in 1,000 has had since `lastDayMs`, the start of the last whole day. It is compared from the first
 * day on which one user in 1,000 had it.
 */
export function findCompared(
  request: ReleaseRequest,
  sinceMs: number | null,
  versions: QueryResult,
  all: QueryResult,
  lastDayMs: number,
): Compared {
  const rows = versionDays(versions);
  const totals = new Map(readTotals(all).map(({ dayMs, users }) => [dayMs, users]));
  const isSpread = ({ dayMs, users }: VersionDay, among = totals.get(dayMs) ?? Infinity): boolean =>
    users > 0 && users * ONE_IN >= among;
  const known = rows.filter(({ version }) => isVersion(version));
  const last = known.some(({ dayMs }) => dayMs === lastDayMs)
    ? lastDayMs
    : Math.max(...known.map((row) => row.dayMs));
  // A day that has just begun has few users, of whom one may be more than one in 1,000.
  const most = Math.max(...[...totals].flatMap(([dayMs, users]) => (dayMs < last ? [] : users)));
  const spread = known
    .filter((row) => row.dayMs >= last && isSpread(row, most))
    .flatMap(({ version }) => version ?? []);
  const version = request.new ?? spread.reduce<string | null>((best, each) => higher(best, each), null);
  const first = rows.filter((row) => row.version === version && isSpread(row)).map(({ dayMs }) => dayMs);
  const since = sinceMs ?? (first.length === 0 ? null : Math.min(...first));
  const seen = [
    ...new Set(rows.filter(({ dayMs }) => dayMs >= (since ?? 0)).flatMap((row) => row.version ?? [])),
  ];
  return {
    version,
    old: version === null ? [] : seen.filter(isOld(request.against, version)),
    sinceMs: since,
  };
}

const compareVersions = comparatorOf('version');

function higher(best: string | null, version: string): string {
  return best === null || compareVersions(version, best) > 0 ? version : best;
}

function isOld(against: ReleaseRequest['against'], version: string): (value: string) => boolean {
  if (against.kind === 'version') return (value) => value === against.text;
  if (against.kind === 'startsWith') return (value) => value.startsWith(against.text) && value !== version;
  return (value) => isVersion(value) && compareVersions(value, version) < 0;
}

/** What a release is compared with, in words. */
export function againstText(against: ReleaseRequest['against']): string {
  if (against.kind === 'previous') return 'a lower version';
  return against.kind === 'version' ? against.text : `a version that begins with ${against.text}`;
}

function versionDays(result: QueryResult): readonly VersionDay[] {
  if (result.kind !== 'groupBy') return [];
  return result.rows.map(({ timestampMs, event }) => {
    const version = event[VERSION];
    return {
      dayMs: timestampMs,
      version: typeof version === 'string' ? version : null,
      users: toNumber(event[USERS]) ?? 0,
    };
  });
}

function readTotals(result: QueryResult): readonly VersionDay[] {
  if (result.kind !== 'timeseries') return [];
  return result.buckets.map(({ timestampMs, values }) => {
    return { dayMs: timestampMs, version: null, users: toNumber(values[USERS]) ?? 0 };
  });
}

/** The filters of both sides. */
export function sidesOf(
  column: string,
  { version, old }: Compared,
  { against }: Pick<ReleaseRequest, 'against'>,
): Sides {
  const found: QueryFilter = { type: 'in', dimension: column, values: [...old] };
  return {
    new: { type: 'selector', dimension: column, value: version ?? '' },
    old: foundBy(found, ['old versions', column, version, { ...against }]),
  };
}

/** A day of a stratum. */
export interface DayCell extends Cell {
  readonly dayMs: number;
}

/** The cells of the event at `place` in the answer to a `sidesQuery`. */
export function readCells(result: QueryResult, place: number): readonly DayCell[] {
  const { newHad, oldHad, newHadBoth, oldHadBoth } = outputsOf(place);
  return rowsOf(result).map(({ dayMs, row }) => {
    const count = (name: string): number => Math.max(0, toNumber(row[name]) ?? 0);
    const only = (all: string, both: string): number => Math.max(0, count(all) - count(both));
    const [newUsers, oldUsers] = [only(SIDES.new, SIDES.both), only(SIDES.old, SIDES.both)];
    return {
      dayMs,
      newUsers,
      oldUsers,
      newHad: Math.min(newUsers, only(newHad, newHadBoth)),
      oldHad: Math.min(oldUsers, only(oldHad, oldHadBoth)),
    };
  });
}

function rowsOf(result: QueryResult): readonly { readonly dayMs: number; readonly row: ResultRow }[] {
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
export function troubledDays(cells: readonly DayCell[], { before }: Known): readonly number[] {
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
export function readKnown(
  users: QueryResult,
  had: QueryResult,
  sinceMs: number,
  leftOut: readonly number[] = [],
): Known {
  const [all, affected] = [readReturns(users), readReturns(had)];
  const since = new Date(sinceMs).toISOString().slice(0, 10);
  const isBefore = ({ last, users }: Returned): boolean => last < since && users > 0;
  const without = new Set(leftOut.map((ms) => new Date(ms + MS_PER_DAY / 2).toISOString().slice(0, 10)));
  const isSince = ({ first, last }: Returned): boolean =>
    first >= since && !without.has(first) && !without.has(last);
  const [allBefore, affectedBefore] = [all.filter(isBefore), affected.filter(isBefore)];
  const [days, seen, events] = [
    allBefore.filter(isOneDay).length,
    sumOf(allBefore.filter(isOneDay)),
    sumOf(affectedBefore.filter(isOneDay)),
  ];
  const independent = events / spreadOf(allBefore, affectedBefore);
  const before = days === 0 ? null : { rate: events / seen, events: (FORTNIGHT * independent) / days };
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
