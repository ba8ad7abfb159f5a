// Counts how many users the app would lose by requiring each version, for an insight whose rows are versions.
// `ask.ts` calls this beside the insight's other queries; `table.ts` makes the table of the counts.
import { driftOf } from '../../compare/drift.ts';
import { withIntervals } from '../../compare/earlier-periods.ts';
import { NetworkError } from '../../../text/errors.ts';
import type { Versions } from '../../results/results.ts';
import {
  type DimensionValue,
  type SetDimension,
  setDimension,
  valuesIn,
  valuesQuery,
} from '../../tables/dimension-values.ts';
import type { Table } from '../../tables/table.ts';
import { isComplete } from '../../tables/total.ts';
import { type LostUsers, lostUsersQuery, readLostUsers } from '../../tables/versions/lost-users.ts';
import { type Candidate, findCandidates, type WeightedValue } from '../../tables/versions/candidates.ts';
import { isVersion } from '../../tables/versions/versions.ts';
import { formatInterval } from '../../../tql/time/absolute-intervals.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryGranularity } from '../../../tql/query-parts.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { isFew } from '../../../text/few.ts';
import { plural } from '../../../text/plural.ts';
import type { Coverage } from '../coverage/read.ts';
import type { HistoryPlan, InsightPlan } from '../planning/plan.ts';
import { findHighest } from './highest.ts';
import { startTimer } from '../optional-queries.ts';
import { buildVersionsTable } from './table.ts';

/** The table of versions, and what to say below it. */
export interface VersionsAnswer {
  /**
   * Makes the table, once `coverage/read.ts` knows in which periods events are missing. Null if there is no
   * table, because the users could not be counted or there is no version to choose.
   */
  readonly buildTable: ((coverage: Pick<Coverage, 'isCovered'>) => Versions) | null;
  readonly notes: readonly string[];
}

const NO_TABLE: VersionsAnswer = { buildTable: null, notes: [] };

/** Sends a query; the error, if the service could not answer it. */
type Ask = (query: Query, signal: AbortSignal) => Promise<{ readonly result: QueryResult } | Error>;

/** Sends a query, or throws `NotKnown` if the service could not answer it. */
type AskOrThrow = (query: Query) => Promise<QueryResult>;

/**
 * How long the table may take if nobody requested it: a dimension of the insight only looks like a version.
 */
const UNREQUESTED_LIMIT_MS = 60_000;

/**
 * Counts the users that each version would lose: one query for the period, one for its `history`, and before
 * these one for the values of the versions' column, unless the insight's table has them all.
 */
export async function askVersions(
  plan: InsightPlan,
  table: Table,
  ask: Ask,
  limitMs = UNREQUESTED_LIMIT_MS,
): Promise<VersionsAnswer> {
  const isRequested = plan.entry.kind === 'versions';
  const limit = new AbortController();
  const giveUp = () => {
    limit.abort(new NetworkError('timeout', 'the versions were not counted in time'));
  };
  const timer = isRequested ? undefined : startTimer(giveUp, limitMs);
  const askOrThrow: AskOrThrow = async (query) => {
    const answer = await ask(query, limit.signal);
    if (answer instanceof Error) throw new NotKnown(answer.message);
    return answer.result;
  };
  try {
    return await countVersions(plan, table, askOrThrow);
  } catch (error) {
    if (!(error instanceof NotKnown)) throw error;
    if (!isRequested) return NO_TABLE;
    return { ...NO_TABLE, notes: [`What requiring a version would lose is not known: ${error.message}`] };
  } finally {
    clearTimeout(timer);
  }
}

/** The users cannot be counted; the message says why, as the end of a sentence. */
class NotKnown extends Error {}

