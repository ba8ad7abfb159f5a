// Which versions a release compares: the new one, since when, and the one that most users had before. Called
// by `run/releases/` with the answers to `versionsQuery`.
import type { ReleaseRequest } from '../inputs/request.ts';
import { answeredRows } from '../tables/rows.ts';
import { compareVersions, isPreRelease, isVersion } from '../tables/versions/versions.ts';
import { toNumber } from '../tables/table.ts';
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { USERS } from './queries.ts';

/** What is compared: the new version, those that it is compared with, and since when. */
export interface Compared extends NewVersion {
  readonly old: readonly string[];
}

interface NewVersion {
  /** Null if no version has enough users. */
  readonly version: string | null;
  /** The start of the first day; null if nobody has the new version. */
  readonly sinceMs: number | null;
}

/** The first of the columns that an event has a version in; null if none has. */
export function findColumn(columns: readonly string[], versions: QueryResult): string | null {
  const rows = answeredRows(versions);
  return columns.find((column) => rows.some(({ row }) => textOf(row, column) !== null)) ?? null;
}

/** A version counts as released if one user in this many has it. */
const ONE_IN = 1000;
/** And if at least this many users have it, in all days together. */
const FEWEST_USERS = 10;

/**
 * Finds the new version and its first day. Unless the entry names it, the new version is the highest released
 * one since `lastDayMs`, the start of the last complete day. The first day is the first on which one user in
 * 1,000 had it.
 */
export function findNew(
  request: Pick<ReleaseRequest, 'new'>,
  columns: readonly string[],
  daily: QueryResult,
  all: QueryResult,
  lastDayMs: number,
): NewVersion {
  const days = answeredRows(daily).map(({ timestampMs: dayMs, row }) => {
    return { dayMs, version: firstText(row, columns), users: usersIn(row) };
  });
  const usersOfDays = sums(days.map(({ dayMs, users }) => [dayMs, users]));
  const usersOfVersions = sums(answeredRows(all).map(({ row }) => [firstText(row, columns), usersIn(row)]));
  // What many users have was released, whatever its name looks like: "4.2b".
  const mostUsers = Math.max(...usersOfVersions.values());
  const released = days.filter(({ version }) => {
    const users = usersOfVersions.get(version) ?? 0;
    return (isRelease(version) || users > mostUsers / 2) && users >= FEWEST_USERS;
  });
  const version = request.new ?? highestVersion(released, usersOfDays, lastDayMs);
  const daysOfVersion = days
    .filter((day) => day.version === version && isEnough(day.users, usersOfDays.get(day.dayMs) ?? Infinity))
    .map(({ dayMs }) => dayMs)
    .sort((a, b) => a - b);
  const firstDays = daysOfVersion.filter(
    (dayMs, place) => dayMs - (daysOfVersion[place - 1] ?? -Infinity) > WRONG_CLOCK_MS,
  );
  return { version, sinceMs: firstDays.at(-1) ?? null };
}

/** How many users had a version on a day. */
interface VersionDay {
  readonly dayMs: number;
  readonly version: string | null;
  readonly users: number;
}

/** The highest version that enough users had on the last complete day or later, or else on the latest day. */
function highestVersion(
  released: readonly VersionDay[],
  usersOfDays: ReadonlyMap<number, number>,
  lastDayMs: number,
): string | null {
  const fromMs = Math.min(lastDayMs, Math.max(...released.map(({ dayMs }) => dayMs)));
  // A day that has just begun has few users, of whom one may be more than one in 1,000.
  const mostUsers = Math.max(...[...usersOfDays].flatMap(([dayMs, users]) => (dayMs < fromMs ? [] : users)));
  const candidates = released
    .filter(({ dayMs, users }) => dayMs >= fromMs && isEnough(users, mostUsers))
    .flatMap(({ version }) => version ?? []);
  return candidates.sort(compareVersions).at(-1) ?? null;
}

/** Whether enough of a day's users have a version. */
function isEnough(users: number, amongUsers: number): boolean {
  return users > 0 && users * ONE_IN >= amongUsers;
}

/** Days of a version that are this long before its others came from devices with wrong clocks. */
const WRONG_CLOCK_MS = 7 * MS_PER_DAY;

