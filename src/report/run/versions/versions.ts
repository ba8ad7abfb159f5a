// The table of an insight with `kind: versions`: for each version, how many users the app would lose by
// requiring it, with its trend.
import { withIntervals } from '../../compare/earlier-periods.ts';
import { NetworkError } from '../../../text/errors.ts';
import { forecastCrossing } from '../../gate/verdict/forecast.ts';
import type { VersionRow, Versions } from '../../results/results.ts';
import {
  type DimensionValue,
  type SetDimension,
  setDimension,
  valuesIn,
  valuesQuery,
} from '../../tables/set-queries.ts';
import type { Table } from '../../tables/table.ts';
import { isComplete, partOf } from '../../tables/total.ts';
import { type LostUsers, lostUsersQuery, readLostUsers } from '../../tables/version-queries.ts';
import {
  type Candidate,
  compareVersions,
  findCandidates,
  isVersion,
  type VersionFamily,
  type WeightedValue,
} from '../../tables/versions.ts';
import { formatInterval } from '../../../tql/absolute-intervals.ts';
import type { TimeRange } from '../../../tql/interval.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { isFew } from '../../../text/few.ts';
import { plural } from '../../../text/plural.ts';
import type { Coverage } from '../coverage.ts';
import type { HistoryPlan, InsightPlan } from '../plan.ts';
import { type CountedVersion, findHighest } from './highest.ts';
import { startTimer } from '../optional-queries.ts';

/** What requiring each version would lose; null, mostly with a note, if that is not known. */
export interface VersionsAnswer {
  readonly versions: ((coverage: Pick<Coverage, 'isCovered'>) => Versions) | null;
  readonly notes: readonly string[];
}

type Ask = (query: Query, signal: AbortSignal) => Promise<{ readonly result: QueryResult } | Error>;

/**
 * How long the table may take if nobody requested it: a dimension of the insight only looks like a version.
 */
const UNREQUESTED_LIMIT_MS = 60_000;

/**
 * Asks what requiring each version in a table would lose: one query for the period and one for its `history`,
 * after one for the versions that there are unless the table has them.
 */
export async function askVersions(
  plan: InsightPlan,
  table: Table,
  ask: Ask,
  limitMs = UNREQUESTED_LIMIT_MS,
): Promise<VersionsAnswer> {
  const isRequested = plan.entry.kind === 'versions';
  const limit = new AbortController();
  const giveUp = (): void => {
    limit.abort(new NetworkError('timeout', 'the versions were not counted in time'));
  };
  const timer = isRequested ? undefined : startTimer(giveUp, limitMs);
  const askOrThrow = async (query: Query): Promise<QueryResult> => {
    const answer = await ask(query, limit.signal);
    if (answer instanceof Error) throw new NotKnown(answer.message);
    return answer.result;
  };
  try {
    return await findVersions(plan, table, askOrThrow);
  } catch (error) {
    if (!(error instanceof NotKnown)) throw error;
    const notes = isRequested ? [`What requiring a version would lose is not known: ${error.message}`] : [];
    return { versions: null, notes };
  } finally {
    clearTimeout(timer);
  }
}

/** Why there is no table of versions, as the end of a sentence. */
class NotKnown extends Error {}

