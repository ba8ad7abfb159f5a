import { withIntervals } from '../../compare/earlier-periods.ts';
import { ResponseError } from '../../../text/errors.ts';
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import type { InsightRequest, ReportRequest } from '../../inputs/request.ts';
import { withGivenDataSource } from '../../client/data-source.ts';
import { planInsight } from '../plan.ts';
import { defaultMetric } from '../../tables/aggregations.ts';
import { membersQuery, type SetDimension, setDimension, valuesQuery } from '../../tables/set-queries.ts';
import { formatInterval } from '../../../tql/absolute-intervals.ts';
import type { Query } from '../../../tql/query.ts';

/**
 * The queries for a set of rows: for the values of its dimension, and for the set, with a description in
 * place of values that the first one finds.
 */
interface ExplainedSet {
  readonly values: Query;
  readonly set: Query;
}

/**
 * What a call of a set asks; null if the query is not in a file, and so not known without asking, or cannot
 * express it.
 */
export function explainSet(
  entry: InsightRequest,
  { row: set, output: named }: FunctionCall,
  request: ReportRequest,
  nowMs: number,
): ExplainedSet | null {
  const plan = entry.source.kind === 'query' ? planOrNull(entry, entry.source.query, request, nowMs) : null;
  const dimension = plan === null ? null : setDimension(plan.rows);
  if (!(set instanceof RowSet) || plan === null || dimension === null || 'dimensions' in dimension)
    return null;
  const { rows, comparison, period } = plan;
  const metric = entry.metric ?? defaultMetric(rows);
  const output = named ?? metric;
  const members = membersOf(set.kind === 'oneOf' ? set.texts : null, set.written, dimension);
  const asked = membersQuery(rows, { isOnly: set.isOnly, output, metric }, dimension, { members });
  const periods = comparison === null ? [period.range] : [comparison.period.range, period.range];
  const values = valuesQuery(withIntervals(rows, { intervals: periods.map(formatInterval) }), dimension);
  return asked === null ? null : { values, set: asked };
}

function planOrNull(entry: InsightRequest, query: Query, request: ReportRequest, nowMs: number) {
  try {
    return planInsight(entry, withGivenDataSource(query, request.service.dataSource), request, nowMs);
  } catch (error) {
    if (error instanceof ResponseError) return null;
    throw error;
  }
}

/** The values that a set names, if rows show the column's own; else one that says which they are. */
function membersOf(keys: readonly string[] | null, written: string, { isPlain }: SetDimension) {
  if (keys === null || !isPlain) return [{ shown: null, raw: `(each value in ${written})` }];
  return keys.map((key) => ({ shown: key, raw: key === 'null' ? null : key }));
}
