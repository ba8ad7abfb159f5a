// Plans which queries an insight needs, before any is sent: for its rows, for the earlier rows to compare
// with, and for its history. `insight.ts` calls `planInsight`, then `ask.ts` sends the queries. Pure.
import {
  comparedUntil,
  type EarlierPeriod,
  findEarlierPeriod,
  findHistoryPeriods,
  type HistoryPeriods,
  withIntervals,
} from '../../compare/earlier-periods.ts';
import { describePeriod, shiftBack, type Span, spanOf } from '../../compare/period.ts';
import { ResponseError } from '../../../text/errors.ts';
import type { InsightRequest, ReportRequest } from '../../inputs/request.ts';
import { rowsQuery } from '../../tables/companion-queries.ts';
import { isRanking } from '../../tables/table.ts';
import type { TimeRange } from '../../../tql/time/interval.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryGranularity } from '../../../tql/query-parts.ts';
import { zoneOf } from '../../../tql/time/query-intervals.ts';
import {
  NO_EARLIER_PERIODS_NOTE,
  noEarlierPeriodNote,
  noEarlierValueNotes,
  retentionNotes,
  SAME_DURATION_NOTE,
} from '../notes.ts';
import { atMoment, type CountedPeriod, endingAt, overWholePeriods, prepareQuery } from './prepare-query.ts';

/** Which queries an insight needs, as far as that is known before the first answer. */
export interface InsightPlan {
  readonly entry: InsightRequest;
  /** The insight's query with the interval and time zone of the report; all of its intervals are absolute. */
  readonly query: Query;
  /** The query of the rows to show: `query`, in one bucket if it divides rows into buckets. */
  readonly rows: Query;
  readonly period: { readonly range: TimeRange; readonly label: string };
  /** Null if the period lasts no time. */
  readonly span: Span | null;
  readonly timeZone: string;
  /** The time that relative dates are resolved against, in epoch milliseconds. */
  readonly nowMs: number;
  /** The users of the smallest group that is shown; 0 or 1 if all are. */
  readonly minGroupSize: number;
  readonly comparison: ComparisonPlan | null;
  readonly history: HistoryPlan | null;
  /**
   * The names of the events that its rows are of; absent until these are known, and if they are of others.
   */
  readonly eventNames?: readonly string[];
  /**
   * How the period differs from the one requested, and why there is no comparison or no history, a sentence
   * each.
   */
  readonly notes: {
    readonly period: readonly string[];
    readonly comparison: readonly string[];
    readonly history: readonly string[];
  };
}

/** The query over the period to compare with. */
export interface ComparisonPlan {
  readonly query: Query;
  readonly period: EarlierPeriod;
}

/**
 * The values of earlier periods to request, or those of the buckets that the query itself divides its period
 * into.
 */
export interface HistoryPlan {
  readonly kind: 'earlier-periods' | 'own-buckets';
  readonly query: Query;
  readonly granularity: QueryGranularity;
  /** Empty for the query's own buckets: the answer shows which there are. */
  readonly periods: readonly TimeRange[];
}

/**
 * Plans an insight, whose query is `originalQuery`. Throws a `ResponseError` if it has no readable interval.
 */
export function planInsight(
  entry: InsightRequest,
  originalQuery: Query,
  request: Pick<ReportRequest, 'timezone' | 'minGroupSize'>,
  nowMs: number,
): InsightPlan {
  const prepared = prepareQuery(originalQuery, entry, request);
  const queryPeriod = describePeriod(prepared, nowMs);
  if (queryPeriod === null)
    throw new ResponseError('the query holds no interval that can be read (intervals or relativeIntervals)');
  const wholePeriods = overWholePeriods(prepared, queryPeriod.range);
  const dated = wholePeriods?.query ?? prepared;
  const period = wholePeriods ?? {
    range: queryPeriod.range,
    label: entry.interval?.label ?? queryPeriod.label,
  };
  const span = spanOf(dated, nowMs);
  const compared = findCompared(dated.queryType, entry, span);
  const earlier = findEarlier(dated.queryType, entry, span);
  const isOver = period.range.endMs <= nowMs;
  const untilMs = isOver ? period.range.endMs : (compared.plan?.untilMs ?? nowMs);
  const periods =
    span === null ? [] : countedPeriods(span, entry.filtersAtMs ?? nowMs, compared.plan, earlier.plan);
  const query = endingAt(atMoment(dated, nowMs, periods), untilMs);
  const rows = rowsQuery(query) ?? query;
  return {
    entry,
    query,
    rows,
    period,
    span,
    timeZone: zoneOf(query),
    nowMs,
    minGroupSize: request.minGroupSize,
    comparison: compared.plan && {
      query: withIntervals(rows, compared.plan.intervals),
      period: compared.plan,
    },
    history: earlier.plan === null ? ownBuckets(query, entry, span) : overPeriods(query, earlier.plan),
    notes: {
      period: retentionNotes(
        originalQuery.queryType,
        request.timezone ?? zoneOf(originalQuery),
        wholePeriods?.label ?? null,
      ),
      comparison: compared.notes,
      history: earlier.notes,
    },
  };
}