/** Whether a text is a version, and not one before its release: `4.2`, not `4.2-beta`. */
function isRelease(version: string | null): boolean {
  return isVersion(version) && !isPreRelease(version ?? '');
}

/** Users of a version in a stratum, before the new version came and since. */
type Population = ReturnType<typeof readPopulations>[number];

/**
 * Reads who had which version. Each row of an answer makes one population: those of the time before have no
 * users since, and the other way around.
 */
export function readPopulations(
  before: QueryResult,
  since: QueryResult,
  columns: readonly string[],
  strata: readonly string[],
) {
  const read = (result: QueryResult, period: 'before' | 'since') =>
    answeredRows(result).flatMap(({ row }) => {
      const version = firstText(row, columns);
      const stratum = JSON.stringify(strata.map((name) => row[name] ?? null));
      const users = { before: 0, since: 0, [period]: usersIn(row) };
      return version === null ? [] : [{ version, stratum, ...users }];
    });
  return [...read(before, 'before'), ...read(since, 'since')];
}

/** The versions that a new one is compared with: as the entry says, or those that most users had before. */
export function findOld(
  against: ReleaseRequest['against'],
  version: string,
  populations: readonly Population[],
): readonly string[] {
  const usedVersions = populations
    .filter((each) => each.since > 0 && each.version !== version)
    .map((each) => each.version);
  const previous = against.kind === 'previous' ? findPrevious(version, populations) : [];
  const isOld = (other: string): boolean => {
    switch (against.kind) {
      case 'version':
        return other === against.text;
      case 'startsWith':
        return other.startsWith(against.text);
      case 'lower':
        return isVersion(other) && compareVersions(other, version) < 0;
      case 'previous':
        return previous.includes(other);
    }
  };
  return [...new Set(usedVersions.filter(isOld))];
}

/** Strata with a smaller part of the new version's users do not choose what it is compared with. */
const SMALL_STRATUM = 0.05;

/** The version that most users had before, of each stratum that has the new version. */
function findPrevious(version: string, populations: readonly Population[]): readonly string[] {
  const usersOfNew = sums(
    populations.map((each) => [each.stratum, each.version === version ? each.since : 0]),
  );
  return [...usersOfNew].flatMap(([stratum, users]) => {
    if (users < SMALL_STRATUM * totalOf(usersOfNew)) return [];
    const releases = populations.filter(
      (each) => each.stratum === stratum && each.version !== version && isRelease(each.version),
    );
    const lower = releases.filter((each) => compareVersions(each.version, version) < 0);
    return mostUsed(releases, 'before') ?? mostUsed(lower, 'since') ?? [];
  });
}

/** The version that most users had; null if nobody had any. */
function mostUsed(populations: readonly Population[], period: 'before' | 'since'): string | null {
  const usersOfVersions = sums(populations.map((each) => [each.version, each[period]]));
  const [most] = [...usersOfVersions].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] > 0 ? most[0] : null;
}

/** What a release is compared with, in words. */
export function againstText(against: ReleaseRequest['against'], old: readonly string[]): string {
  switch (against.kind) {
    case 'lower':
      return 'a lower version';
    case 'startsWith':
      return `a version that begins with ${against.text}`;
    case 'version':
      return against.text;
    case 'previous':
      return old.length === 0 ? 'another released version' : old.join(' or ');
  }
}

/** The text in the first column that has one. */
export function firstText(row: ResultRow, columns: readonly string[]): string | null {
  return columns.map((column) => textOf(row, column)).find((text) => text !== null) ?? null;
}

function textOf(row: ResultRow, column: string): string | null {
  const value = row[column];
  return typeof value === 'string' ? value : null;
}

function usersIn(row: ResultRow): number {
  return toNumber(row[USERS]) ?? 0;
}

/** The sum of the counts of each key. */
export function sums<Key>(counts: readonly (readonly [Key, number])[]): ReadonlyMap<Key, number> {
  const all = new Map<Key, number>();
  for (const [key, count] of counts) all.set(key, (all.get(key) ?? 0) + count);
  return all;
}

function totalOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count, 0);
}
