// The earlier values of what a gate reads, for its forecast: of rows and totals from the history that the
// report shows, of a set from a query over all earlier periods. Called by `verdict/history-forecast.ts`, and
// by `extra-queries.ts` for the queries.
import { withIntervals } from '../../compare/earlier-periods.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { ALL_USERS } from '../../tables/set-queries.ts';
import { isMeasured } from '../../compare/complete-buckets.ts';
import { answeredRows } from '../../tables/rows.ts';
import { findNumber } from '../../tables/table.ts';
import { partOf } from '../../tables/total.ts';
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import { answerTo, type Evidence, type QueriedPeriod } from './evidence.ts';
import { outputFacts } from './outputs.ts';
import { isEmptySet, queryOfSet } from './sets.ts';

/** One number in each earlier period of `history`, oldest first; null where it is not known. */
type Series = readonly (number | null)[];

/**
 * What a call would read in each earlier period of `history`: of `share("iOS 15")`, its share in each of the
 * last 8 weeks. Empty if that is not known.
 */
export function historyOf(evidence: Evidence, { name, row = null, output: named }: FunctionCall): Series {
  const { metric, rows, totalHistory } = evidence.insight;
  const output = named ?? metric;
  if (output === null) return [];
  const isMetric = output === metric;
  const totals = isMetric ? totalHistory : [];
  if (name === 'total') return totals;
  if (row === null || (name !== 'value' && name !== 'share')) return [];
  if (row instanceof RowSet) return historyOfSet(evidence, name, row, output, totals);
  const counts = (isMetric && rows.find(({ key }) => key === row)?.history) || [];
  return name === 'value' ? counts : sharesOf(counts, totals);
}

function sharesOf(counts: Series, totals: Series): Series {
  return totals.length === 0 ? [] : counts.map((count, index) => partOf(count, totals[index] ?? null));
}

function historyOfSet(
  { insight, answers }: Evidence,
  name: 'value' | 'share',
  set: RowSet,
  output: string,
  totals: Series,
): Series {
  const { history, historyGranularity } = insight;
  const over = overHistory(insight);
  if (historyGranularity === undefined || over === null) return [];
  const query = queryOfSet(over, set, output, 'now', answers);
  // The first query is for the values of the dimension, in all periods together.
  const isOfValues = query?.queryType === 'groupBy';
  const answer =
    query && answerTo(isOfValues ? query : { ...query, granularity: historyGranularity }, answers);
  const isAnswered = answer !== undefined && 'result' in answer && !isOfValues;
  if (!isAnswered && !isEmptySet(over, set, answers)) return [];
  const buckets = isAnswered ? answeredRows(answer.result) : [];
  const byStartMs = new Map(buckets.map(({ timestampMs, row }) => [timestampMs, row]));
  // The service may divide time differently than the query says.
  if (buckets.length > 0 && !history.some(({ start }) => byStartMs.has(Date.parse(start)))) return [];
  const valueOfNone = outputFacts(insight, output).isZeroIfNone ? 0 : null;
  const readAll = (counted: string): Series =>
    history.map(({ start }) => {
      const startMs = Date.parse(start);
      const value = findNumber(byStartMs.get(startMs) ?? {}, counted);
      return isMeasured(startMs, insight) ? (value ?? valueOfNone) : null;
    });
  const counts = readAll(output);
  if (name === 'value') return counts;
  // The answer for an `only(…)` has its denominator as well.
  return sharesOf(counts, set.isOnly ? readAll(ALL_USERS) : totals);
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