async function findVersions(
  plan: InsightPlan,
  table: Table,
  ask: (query: Query) => Promise<QueryResult>,
): Promise<VersionsAnswer> {
  const keep = plan.entry.keep ?? 1;
  const dimension = setDimension(plan.rows);
  if ('dimensions' in dimension) throw new NotKnown('that takes a topN or groupBy with one dimension.');
  // The table has all versions of this period, but not those of earlier ones.
  const hasAllVersions = dimension.isPlain && earlierPeriods(plan) === null && isComplete(plan.rows, table);
  const tableValues = hasAllVersions
    ? table.rows.map(({ parts: [part = null] }) => ({ shown: part, raw: part }))
    : null;
  const values = weigh(tableValues ?? valuesIn(await ask(valuesOver(plan, dimension)), dimension), table);
  // A complete table shows which versions nobody has any more; these are no candidates.
  const hasAllUsers = table.unit !== 'other' && isComplete(plan.rows, table);
  const families = findCandidates(values, keep, Math.max(plan.minGroupSize, hasAllUsers ? 1 : 0));
  const candidates = families.flatMap((family) => family.candidates);
  if (values.length > 0 && !values.some(({ shown }) => isVersion(shown)))
    throw new NotKnown('no value holds a digit, as a version does.');
  // A single version leaves nothing to decide.
  if (candidates.length < (plan.entry.kind === 'versions' ? 1 : 2)) return { versions: null, notes: [] };
  const count = async (
    query: Query,
    granularity: Query['granularity'] = 'all',
    counted = candidates,
  ): Promise<readonly LostUsers[]> => {
    const lost = lostUsersQuery(query, table.metric, dimension, counted);
    if (lost === null) throw new NotKnown('the query cannot count users.');
    return readLostUsers(await ask({ ...lost, granularity: granularity ?? 'all' }), counted);
  };
  const history = earlierPeriods(plan);
  const [[now], earlier] = await Promise.all([
    count(plan.rows),
    history === null ? null : count(history.query, history.granularity).catch(nullIfNotKnown),
  ]);
  if (now === undefined || !now.users || isFew(now.users, plan.minGroupSize))
    return { versions: null, notes: [] };
  const { users } = now;
  const isKept = (lost: number): boolean => (users - lost) / users >= keep;
  const highest = await Promise.all(
    divide(
      families,
      candidates.map(({ version }, index) => ({ version, lost: now.lost[index] ?? null })),
    ).map(async ({ family, items }) =>
      findHighest(family, items, isKept, async (more) => (await count(plan.rows, 'all', [...more]))[0]),
    ),
  );
  return {
    versions: (coverage) => {
      const rows = toRows(plan, candidates, now, earlier, coverage);
      const parts = divide(families, rows).map(({ family, items }, index) => {
        const best = highest[index];
        const { word, more } = family;
        const shownRows = withHighest(items, best, users).map((row) => hideFew(row, plan.minGroupSize));
        const result = { word, minimum: best?.version ?? null, rows: shownRows, more };
        return best === undefined ? { ...result, isUnknown: true } : result;
      });
      return { keep, users, families: parts };
    },
    notes: [...notVersionsNotes(values, plan.minGroupSize), ...withoutNotes(now, plan.minGroupSize)],
  };
}

/** The trend is optional: without it, the table still says what is lost now. */
function nullIfNotKnown(error: unknown): null {
  if (error instanceof NotKnown) return null;
  throw error;
}

/** Gives each value the count of its row in the table; 0 without a row. */
function weigh(values: readonly DimensionValue[], { rows, unit }: Table): readonly WeightedValue[] {
  const counted =
    unit === 'other' ? [] : rows.map(({ parts: [part = null], value }) => [part, value ?? 0] as const);
  const weights = new Map(counted);
  return values.map((value) => ({ ...value, weight: weights.get(value.shown) ?? 0 }));
}

function valuesOver(plan: InsightPlan, dimension: SetDimension): Query {
  const { startMs } = earlierPeriods(plan)?.periods[0] ?? plan.period.range;
  const allPeriods = { startMs, endMs: plan.period.range.endMs };
  const hasHistory = earlierPeriods(plan) !== null;
  return valuesQuery(
    hasHistory ? withIntervals(plan.rows, { intervals: [formatInterval(allPeriods)] }) : plan.rows,
    dimension,
  );
}

function earlierPeriods({ history }: InsightPlan): HistoryPlan | null {
  return history?.kind === 'earlier-periods' ? history : null;
}