async function countVersions(plan: InsightPlan, table: Table, ask: AskOrThrow): Promise<VersionsAnswer> {
  const { rows: query, minGroupSize } = plan;
  const keep = plan.entry.keep ?? 1;
  const dimension = setDimension(query);
  if ('dimensions' in dimension) throw new NotKnown('that takes a topN or groupBy with one dimension.');
  const values = weigh(await valuesOfAllPeriods(plan, table, dimension, ask), table);
  if (values.length > 0 && !values.some(({ shown }) => isVersion(shown)))
    throw new NotKnown('no value holds a digit, as a version does.');
  // A complete table shows which versions nobody has any more; these are no candidates.
  const hasAllUsers = table.unit !== 'other' && isComplete(query, table);
  const families = findCandidates(values, keep, Math.max(minGroupSize, hasAllUsers ? 1 : 0));
  const candidates = families.flatMap((family) => family.candidates);
  // A single version leaves nothing to choose.
  const fewestCandidates = plan.entry.kind === 'versions' ? 1 : 2;
  if (candidates.length < fewestCandidates) return NO_TABLE;
  const count = async (
    countedQuery: Query,
    granularity: QueryGranularity,
    counted: readonly Candidate[],
  ): Promise<readonly LostUsers[]> => {
    const lostQuery = lostUsersQuery(countedQuery, table.metric, dimension, counted);
    if (lostQuery === null) throw new NotKnown('the query cannot count users.');
    return readLostUsers(await ask({ ...lostQuery, granularity }), counted);
  };
  const history = earlierPeriodsOf(plan);
  const [[now], earlierCounts] = await Promise.all([
    count(query, 'all', candidates),
    history && count(history.query, history.granularity, candidates).catch(nullIfNotKnown),
  ]);
  if (now === undefined || !now.users || isFew(now.users, minGroupSize)) return NO_TABLE;
  const { users } = now;
  const isKept = (lost: number) => (users - lost) / users >= keep;
  const countMore = async (more: readonly Candidate[]) => (await count(query, 'all', more))[0]?.lost ?? [];
  const { comparison } = plan;
  const isCompared = comparison !== null && (now.without ?? 0) > 0;
  const before = isCompared ? await count(comparison.query, 'all', candidates).catch(nullIfNotKnown) : null;
  const mayBeLost = before?.[0] === undefined ? 0 : lostVersions(now, before[0], 1 - keep);
  const countedFamilies = await Promise.all(
    families.map(async (family) => {
      const highestIf = (more: number) =>
        findHighest(family, now.lost, (lost) => isKept(lost + more), countMore);
      const [highest, lowest] = await Promise.all([highestIf(0), highestIf(mayBeLost)]);
      const isSure = JSON.stringify(highest) === JSON.stringify(lowest);
      return { ...family, highest: isSure ? highest : ({ kind: 'unknown' } as const) };
    }),
  );
  const counts = { families: countedFamilies, users, now, earlier: byPeriod(history, earlierCounts) };
  return {
    buildTable: (coverage) => buildVersionsTable(plan, counts, coverage),
    notes: [...notVersionsNotes(values, minGroupSize), ...withoutVersionNotes(now, minGroupSize)],
  };
}

/**
 * How many users have no version any more, as if a new SDK renamed the column: requiring a version may lose
 * them. It is 0 if that is too few to matter for a part of all users.
 */
function lostVersions(now: LostUsers, before: LostUsers, shareToLose: number): number {
  const partOf = ({ without, users }: LostUsers) => ({
    part: without ?? 0,
    whole: (without ?? 0) + (users ?? 0),
  });
  const drift = driftOf(partOf(now), partOf(before), shareToLose);
  return Math.max(0, drift * partOf(now).whole);
}

/** The trend is optional: without it, the table still says what is lost now. */
function nullIfNotKnown(error: unknown): null {
  if (error instanceof NotKnown) return null;
  throw error;
}

/** Each earlier period with its counts; none if these are not known. */
function byPeriod(history: HistoryPlan | null, counts: readonly LostUsers[] | null) {
  if (history === null || counts === null) return [];
  return history.periods.map((period) => ({
    period,
    counts: counts.find(({ startMs }) => startMs === period.startMs),
  }));
}

/** The plan for earlier periods; null if there is none, or if the query's own buckets take their place. */
function earlierPeriodsOf({ history }: InsightPlan): HistoryPlan | null {
  return history?.kind === 'earlier-periods' ? history : null;
}

/**
 * The versions' values in the period and in all earlier ones. A complete table has those of its own period,
 * anything else takes a query.
 */
async function valuesOfAllPeriods(
  plan: InsightPlan,
  table: Table,
  dimension: SetDimension,
  ask: AskOrThrow,
): Promise<readonly DimensionValue[]> {
  const { rows: query, period } = plan;
  const history = earlierPeriodsOf(plan);
  if (dimension.isPlain && history === null && isComplete(query, table))
    return table.rows.map(({ parts: [part = null] }) => ({ shown: part, raw: part }));
  const { startMs } = history?.periods[0] ?? period.range;
  const allPeriods = formatInterval({ startMs, endMs: period.range.endMs });
  const overAllPeriods = history === null ? query : withIntervals(query, { intervals: [allPeriods] });
  return valuesIn(await ask(valuesQuery(overAllPeriods, dimension)), dimension);
}

/** Gives each value the count of its row in the table; 0 without a row, or if the rows count nobody. */
function weigh(values: readonly DimensionValue[], { rows, unit }: Table): readonly WeightedValue[] {
  const countedRows = unit === 'other' ? [] : rows;
  const weights = new Map(countedRows.map(({ parts: [part = null], value }) => [part, value ?? 0] as const));
  return values.map((value) => ({ ...value, weight: weights.get(value.shown) ?? 0 }));
}

/** Says how many users are not counted, because none of their events has a version. */
function withoutVersionNotes({ without }: LostUsers, minGroupSize: number): readonly string[] {
  if (without === null || isFew(without, minGroupSize) || without <= 0) return [];
  const users = plural('user', without);
  const are = without === 1 ? 'is' : 'are';
  return [`${without} ${users} without an event that has a version ${are} left out.`];
}

/** Names up to three values that are not versions, such as `beta`, as far as enough users have them. */
function notVersionsNotes(values: readonly WeightedValue[], minGroupSize: number): readonly string[] {
  const others = values.filter(({ shown, weight }) => !isVersion(shown) && !isFew(weight, minGroupSize));
  const names = others.flatMap(({ shown }) => (shown === null ? [] : JSON.stringify(shown)));
  if (names.length === 0) return [];
  const shownNames = names.length > 3 ? [...names.slice(0, 3), '…'] : names;
  return [`A user with an event whose version is not one (${shownNames.join(', ')}) is not lost.`];
}
