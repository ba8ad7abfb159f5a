// Which output an insight shows unless its entry names one, and by which a topN is ordered.
import { isJsonObject } from '../../../tql/json.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryMetric } from '../../../tql/query-parts.ts';
import { postAggregationsOf, queryOutputs } from './outputs.ts';
import { isQuotient } from './post-aggregations.ts';

/**
 * The name of the output that a topN is ordered by, ascending or descending; null for other queries, and for
 * a topN that is ordered by its dimension.
 */
export function orderingMetric(query: Query): string | null {
  const order = orderOf(query);
  if (typeof order === 'string') return order;
  return order?.type === 'numeric' && typeof order.metric === 'string' ? order.metric : null;
}

/** What a topN is ordered by, without an `inverted` around it; null for other queries. */
export function orderOf(query: Query): QueryMetric | null {
  let order = query.queryType === 'topN' ? query.metric : null;
  while (typeof order === 'object' && order?.type === 'inverted') order = order.metric;
  return order ?? null;
}

/**
 * The output whose values an insight shows unless its entry names one: what a topN is ordered by, otherwise a
 * rate that is shown in percent, otherwise the first.
 */
export function defaultMetric(query: Query): string | null {
  return orderingMetric(query) ?? percentRate(query) ?? queryOutputs(query)[0]?.name ?? null;
}

/**
 * The quotient that a query wants to be written as a percentage (`valueFormatter`); null if there is none.
 */
export function percentRate(query: Query): string | null {
  const options = isJsonObject(query.valueFormatter) ? query.valueFormatter.options : null;
  if (!isJsonObject(options) || options.style !== 'percent') return null;
  return postAggregationsOf(query).find(isQuotient)?.name ?? null;
}

/** Whether a topN begins with the smallest of its metric. */
export function isInverted(query: Query): boolean {
  return query.queryType === 'topN' && typeof query.metric === 'object' && query.metric?.type === 'inverted';
}
