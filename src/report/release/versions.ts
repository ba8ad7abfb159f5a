// Which versions a release compares: the new one, since when, and the one that most users had before. Called
// by `run/releases.ts` with the answers to `versionsQuery`.
import type { PlatformDifference } from '../results/doubt.ts';
import type { ReleaseRequest } from '../inputs/request.ts';
import { answeredRows } from '../tables/rows.ts';
import { isPreRelease, isVersion } from '../tables/versions.ts';
import { toNumber } from '../tables/table.ts';
import { MS_PER_DAY } from '../../tql/interval.ts';
import { comparatorOf } from '../../tql/ordering.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { PLATFORM_COLUMNS, USERS } from './queries.ts';

/** What is compared: the new version, those that it is compared with, and since when. */
export interface Compared extends NewVersion {
  readonly old: readonly string[];
  /** The platform that the two sides differ by; null if they do not, or that is not known. */
  readonly platforms: PlatformDifference | null;
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

/** A version counts as released if one user in this many has it, and at least this many users. */
const ONE_IN = 1000;
const FEWEST_USERS = 10;

/**
 * Finds the new version and its first day, as far as the entry does not say them. It is the highest released
 * version since `lastDayMs`, the start of the last complete day. A pre-release is none. The first day is the
 * first on which one user in 1,000 had it.
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
  const isSpread = (users: number, amongUsers: number): boolean => users > 0 && users * ONE_IN >= amongUsers;
  const released = days.filter(
    ({ version }) => isRelease(version) && (usersOfVersions.get(version) ?? 0) >= FEWEST_USERS,
  );
  const fromMs = released.some(({ dayMs }) => dayMs === lastDayMs)
    ? lastDayMs
    : Math.max(...released.map(({ dayMs }) => dayMs));
  // A day that has just begun has few users, of whom one may be more than one in 1,000.
  const mostUsers = Math.max(...[...usersOfDays].flatMap(([dayMs, users]) => (dayMs < fromMs ? [] : users)));
  const candidates = released
    .filter(({ dayMs, users }) => dayMs >= fromMs && isSpread(users, mostUsers))
    .flatMap(({ version }) => version ?? []);
  const version = request.new ?? candidates.sort(compareVersions).at(-1) ?? null;
  const daysOfVersion = days.filter(
    (day) => day.version === version && isSpread(day.users, usersOfDays.get(day.dayMs) ?? Infinity),
  );
  const firstDays = daysOfVersion
    .map(({ dayMs }) => dayMs)
    .sort((a, b) => a - b)
    .filter((dayMs, place, all) => dayMs - (all[place - 1] ?? -Infinity) > WRONG_CLOCK_MS);
  return { version, sinceMs: firstDays.at(-1) ?? null };
}

/** After so long without the version, what was before came from wrong clocks. */
const WRONG_CLOCK_MS = 7 * MS_PER_DAY;

function isRelease(version: string | null): boolean {
  return isVersion(version) && !isPreRelease(version ?? '');
}

const compareVersions = comparatorOf('version');

/** Users of a version on a platform and in a stratum, before the new version came and since. */
type Population = ReturnType<typeof readPopulations>[number];

/** Reads who had which version; a row of `before` has nobody since, and the other way around. */
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
      const platform = firstText(row, PLATFORM_COLUMNS);
      const column = PLATFORM_COLUMNS.find((name) => textOf(row, name) !== null) ?? null;
      const users = { before: 0, since: 0, [period]: usersIn(row) };
      return version === null ? [] : [{ version, column, platform, stratum, ...users }];
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

/** A stratum with a smaller part of the new version's users does not say what it is compared with. */
const SMALL_STRATUM = 0.05;

/** The version that most users had before, of each stratum that has the new version. */
function findPrevious(version: string, populations: readonly Population[]): readonly string[] {
  const usersOfNew = sums(
    populations.map((each) => [each.stratum, each.version === version ? each.since : 0]),
  );
  const releases = populations.filter((each) => each.version !== version && isRelease(each.version));
  const lower = releases.filter((each) => compareVersions(each.version, version) < 0);
  return [...usersOfNew].flatMap(([stratum, users]) => {
    const mostUsed = (among: readonly Population[], period: 'before' | 'since') =>
      largest(
        sums(among.filter((each) => each.stratum === stratum).map((each) => [each.version, each[period]])),
      );
    if (users < SMALL_STRATUM * totalOf(usersOfNew)) return [];
    return mostUsed(releases, 'before') ?? mostUsed(lower, 'since') ?? [];
  });
}

function largest(counts: ReadonlyMap<string, number>): string | null {
  const [most] = [...counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  return most === undefined ? null : most[0];
}

/** Beyond this difference of a platform's parts, the users of both sides are not alike. */
const SAME_POPULATION = 0.1;

/** The platform whose part of the users differs most between both sides, if it differs clearly. */
export function findPlatforms(
  { strata }: Pick<ReleaseRequest, 'strata'>,
  version: string,
  old: readonly string[],
  populations: readonly Population[],
): PlatformDifference | null {
  const column = populations.find((each) => each.version === version && each.column !== null)?.column;
  if (column == null || PLATFORM_COLUMNS.some((each) => strata.includes(each))) return null;
  const usersOf = (versions: readonly string[]) =>
    sums(
      populations.flatMap(({ version: each, platform, since }) =>
        platform !== null && versions.includes(each) ? [[platform, since] as const] : [],
      ),
    );
  const [usersOfNew, usersOfOld] = [usersOf([version]), usersOf(old)];
  const [allNew, allOld] = [totalOf(usersOfNew), totalOf(usersOfOld)];
  const differences = [...usersOfNew.keys(), ...usersOfOld.keys()].map((platform) => {
    const partOfNew = (usersOfNew.get(platform) ?? 0) / allNew;
    const partOfOld = (usersOfOld.get(platform) ?? 0) / allOld;
    // Two standard errors.
    const chance =
      2 * Math.sqrt((partOfOld * (1 - partOfOld)) / allNew + (partOfNew * (1 - partOfNew)) / allOld);
    const difference = { column, platform, new: partOfNew, old: partOfOld };
    return { difference, beyondChance: Math.abs(partOfNew - partOfOld) - chance };
  });
  const [most] = differences.sort((a, b) => b.beyondChance - a.beyondChance);
  // Without users on a side, the difference is not a number.
  return most !== undefined && most.beyondChance > SAME_POPULATION ? most.difference : null;
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
      return old.length === 0 ? 'the version that most users had before' : old.join(' or ');
  }
}

/** The text in the first column that has one. */
function firstText(row: ResultRow, columns: readonly string[]): string | null {
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