/**
 * The periods that a query is sent for: its own, the compared one and those of the history, each with the
 * moment that is "now" in it. None if its own period is the only one and has no other "now".
 */
function countedPeriods(
  span: Span,
  nowMs: number,
  compared: EarlierPeriod | null,
  earlier: HistoryPeriods | null,
): readonly CountedPeriod[] {
  const movedMs = nowMs - span.nowMs;
  const others: CountedPeriod[] = [];
  if (compared !== null) others.push({ range: compared.range, nowMs: compared.nowMs + movedMs });
  const historyRanges = earlier?.periods ?? [];
  for (const [index, range] of historyRanges.entries()) {
    const periodsBack = historyRanges.length - index;
    others.push({ range, nowMs: shiftBack(span, nowMs, periodsBack) });
  }
  return others.length === 0 && movedMs === 0 ? [] : [{ range: span.range, nowMs }, ...others];
}

/** A plan, or why there is none. */
interface Planned<Plan> {
  readonly plan: Plan | null;
  readonly notes: readonly string[];
}

/**
 * Cohorts are dates, a scan lists single events, and a p-value does not rise or fall: only rows of these
 * types have an earlier value.
 */
const WITH_EARLIER_VALUES: ReadonlySet<string> = new Set(['timeseries', 'topN', 'groupBy', 'funnel']);

function findCompared(
  queryType: string,
  { compare }: InsightRequest,
  span: Span | null,
): Planned<EarlierPeriod> {
  if (compare === 'none' || span === null) return { plan: null, notes: [] };
  if (!WITH_EARLIER_VALUES.has(queryType)) return { plan: null, notes: noEarlierValueNotes(queryType) };
  const period = findEarlierPeriod(span, compare);
  const isFirstHour = span.range.startMs <= span.nowMs && comparedUntil(span) <= span.range.startMs;
  if (period === null) return { plan: null, notes: [noEarlierPeriodNote(isFirstHour)] };
  return { plan: period, notes: period.isSameDuration ? [SAME_DURATION_NOTE] : [] };
}

/** The periods of as much history as the entry requests. */
function findEarlier(
  queryType: string,
  { history: count }: InsightRequest,
  span: Span | null,
): Planned<HistoryPeriods> {
  if (count === 0 || !WITH_EARLIER_VALUES.has(queryType)) return { plan: null, notes: [] };
  const plan = span === null ? null : findHistoryPeriods(span, count);
  return { plan, notes: plan === null ? [NO_EARLIER_PERIODS_NOTE] : [] };
}

function overPeriods(query: Query, { intervals, granularity, periods }: HistoryPeriods): HistoryPlan {
  const overAllPeriods = withIntervals({ ...query, granularity }, intervals);
  return { kind: 'earlier-periods', query: overAllPeriods, granularity, periods };
}

/**
 * The query's own buckets in place of earlier periods, if its ranking is divided into buckets and no history
 * was requested.
 */
function ownBuckets(
  query: Query,
  { history: count, compare }: InsightRequest,
  span: Span | null,
): HistoryPlan | null {
  const isRequested = count > 0 && (compare === 'none' || WITH_EARLIER_VALUES.has(query.queryType));
  if (isRequested || !isRanking(query) || rowsQuery(query) === null || span === null) return null;
  return { kind: 'own-buckets', query, granularity: query.granularity ?? 'all', periods: [] };
}
