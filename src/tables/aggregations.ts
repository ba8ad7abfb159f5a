import { isJsonObject, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';

/** An output that a query names or implies: its name in the rows, and the aggregation behind it (null: a post-aggregation). */
export interface Output {
  readonly name: string;
  readonly aggregation: JsonObject | null;
  /** Whether the query gives the name; else it is the default of the aggregation's type. */
  readonly named: boolean;
}

/** The outputs of a query, aggregations first, in the query's order. */
export function queryOutputs(query: Query): Output[] {
  const aggregations = aggregationsOf(query).map(aggregationOutput);
  const postAggregations = postAggregationsOf(query).flatMap((each) =>
    typeof each['name'] === 'string' ? [{ name: each['name'], aggregation: null, named: true }] : [],
  );
  return [...aggregations.filter((each) => each !== null), ...postAggregations];
}

/**
 * The aggregation behind an output of the rows: the one of this name, else the one whose type has this default name, else the only
 * one. Null for a post-aggregation, and if the query does not say.
 */
export function aggregationBehind(query: Query, name: string): JsonObject | null {
  const outputs = queryOutputs(query);
  const found =
    outputs.find((each) => each.name === name) ??
    outputs.find((each) => each.aggregation !== null && defaultName(each.aggregation) === name) ??
    (outputs.length === 1 ? outputs[0] : undefined);
  return found?.aggregation ?? null;
}

/** The name of an unnamed aggregation in the rows, of the one inside if it is `filtered`. */
export function defaultName(aggregation: JsonObject): string | null {
  const inner = innermostAggregation(aggregation);
  return DEFAULT_NAMES.get(inner['type']) ?? null;
}

/** The name of the output that a topN is ordered by, inverted or not; null for other queries and for an order by dimension. */
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

/** The output that a query's values are of unless its entry names one: what a topN is ordered by, a rate that is shown in percent, or the first. */
export function defaultMetric(query: Query): string | null {
  return orderingMetric(query) ?? percentRate(query) ?? queryOutputs(query)[0]?.name ?? null;
}

/** The quotient that a query wants to be written as a percentage (`valueFormatter`); null if there is none. */
export function percentRate({ valueFormatter, ...query }: Query): string | null {
  const options = isJsonObject(valueFormatter) ? valueFormatter['options'] : null;
  if (!isJsonObject(options) || options['style'] !== 'percent') return null;
  const rate = postAggregationsOf(query).find(
    ({ type, fn }) => type === 'arithmetic' && (fn === '/' || fn === 'quotient'),
  );
  return typeof rate?.['name'] === 'string' ? rate['name'] : null;
}

/** Whether a topN begins with the smallest of its metric. */
export function isInverted({ metric = null }: Query): boolean {
  return isJsonObject(metric) && metric['type'] === 'inverted';
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

/** The aggregations of a query. */
export function aggregationsOf(query: Query): JsonObject[] {
  return objects(query['aggregations']);
}

/** The post-aggregations of a query. */
export function postAggregationsOf(query: Query): JsonObject[] {
  return objects(query['postAggregations']);
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * How an output's values for parts relate to its value for the whole. `additive`: they add up. `distinct`: the whole is at most their
 * sum and has to be asked for; a part is a share of it. `mean`: the whole has to be asked for; a part is not a share of it. `other`
 * (minima, first values, post-aggregations): a whole means nothing.
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

/** The kind of a query's output; `other` if there is no such output (null: none). */
export function outputKind(query: Query, name: string | null): AggregationKind {
  return KINDS.get(innermostOf(query, name)['type']) ?? 'other';
}

/** What a query's output counts. */
export function outputUnit(query: Query, name: string | null): 'events' | 'users' | 'other' {
  return unitOf(innermostOf(query, name));
}

/** What an unfiltered aggregation counts. */
export function unitOf(inner: JsonObject): 'events' | 'users' | 'other' {
  switch (inner['type']) {
    case 'eventCount':
    case 'count':
      return 'events';
    // The service turns an eventCount into a longSum of `count`.
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

/** Whether the rows of a query's output add up to its total. */
export function isAdditive(query: Query, name: string | null): boolean {
  return outputKind(query, name) === 'additive';
}

function innermostOf(query: Query, name: string | null): JsonObject {
  const aggregation = name === null ? null : aggregationBehind(query, name);
  return aggregation === null ? {} : innermostAggregation(aggregation);
}

/** The aggregation inside any number of `filtered` ones. */
export function innermostAggregation(aggregation: JsonObject): JsonObject {
  let inner = aggregation;
  while (isJsonObject(inner['aggregator'])) inner = inner['aggregator'];
  return inner;
}
