import type { PlatformDifference } from '../results/doubt.ts';
import type { ReleaseRequest } from '../inputs/request.ts';
import { isPreRelease, isVersion } from '../tables/versions.ts';
import { toNumber } from '../tables/table.ts';
import { comparatorOf } from '../../tql/ordering.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { PLATFORM_COLUMNS, USERS } from './queries.ts';
import { rowsOf } from './read.ts';

/** What is compared: the new version, those that it is compared with, and since when. */
export interface Compared extends NewVersion {
  readonly old: readonly string[];
  /** That the two sides are on different platforms; null if they are not, or that is not known. */
  readonly platforms: PlatformDifference | null;
}

interface NewVersion {
  /** Null if no version has enough users. */
  readonly version: string | null;
  /** The start of the first day; null if nobody has the new version. */
  readonly sinceMs: number | null;
}

/** One user in this many is enough for a version to count as released, and this many users are. */
const ONE_IN = 1000;
const FEWEST_USERS = 10;

/** The users of a version on a day. */
interface VersionDay {
  readonly dayMs: number;
  readonly version: string | null;
  readonly users: number;
}

/** The first of the columns that versions are in; null if no event says its version. */
export function findColumn(columns: readonly string[], versions: QueryResult): string | null {
  const rows = rowsOf(versions);
  return columns.find((column) => rows.some(({ row }) => textOf(row, column) !== null)) ?? null;
}

/**
 * Finds the new version and its first day, as far as the entry does not say them. It is the highest one that
 * one user in 1,000 has had since `lastDayMs`, the start of the last whole day, if ten have; a pre-release is
 * none. It is compared from the first day on which one user in 1,000 had it.
 */
export function findNew(
  request: Pick<ReleaseRequest, 'new'>,
  columns: readonly string[],
  daily: QueryResult,
  all: QueryResult,
  lastDayMs: number,
): NewVersion {
  const rows = rowsOf(daily).map(({ dayMs, row }): VersionDay => {
    return { dayMs, version: firstText(row, columns), users: countOf(row) };
  });
  const totals = sums(rows.map(({ dayMs, users }) => [dayMs, users]));
  const isSpread = ({ dayMs, users }: VersionDay, among = totals.get(dayMs) ?? Infinity): boolean =>
    users > 0 && users * ONE_IN >= among;
  const people = sums(rowsOf(all).map(({ row }) => [firstText(row, columns), countOf(row)]));
  const released = rows.filter(
    ({ version }) => isRelease(version) && (people.get(version) ?? 0) >= FEWEST_USERS,
  );
  const last = released.some(({ dayMs }) => dayMs === lastDayMs)
    ? lastDayMs
    : Math.max(...released.map((row) => row.dayMs));
  // A day that has just begun has few users, of whom one may be more than one in 1,000.
  const most = Math.max(...[...totals].flatMap(([dayMs, users]) => (dayMs < last ? [] : users)));
  const spread = released
    .filter((row) => row.dayMs >= last && isSpread(row, most))
    .flatMap(({ version }) => version ?? []);
  const version = request.new ?? spread.reduce<string | null>(higher, null);
  const days = rows.filter((row) => row.version === version && isSpread(row)).map(({ dayMs }) => dayMs);
  return { version, sinceMs: days.length === 0 ? null : Math.min(...days) };
}

function isRelease(version: string | null): boolean {
  return isVersion(version) && !isPreRelease(version ?? '');
}

const compareVersions = comparatorOf('version');

function higher(best: string | null, version: string): string {
  return best === null || compareVersions(version, best) > 0 ? version : best;
}

type Population = ReturnType<typeof readPopulations>[number];

/** The users of versions on platforms and in strata, before the new one came and since. */
export function readPopulations(
  before: QueryResult,
  since: QueryResult,
  columns: readonly string[],
  strata: readonly string[],
) {
  const read = (result: QueryResult, period: 'before' | 'since') =>
    rowsOf(result).flatMap(({ row }) => {
      const version = firstText(row, columns);
      const stratum = JSON.stringify(strata.map((name) => row[name] ?? null));
      const platform = firstText(row, PLATFORM_COLUMNS);
      const column = PLATFORM_COLUMNS.find((name) => textOf(row, name) !== null) ?? null;
      const users = { before: 0, since: 0, [period]: countOf(row) };
      return version === null ? [] : [{ version, column, platform, stratum, ...users }];
    });
  return [...read(before, 'before'), ...read(since, 'since')];
}

