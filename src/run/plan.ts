import {
  type EarlierPeriod,
  findEarlierPeriod,
  findHistoryPeriods,
  withIntervals,
} from '../compare/earlier-periods.ts';
import { describePeriod, type Span, spanOf } from '../compare/period.ts';
import { ResponseError } from '../errors.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import { historyQuery, rowsForFilter, rowsQuery, totalQuery, totalsQuery } from '../tables/companion-queries.ts';
import { isRanking, type Table } from '../tables/table.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { zoneOf } from '../tql/absolute-intervals.ts';
import {
  notComparableNotes,
  noHistoryOfTypeNotes,
  noEarlierPeriodsNote,
  noEarlierPeriodNote,
  retentionNotes,
} from './notes.ts';
import { atMoment, overWholePeriods, prepareQuery } from './prepare-query.ts';

/** What to ask for an insight, as far as it is known before the first answer. */
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
  readonly comparison: ComparisonPlan | null;
  readonly history: HistoryPlan | null;
  /** How the period differs from the one asked for, and why there is no comparison or no history, a sentence each. */
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

/** The values of earlier periods to ask for, or those of the buckets that the query itself divides its period into. */
export interface HistoryPlan {
  readonly kind: 'earlier-periods' | 'own-buckets';
  readonly query: Query;
  readonly granularity: Json;
  /** Empty for the query's own buckets: the answer tells which there are. */
  readonly periods: readonly TimeRange[];
}

/** The queries that depend on a table. Null: nothing to ask for. */
export interface FollowUps<Answer = Query> {
  /** The true total. */
  readonly total: Answer | null;
  /** The history of the first `historyRowCount` rows. */
  readonly historyRows: Answer | null;
  readonly historyTotals: Answer | null;
}

/** Plans an insight, whose query is `written`. Throws a `ResponseError` if the query has no readable interval. */
export function planInsight(
  entry: InsightRequest,
  written: Query,
  request: Pick<ReportRequest, 'timezone'>,
  nowMs: number,
): InsightPlan {
  const prepared = prepareQuery(written, entry, request);
  const asked = describePeriod(prepared, nowMs);
  if (asked === null)
    throw new ResponseError('the query holds no interval that can be read (intervals or relativeIntervals)');
  const whole = overWholePeriods(prepared, asked.range);
  const dated = whole?.query ?? prepared;
  const period = whole ?? { range: asked.range, label: entry.interval?.label ?? asked.label };
  const span = spanOf(dated, nowMs);
  const query = atMoment(dated, nowMs);
  const rows = rowsQuery(query) ?? query;
  const comparison = planComparison(rows, entry, span);
  const history = planHistory(query, entry, span);
  return {
    ...{ entry, query, rows, period, span, timeZone: zoneOf(query), nowMs },
    comparison: comparison.plan,
    history: history.plan,
    notes: {
      period: retentionNotes(written.queryType, request.timezone ?? zoneOf(written), whole?.label ?? null),
      comparison: comparison.notes,
      history: history.notes,
    },
  };
}

interface Planned<Plan> {
  readonly plan: Plan | null;
  readonly notes: readonly string[];
}

/** Cohorts are dates, a scan lists single events, and a p-value does not rise or fall: only rows of these types have an earlier value. */
const WITH_EARLIER_VALUES: ReadonlySet<string> = new Set(['timeseries', 'topN', 'groupBy', 'funnel']);

function planComparison(
  rows: Query,
  { compare }: Pick<InsightRequest, 'compare'>,
  span: Span | null,
): Planned<ComparisonPlan> {
  if (compare === 'none' || span === null) return { plan: null, notes: [] };
  if (!WITH_EARLIER_VALUES.has(rows.queryType)) return { plan: null, notes: notComparableNotes(rows.queryType) };
  const period = findEarlierPeriod(span, compare);
  if (period === null) return { plan: null, notes: [noEarlierPeriodNote()] };
  return { plan: { query: withIntervals(rows, period.intervals), period }, notes: [] };
}

/** The history of as many periods as the entry asks for; if it asks for none, of the query's own buckets. */
function planHistory(
  query: Query,
  { history: count, compare }: Pick<InsightRequest, 'history' | 'compare'>,
  span: Span | null,
): Planned<HistoryPlan> {
  if (count > 0 && WITH_EARLIER_VALUES.has(query.queryType)) {
    const earlier = span === null ? null : findHistoryPeriods(span, count);
    if (earlier === null) return { plan: null, notes: [noEarlierPeriodsNote()] };
    const { intervals, granularity, periods } = earlier;
    const whole = withIntervals({ ...query, granularity }, intervals);
    return { plan: { kind: 'earlier-periods', query: whole, granularity, periods }, notes: [] };
  }
  if (count > 0 && compare === 'none') return { plan: null, notes: noHistoryOfTypeNotes(query.queryType) };
  if (!isRanking(query) || rowsQuery(query) === null || span === null) return { plan: null, notes: [] };
  const granularity = query['granularity'] ?? 'all';
  return { plan: { kind: 'own-buckets', query, granularity, periods: [] }, notes: [] };
}

/** What to ask for once the table of the rows is there: its total, and the history of what it shows. */
export function planFollowUps({ rows, history, entry }: InsightPlan, table: Table): FollowUps {
  const total = totalQuery(rows, table);
  if (history === null) return { total, historyRows: null, historyTotals: null };
  const { kind, query, granularity } = history;
  // A rounded sum or mean would tell, beside the buckets that are shown, that of the others.
  const own = table.roundedTo !== null && table.unit === 'other' ? null : query;
  return {
    total,
    historyRows: kind === 'own-buckets' ? own : historyQuery(query, table, historyTableRows(history, table, entry)),
    historyTotals: query.queryType === 'funnel' ? null : totalsQuery(query, table, granularity),
  };
}

/** The rows whose history is asked for: those to show, as many as fit into a filter. */
export function historyTableRows(
  { kind }: Pick<HistoryPlan, 'kind'>,
  { rows }: Pick<Table, 'rows'>,
  { top }: Pick<InsightRequest, 'top'>,
): Table['rows'] {
  return kind === 'own-buckets' ? rows.slice(0, top) : rowsForFilter(rows, top);
}

/** What to ask for once the table to compare with is there. */
export function planComparisonFollowUps({ query }: ComparisonPlan, table: Table): FollowUps {
  return { total: totalQuery(query, table), historyRows: null, historyTotals: null };
}
