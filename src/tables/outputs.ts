import { isJsonObject, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';

/** An output that a query promises: its name in the rows, and the aggregation behind it (null: a post-aggregation). */
export interface Output {
  readonly name: string;
  readonly aggregation: JsonObject | null;
  /** Whether the query itself says the name; else it is the type's default. */
  readonly named: boolean;
}

/** The outputs that a query promises, aggregations first, in the query's order. */
export function queryOutputs(query: Query): Output[] {
  const aggregations = objects(query['aggregations']).map(aggregationOutput);
  const postAggregations = objects(query['postAggregations']).flatMap((each) =>
    typeof each['name'] === 'string' ? [{ name: each['name'], aggregation: null, named: true }] : [],
  );
  return [...aggregations.filter((each) => each !== null), ...postAggregations];
}

/** The name that a topN is ordered by, through any `inverted`; null for other queries and for an order by dimension. */
export function orderingMetric(query: Query): string | null {
  if (query.queryType !== 'topN') return null;
  let metric = query['metric'];
  for (let depth = 0; isJsonObject(metric) && metric['type'] === 'inverted' && depth < 100; depth += 1)
    metric = metric['metric'];
  if (typeof metric === 'string') return metric;
  return isJsonObject(metric) && metric['type'] === 'numeric' && typeof metric['metric'] === 'string'
    ? metric['metric']
    : null;
}

const DEFAULT_NAMES: ReadonlyMap<unknown, string> = new Map([
  ['eventCount', 'Events'],
  ['userCount', 'Users'],
  ['histogram', 'Histogram'],
]);

function aggregationOutput(aggregation: JsonObject): Output | null {
  const { name } = aggregation;
  if (typeof name === 'string' && name !== '') return { name, aggregation, named: true };
  if (isJsonObject(aggregation['aggregator'])) {
    const inner = aggregationOutput(aggregation['aggregator']);
    return inner === null ? null : { ...inner, aggregation };
  }
  const defaultName = DEFAULT_NAMES.get(aggregation['type']);
  return defaultName === undefined ? null : { name: defaultName, aggregation, named: false };
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