/** A stratum with less of the new version's users than this part does not say what it is compared with. */
const SMALL_STRATUM = 0.05;

/**
 * The versions that a new one is compared with. If the entry names none, it is the one that most users had
 * before, in each stratum that has the new version.
 */
export function findOld(
  against: ReleaseRequest['against'],
  version: string,
  populations: readonly Population[],
): readonly string[] {
  const others = populations.filter((each) => each.version !== version);
  const usedVersions = [...new Set(others.filter(({ since }) => since > 0).map((each) => each.version))];
  if (against.kind === 'version') return usedVersions.filter((each) => each === against.text);
  if (against.kind === 'startsWith') return usedVersions.filter((each) => each.startsWith(against.text));
  const releases = others.filter((each) => isRelease(each.version));
  if (against.kind === 'lower')
    return usedVersions.filter((each) => isVersion(each) && compareVersions(each, version) < 0);
  const ofVersion = populations.filter((each) => each.version === version);
  const users = sums(ofVersion.map(({ stratum, since }) => [stratum, since]));
  const all = ofVersion.reduce((sum, { since }) => sum + since, 0);
  const most = [...users].flatMap(([stratum, count]) => {
    const within = releases.filter((each) => each.stratum === stratum);
    const usual =
      largest(sums(within.map((each) => [each.version, each.before]))) ??
      largest(sums(within.filter(isLower).map((each) => [each.version, each.since])));
    return count < SMALL_STRATUM * all || usual === null ? [] : [usual];
  });
  return [...new Set(most)].filter((each) => usedVersions.includes(each));

  function isLower(each: Population): boolean {
    return compareVersions(each.version, version) < 0;
  }
}

function largest(counts: ReadonlyMap<string, number>): string | null {
  const [most] = [...counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  return most === undefined ? null : most[0];
}

/** Parts of users that differ by more make one side another population than the other. */
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
  const usersOn = (isSide: (version: string) => boolean): ReadonlyMap<string, number> =>
    sums(
      populations.flatMap(({ version: each, platform, since }) =>
        platform !== null && isSide(each) ? [[platform, since] as const] : [],
      ),
    );
  const [fresh, former] = [usersOn((each) => each === version), usersOn((each) => old.includes(each))];
  const [all, allFormer] = [totalOf(fresh), totalOf(former)];
  if (all === 0 || allFormer === 0) return null;
  const differences = [...new Set([...fresh.keys(), ...former.keys()])].map((platform) => {
    const [one, other] = [(fresh.get(platform) ?? 0) / all, (former.get(platform) ?? 0) / allFormer];
    const chance = 2 * Math.sqrt((other * (1 - other)) / all + (one * (1 - one)) / allFormer);
    return { platform, new: one, old: other, clear: Math.abs(one - other) - chance };
  });
  const [most] = differences.sort((a, b) => b.clear - a.clear);
  if (most === undefined || most.clear <= SAME_POPULATION) return null;
  return { column, platform: most.platform, new: most.new, old: most.old };
}

/** What a release is compared with, in words. */
export function againstText(against: ReleaseRequest['against'], old: readonly string[]): string {
  if (against.kind === 'lower') return 'a lower version';
  if (against.kind === 'startsWith') return `a version that begins with ${against.text}`;
  if (against.kind === 'version') return against.text;
  return old.length === 0 ? 'the version that most users had before' : old.join(' or ');
}

/** The value of the first column that has one. */
function firstText(row: ResultRow, columns: readonly string[]): string | null {
  return columns.map((column) => textOf(row, column)).find((text) => text !== null) ?? null;
}

function textOf(row: ResultRow, column: string): string | null {
  const value = row[column];
  return typeof value === 'string' ? value : null;
}

function countOf(row: ResultRow): number {
  return toNumber(row[USERS]) ?? 0;
}

function sums<Key>(counts: readonly (readonly [Key, number])[]): ReadonlyMap<Key, number> {
  const all = new Map<Key, number>();
  for (const [key, count] of counts) all.set(key, (all.get(key) ?? 0) + count);
  return all;
}

function totalOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
