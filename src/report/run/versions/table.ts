// Makes the table of an insight with `kind: versions` from counted users: for each version, how many users
// the app would lose by requiring it, and the trend of that share. `versions.ts` counts and calls this. Pure.
import { forecastCrossing } from '../../gate/verdict/forecast.ts';
import type { VersionRow, Versions } from '../../results/results.ts';
import { partOf } from '../../tables/total.ts';
import type { LostUsers } from '../../tables/versions/lost-users.ts';
import type { VersionFamily } from '../../tables/versions/candidates.ts';
import { compareVersions } from '../../tables/versions/versions.ts';
import type { TimeRange } from '../../../tql/time/interval.ts';
import { isFew } from '../../../text/few.ts';
import type { Coverage } from '../coverage/read.ts';
import type { InsightPlan } from '../planning/plan.ts';
import type { HighestVersion } from './highest.ts';

/** What was counted for the table. */
interface VersionCounts {
  readonly families: readonly (VersionFamily & { readonly highest: HighestVersion })[];
  /** All users of the period. */
  readonly users: number;
  /** How many users each version would lose in the period. */
  readonly now: LostUsers;
  /** The same in each earlier period, oldest first; `counts` is absent for a period without an answer. */
  readonly earlier: readonly PeriodCounts[];
}

interface PeriodCounts {
  readonly period: TimeRange;
  readonly counts: LostUsers | undefined;
}

/** The table of versions. A period with missing events (`isCovered`) is a gap in each trend. */
export function buildVersionsTable(
  plan: InsightPlan,
  { families, users, now, earlier }: VersionCounts,
  { isCovered }: Pick<Coverage, 'isCovered'>,
): Versions {
  const coveredCounts = earlier.map(({ period, counts }) => ({
    period,
    counts: isCovered(period) ? counts : undefined,
  }));
  return {
    keep: plan.entry.keep ?? 1,
    users,
    families: families.map(({ word, candidates, highest, more }) => {
      const rows = candidates.map(({ version }) => rowOf(version, plan, now, coveredCounts));
      const allRows = withHighest(rows, highest, users);
      return {
        word,
        minimum: highest.kind === 'version' ? highest.version : null,
        rows: allRows.map((row) => hideFew(row, plan.minGroupSize)),
        more,
        ...(highest.kind === 'unknown' ? { isUnknown: true } : {}),
      };
    }),
  };
}

function rowOf(
  version: string,
  plan: InsightPlan,
  now: LostUsers,
  earlier: readonly PeriodCounts[],
): VersionRow {
  const share = shareOf(version, now);
  const history = earlier.map(({ counts }) => shareOf(version, counts));
  const periods = earlier.map(({ period }) => period);
  const isHidden = (place: number) => isFew(lostBy(version, earlier[place]?.counts), plan.minGroupSize);
  return {
    version,
    lost: lostBy(version, now),
    share,
    history: history.map((earlierShare, place) => (isHidden(place) ? null : earlierShare)),
    expected: forecast(plan, periods, [...history, share]),
  };
}

function lostBy(version: string, counts: LostUsers | undefined): number | null {
  return counts?.lost.find((each) => each.version === version)?.lost ?? null;
}

function shareOf(version: string, counts: LostUsers | undefined): number | null {
  return partOf(lostBy(version, counts), counts?.users ?? null);
}

/**
 * About when a share that is too large now is expected to be small enough; null if the trend does not show
 * it. `shares` are those of the periods, and then the present one.
 */
function forecast(
  { entry, period: { range }, nowMs }: InsightPlan,
  periods: readonly TimeRange[],
  shares: readonly (number | null)[],
): VersionRow['expected'] {
  const limit = 1 - (entry.keep ?? 1);
  const isOver = range.endMs <= nowMs;
  const ranges = isOver ? [...periods, range] : periods;
  const points = ranges.flatMap(({ endMs }, place) => {
    const share = shares[place] ?? null;
    return share === null ? [] : [{ atMs: endMs, value: share }];
  });
  const crossing = forecastCrossing(points, limit, nowMs);
  if (crossing.kind !== 'crossing' || crossing.isRising) return null;
  return { at: new Date(crossing.atMs).toISOString() };
}

/** The rows with that of the highest version, which may not be among the candidates. */
function withHighest(
  rows: readonly VersionRow[],
  highest: HighestVersion,
  users: number,
): readonly VersionRow[] {
  if (highest.kind !== 'version' || rows.some(({ version }) => version === highest.version)) return rows;
  const { version, lost } = highest;
  // Only the candidates were counted in earlier periods.
  const history = (rows[0]?.history ?? []).map(() => null);
  const row = { version, lost, share: partOf(lost, users), history, expected: null };
  return [...rows, row].toSorted((one, other) => compareVersions(one.version, other.version));
}

/** The row without its numbers if it would lose few users (`min-group-size`). */
function hideFew(row: VersionRow, minGroupSize: number): VersionRow {
  if (!isFew(row.lost, minGroupSize)) return row;
  return { ...row, lost: null, share: null, expected: null, hidden: ['lost'] };
}
