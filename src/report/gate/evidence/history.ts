// The earlier values of what a gate reads, for its forecast: from the table's history, or from a query over
// all earlier periods.
import { Temporal } from 'temporal-polyfill';
import { withIntervals } from '../../compare/earlier-periods.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { ALL_USERS, outputKind } from '../../tables/aggregations.ts';
import { relativeChange } from '../../compare/rows.ts';
import { answeredRows } from '../../tables/rows.ts';
import { findNumber } from '../../tables/table.ts';
import { partOf } from '../../tables/total.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import { answerTo, type Evidence, type ExtraAnswers, extraQueryFor, type QueriedPeriod } from './evidence.ts';
import { isEmptySet, queriesOfSet } from './sets.ts';
import { isZeroIfNone } from './outputs.ts';
import { isTotalled } from './totals.ts';

/** One number in each earlier period of `history`, oldest first; null where it is not known. */
type Series = readonly (number | null)[];

/** What a series is of: a row, a set of rows or everything (null), by an output. */
interface SeriesSubject {
  readonly row: string | RowSet | null;
  readonly output: string;
  /** Whether it is what `only(…)` is a part of: the users who have an event with the dimension. */
  readonly isWhole?: boolean;
}

/**
 * What a call reads in each earlier period of `history`. It runs twice: the first time `answerTo` notes the
 * queries that it needs, the second time they are answered.
 */
export function historyOf(evidence: Evidence, call: FunctionCall): Series {
  const { insight } = evidence;
  const [part = null, whole = null] = subjectsOfCall(call, insight).map((subject) =>
    seriesOf(subject, evidence),
  );
  if (part === null) return [];
  switch (call.name) {
    case 'share':
      return whole === null ? [] : part.map((value, index) => partOf(value, whole[index] ?? null));
    case 'change':
    case 'totalChange':
      return part.map((value, index) => relativeChange(value, part[index - 1] ?? null));
    default:
      return part;
  }
}

/** What has to be counted in each period for a call; nothing if its earlier values are not made of that. */
function subjectsOfCall(
  { name, row = null, output: named }: FunctionCall,
  insight: ReportedInsight,
): readonly SeriesSubject[] {
  const output = named ?? insight.metric;
  const isOfAll = name === 'total' || name === 'totalChange';
  if (insight.historyGranularity === undefined || output === null || (row === null && !isOfAll)) return [];
  const part = { row, output };
  switch (name) {
    case 'value':
    case 'total':
      return [part];
    case 'share': {
      const kind = outputKind(insight.query, output);
      if (kind !== 'additive' && kind !== 'distinct') return [];
      return [part, row instanceof RowSet && row.isOnly ? { ...part, isWhole: true } : { row: null, output }];
    }
    case 'change':
    case 'totalChange':
      return insight.compare?.relation === 'previous-period' ? [part] : [];
    default:
      return [];
  }
}

/** The series that the insight's own tables hold; null if it has to be requested. */
function knownSeries(
  { row, output }: SeriesSubject,
  { metric, rows, totalHistory }: ReportedInsight,
): Series | null {
  if (output !== metric || row instanceof RowSet) return null;
  if (row === null) return totalHistory.length > 0 ? totalHistory : null;
  const [named] = rows.filter(({ key }) => key === row);
  return named !== undefined && named.history.length > 0 ? named.history : null;
}

/**
 * The queries that a series still needs; a set needs those for its values first. The last one answers with
 * the series.
 */
function queriesOfSubject(
  { row, output }: SeriesSubject,
  insight: ReportedInsight,
  answers: ExtraAnswers,
): readonly Query[] {
  const over = overHistory(insight);
  if (over === null || (row === null && !isTotalled(insight, output))) return [];
  const inPeriods = (query: Query): Query => ({ ...query, granularity: insight.historyGranularity ?? 'all' });
  if (row instanceof RowSet) {
    const setQueries = queriesOfSet(over, row, output, ['now'], answers);
    return setQueries.map((query) => (query.queryType === 'groupBy' ? query : inPeriods(query)));
  }
  // A filter on a key that several rows have would count all of them.
  if (insight.rows.filter(({ key }) => key === row).length > 1) return [];
  const point = extraQueryFor(over, row, 'now');
  return 'query' in point ? [inPeriods(point.query)] : [];
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
  const tableSeries = knownSeries(subject, insight);
  if (tableSeries !== null) return tableSeries;
  const byStartMs = askedValues(subject, insight, answers);
  if (byStartMs === null) return null;
  const { output } = subject;
  const nothing = isZeroIfNone(insight, output) ? 0 : null;
  const values = insight.history.map((period) =>
    isMeasured(period, insight) ? (byStartMs.get(Date.parse(period.start)) ?? nothing) : null,
  );
  // The service may divide time differently than the query says.
  const isOtherwise =
    byStartMs.size > 0 && !insight.history.some(({ start }) => byStartMs.has(Date.parse(start)));
  return isOtherwise ? null : values;
}

/**
 * What was counted in each period, by its start in epoch milliseconds: nothing of a set without a value; null
 * if it is not known.
 */
function askedValues(
  subject: SeriesSubject,
  insight: ReportedInsight,
  answers: ExtraAnswers,
): ReadonlyMap<number, number | null> | null {
  const over = overHistory(insight);
  const isWhole = subject.isWhole === true;
  if (over !== null && subject.row instanceof RowSet && !isWhole && isEmptySet(over, subject.row, answers))
    return new Map();
  const query = queriesOfSubject(subject, insight, answers).at(-1);
  const answer = query === undefined ? null : answerTo(query, answers);
  return answer !== null && 'result' in answer
    ? valuesByStart(answer.result, isWhole ? ALL_USERS : subject.output)
    : null;
}

/** Whether events had begun when a period began, by days. */
function isMeasured(
  { start }: { readonly start: string },
  { eventsSince, timezone }: ReportedInsight,
): boolean {
  if (eventsSince === undefined) return true;
  return Temporal.Instant.from(start).toZonedDateTimeISO(timezone).toPlainDate().toString() >= eventsSince;
}

/**
 * An output's value in each bucket, by its start in epoch milliseconds; null if the answer is of another
 * kind.
 */
function valuesByStart(result: QueryResult, output: string): ReadonlyMap<number, number | null> | null {
  if (result.kind !== 'timeseries' && result.kind !== 'groupBy') return null;
  return new Map(answeredRows(result).map(({ timestampMs, row }) => [timestampMs, findNumber(row, output)]));
}