function toRows(
  plan: InsightPlan,
  candidates: readonly Candidate[],
  now: LostUsers,
  earlier: readonly LostUsers[] | null,
  { isCovered }: Pick<Coverage, 'isCovered'>,
): readonly VersionRow[] {
  const periods = earlier === null ? [] : (earlierPeriods(plan)?.periods ?? []);
  const counts = periods.map((period) =>
    isCovered(period) ? earlier?.find(({ startMs }) => startMs === period.startMs) : undefined,
  );
  const isHidden = (each: LostUsers | undefined, index: number): boolean =>
    isFew(each?.lost[index] ?? null, plan.minGroupSize);
  return candidates.map(({ version }, index) => {
    const history = counts.map((each) => shareOf(each, index));
    const share = shareOf(now, index);
    const expected = forecast(plan, periods, [...history, share]);
    const shown = history.map((each, period) => (isHidden(counts[period], index) ? null : each));
    return { version, lost: now.lost[index] ?? null, share, history: shown, expected };
  });
}

function shareOf(counts: LostUsers | undefined, index: number): number | null {
  return partOf(counts?.lost[index] ?? null, counts?.users ?? null);
}

/**
 * About when a share that is too large now is expected to be small enough; null if that is not clear.
 */
function forecast(
  { entry, period: { range }, nowMs }: InsightPlan,
  periods: readonly TimeRange[],
  shares: readonly (number | null)[],
): VersionRow['expected'] {
  const limit = 1 - (entry.keep ?? 1);
  const ends = [...periods, ...(range.endMs <= nowMs ? [range] : [])];
  const points = ends.flatMap(({ endMs }, i) => {
    const value = shares[i] ?? null;
    return value === null ? [] : [{ atMs: endMs, value }];
  });
  const crossing = forecastCrossing(points, limit, nowMs);
  return crossing.kind === 'crossing' && !crossing.isRising
    ? { at: new Date(crossing.atMs).toISOString() }
    : null;
}

/** A version whose loss is not shown if it is of few (`min-group-size`). */
function hideFew(row: VersionRow, minGroupSize: number): VersionRow {
  if (!isFew(row.lost, minGroupSize)) return row;
  return { ...row, lost: null, share: null, expected: null, hidden: ['lost'] };
}

/** Divides a list with one item for each candidate into one list for each family. */
function divide<T>(
  families: readonly VersionFamily[],
  items: readonly T[],
): readonly { readonly family: VersionFamily; readonly items: readonly T[] }[] {
  let begin = 0;
  return families.map((family) => ({
    family,
    items: items.slice(begin, (begin += family.candidates.length)),
  }));
}

/** The rows with that of the highest version, which may not be among them. */
function withHighest(
  rows: readonly VersionRow[],
  highest: CountedVersion | null | undefined,
  users: number,
): readonly VersionRow[] {
  if (highest == null || rows.some(({ version }) => version === highest.version)) return rows;
  const history = (rows[0]?.history ?? []).map(() => null);
  const row = { ...highest, share: partOf(highest.lost, users), history, expected: null };
  return [...rows, row].toSorted((one, other) => compareVersions(one.version, other.version));
}

/** Says how many users are left out. */
function withoutNotes({ without }: LostUsers, minGroupSize: number): readonly string[] {
  if (without === null || isFew(without, minGroupSize) || without <= 0) return [];
  return [
    `${without} ${plural('user', without)} without an event that has a version ${without === 1 ? 'is' : 'are'} left out.`,
  ];
}

/** Says which values are not versions, as far as they may be named. */
function notVersionsNotes(values: readonly WeightedValue[], minGroupSize: number): readonly string[] {
  const others = values.flatMap(({ shown, weight }) =>
    isVersion(shown) || isFew(weight, minGroupSize) ? [] : (shown ?? []),
  );
  const names = others.map((shown) => JSON.stringify(shown));
  const shownNames = names.length > 3 ? [...names.slice(0, 3), '…'] : names;
  return names.length === 0
    ? []
    : [`A user with an event whose version is not one (${shownNames.join(', ')}) is not lost.`];
}
