// The earlier values of what a gate reads, for its forecast: from the history in the table, or from a query
// over all earlier periods. Called by `verdict/history-forecast.ts`, and by `extra-queries.ts` for the
// queries.
import { withIntervals } from '../../compare/earlier-periods.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { ALL_USERS, outputKind } from '../../tables/aggregations.ts';
import { isMeasured } from '../../compare/complete-buckets.ts';
import { relativeChange } from '../../compare/rows.ts';
import { answeredRows } from '../../tables/rows.ts';
import { findNumber } from '../../tables/table.ts';
import { partOf } from '../../tables/total.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import { answerTo, type Evidence, type ExtraAnswers, extraQueryFor, type QueriedPeriod } from './evidence.ts';
import { isEmptySet, queryOfSet } from './sets.ts';
import { isZeroIfNone } from './outputs.ts';
import { isTotalled } from './totals.ts';

/** One number in each earlier period of `history`, oldest first; null where it is not known. */
type Series = readonly (number | null)[];

/** What a series counts, by an output. */
interface SeriesSubject {
  /** A row by its key, a set of rows, or everything (null). */
  readonly row: string | RowSet | null;
  readonly output: string;
  /** Whether it counts what the set `only(…)` is a part of: the users who have a value of the dimension. */
  readonly isDenominator?: boolean;
}

/** What a call would read in each earlier period of `history`; empty if that is not known. */
export function historyOf(evidence: Evidence, call: FunctionCall): Series {
  const [counts = null, totals = null] = subjectsOfCall(call, evidence.insight).map((subject) =>
    seriesOf(subject, evidence),
  );
  if (counts === null) return [];
  switch (call.name) {
    case 'share':
      return totals === null ? [] : counts.map((count, index) => partOf(count, totals[index] ?? null));
    case 'change':
    case 'totalChange':
      return counts.map((count, index) => relativeChange(count, counts[index - 1] ?? null));
    default:
      return counts;
  }
}

/** What is counted in each period for a call; for a share, that and its total. Empty if it has no history. */
function subjectsOfCall(
  { name, row = null, output: outputName }: FunctionCall,
  insight: ReportedInsight,
): readonly SeriesSubject[] {
  const output = outputName ?? insight.metric;
  const isOfTotal = name === 'total' || name === 'totalChange';
  // The key of a row may be computed, and is not known then.
  const isRowUnknown = row === null && !isOfTotal;
  if (insight.historyGranularity === undefined || output === null || isRowUnknown) return [];
  const counted = { row, output };
  switch (name) {
    case 'value':
    case 'total':
      return [counted];
    case 'share': {
      const kind = outputKind(insight.query, output);
      if (kind !== 'additive' && kind !== 'distinct') return [];
      const isOnly = row instanceof RowSet && row.isOnly;
      return [counted, isOnly ? { ...counted, isDenominator: true } : { row: null, output }];
    }
    case 'change':
    case 'totalChange':
      return insight.compare?.relation === 'previous-period' ? [counted] : [];
    default:
      return [];
  }
}

/** The series that the insight's own table holds; null if it has to be queried. */
function seriesInTable(
  { row, output }: SeriesSubject,
  { metric, rows, totalHistory }: ReportedInsight,
): Series | null {
  if (output !== metric || row instanceof RowSet) return null;
  if (row === null) return totalHistory.length > 0 ? totalHistory : null;
  const history = rows.find(({ key }) => key === row)?.history ?? [];
  return history.length > 0 ? history : null;
}

/** The query that a series needs next: for a set, first the one for its dimension's values. */
function queryOfSubject(
  { row, output }: SeriesSubject,
  insight: ReportedInsight,
  answers: ExtraAnswers,
): Query | undefined {
  const over = overHistory(insight);
  if (over === null || (row === null && !isTotalled(insight, output))) return undefined;
  const inPeriods = (query: Query): Query => ({ ...query, granularity: insight.historyGranularity ?? 'all' });
  if (row instanceof RowSet) {
    const query = queryOfSet(over, row, output, 'now', answers);
    return query?.queryType === 'groupBy' ? query : query && inPeriods(query);
  }
  // A filter on a key that several rows have would count all of them.
  if (insight.rows.filter(({ key }) => key === row).length > 1) return undefined;
  const point = extraQueryFor(over, row, 'now');
  return 'query' in point ? inPeriods(point.query) : undefined;
}

/** All of an insight's `history` as one period; null without earlier periods. */
function overHistory({ history, query, metric }: ReportedInsight): QueriedPeriod | null {
  const [first, last] = [history[0], history.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    query: withIntervals(query, { intervals: [`${first.start}/${last.end}`] }),
    metric,
    compare: null,
  };
}

function seriesOf(subject: SeriesSubject, { insight, answers }: Evidence): Series | null {
  const tableSeries = seriesInTable(subject, insight);
  if (tableSeries !== null) return tableSeries;
  const byStartMs = queriedValues(subject, insight, answers);
  if (byStartMs === null) return null;
  // The service may divide time differently than the query says.
  const isAligned =
    byStartMs.size === 0 || insight.history.some(({ start }) => byStartMs.has(Date.parse(start)));
  if (!isAligned) return null;
  const valueOfNone = isZeroIfNone(insight, subject.output) ? 0 : null;
  return insight.history.map(({ start }) => {
    const startMs = Date.parse(start);
    return isMeasured(startMs, insight) ? (byStartMs.get(startMs) ?? valueOfNone) : null;
  });
}

/**
 * What was counted in each period, by its start in epoch milliseconds. Periods in which nothing was counted
 * are missing. Null if it is not known.
 */
function queriedValues(
  subject: SeriesSubject,
  insight: ReportedInsight,
  answers: ExtraAnswers,
): ReadonlyMap<number, number | null> | null {
  const over = overHistory(insight);
  const isDenominator = subject.isDenominator === true;
  const set = subject.row instanceof RowSet && !isDenominator ? subject.row : null;
  if (over !== null && set !== null && isEmptySet(over, set, answers)) return new Map();
  const query = queryOfSubject(subject, insight, answers);
  const answer = query === undefined ? null : answerTo(query, answers);
  return answer !== null && 'result' in answer
    ? valuesByStart(answer.result, isDenominator ? ALL_USERS : subject.output)
    : null;
}

/**
 * An output's value in each bucket, by its start in epoch milliseconds; null if the answer is of another
 * kind.
 */
function valuesByStart(result: QueryResult, output: string): ReadonlyMap<number, number | null> | null {
  if (result.kind !== 'timeseries' && result.kind !== 'groupBy') return null;
  return new Map(answeredRows(result).map(({ timestampMs, row }) => [timestampMs, findNumber(row, output)]));
}
