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

/**
 * The aggregation behind an output that rows carry under a name: the one so called, else the one whose type is called so
 * by default, else the only one. Null for a post-aggregation, and where the query does not say.
 */
export function aggregationBehind(query: Query, name: string): JsonObject | null {
  const outputs = queryOutputs(query);
  const found =
    outputs.find((each) => each.name === name) ??
    outputs.find((each) => each.aggregation !== null && defaultName(each.aggregation) === name) ??
    (outputs.length === 1 ? outputs[0] : undefined);
  return found?.aggregation ?? null;
}

/** The name that rows carry an aggregation under where it is not given one; looks through `filtered` ones. */
export function defaultName(aggregation: JsonObject): string | null {
  const inner = innermostAggregation(aggregation);
  return DEFAULT_NAMES.get(inner['type']) ?? null;
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
  const byDefault = DEFAULT_NAMES.get(aggregation['type']);
  return byDefault === undefined ? null : { name: byDefault, aggregation, named: false };
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * How an aggregation's values over parts make its value over the whole: `additive` ones add up; the whole of
 * `distinct` ones is smaller than the sum and has to be asked for, and a part is a share of it; the whole of a `mean`
 * has to be asked for, and a part is no share of it; for `other` ones (minima, firsts) no whole means anything.
 */
export type AggregationKind = 'additive' | 'distinct' | 'mean' | 'other';

const KINDS: ReadonlyMap<unknown, AggregationKind> = new Map([
  ['eventCount', 'additive'],
  ['count', 'additive'],
  ['longSum', 'additive'],
  ['doubleSum', 'additive'],
  ['floatSum', 'additive'],
  ['userCount', 'distinct'],
  ['thetaSketch', 'distinct'],
  ['cardinality', 'distinct'],
  ['hyperUnique', 'distinct'],
  ['quantilesDoublesSketch', 'distinct'],
  ['doubleMean', 'mean'],
]);

/** Classifies an aggregation, looking through `filtered` ones; a post-aggregation (null) is `other`. */
export function aggregationKind(aggregation: JsonObject | null): AggregationKind {
  return aggregation === null ? 'other' : (KINDS.get(innermostAggregation(aggregation)['type']) ?? 'other');
}

/** What an aggregation counts, in a word. */
export function aggregationUnit(aggregation: JsonObject | null): 'events' | 'users' | 'other' {
  const inner = aggregation === null ? {} : innermostAggregation(aggregation);
  switch (inner['type']) {
    case 'eventCount':
    case 'count':
      return 'events';
    // What the service makes of an eventCount.
    case 'longSum':
      return inner['fieldName'] === 'count' ? 'events' : 'other';
    case 'userCount':
      return 'users';
    case 'thetaSketch':
      return inner['fieldName'] === 'clientUser' ? 'users' : 'other';
    default:
      return 'other';
  }
}

/** The aggregation inside any number of `filtered` ones. */
export function innermostAggregation(aggregation: JsonObject): JsonObject {
  let inner = aggregation;
  while (isJsonObject(inner['aggregator'])) inner = inner['aggregator'];
  return inner;
}
