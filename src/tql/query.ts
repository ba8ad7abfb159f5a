// A query on its way to a service: parsed leniently, because the hosted service knows types and keys that
// this package does not. Reports, commands and the explorer read and send such queries. The service of this
// package parses strictly what it runs (`run-query.ts`).
import * as v from 'valibot';
import { isJsonObject, type Json } from './json.ts';
import {
  anyJson,
  listOf,
  optional,
  queryAggregation,
  queryDimension,
  queryFilter,
  queryGranularity,
  queryHaving,
  queryMetric,
  queryPostAggregation,
  typeName,
  type UnknownType,
} from './query-parts.ts';
import { type RunQuery, type RunQueryOf, runQuerySchema } from './schema/run-query.ts';
import { type Parsed, parseWithSchema } from './schema/validation.ts';
import { text } from './schema/shared-schemas.ts';

/** The value itself as a query, unchanged, or its problems, each with its place. */
export function parseQuery(value: unknown): Parsed<Query> {
  return isQuery(value) ? { ok: true, value } : parseWithSchema(query, value);
}

/** Whether a value from outside is a query. */
export function isQuery(value: unknown): value is Query {
  return v.is(query, value);
}

/**
 * A query on the wire: the value itself that came from outside, with all its keys, also those that are not
 * typed here. `RunQuery` is what the service of this package reads from it.
 */
export type Query =
  | { readonly [Type in RunQuery['queryType']]: QueryOf<Type> }[RunQuery['queryType']]
  | (Readonly<{ queryType: UnknownType }> &
      WithKeys<keyof typeof COMMON_KEYS | HostedKey | Exclude<keyof QueryOf<'topN'>, 'queryType'>>);

/** A query of a known type, with each key as it may come from outside. */
export type QueryOf<Type extends RunQuery['queryType']> = Readonly<{ queryType: Type }> &
  WithKeys<Exclude<keyof RunQueryOf<Type>, 'queryType'> | HostedKey>;

/** Keys that the hosted service takes in queries of any type. */
type HostedKey = 'valueFormatter' | 'limit' | 'offset';

/** Keys of a query: those that this package reads have a type, all others are JSON. */
type WithKeys<Key> = {
  readonly [Each in Key & string]?: Each extends keyof ReadKeys ? ReadKeys[Each] | null : Json;
};
type ReadKeys = { readonly [Key in keyof typeof READ_KEYS]: v.InferOutput<(typeof READ_KEYS)[Key]> };

const intervals = listOf(text);
/** The keys that this package reads in a query of a type that it does not know. Others may hold anything. */
const COMMON_KEYS = {
  intervals: v.union([intervals, v.object({ intervals: optional(intervals) }), text]),
  granularity: queryGranularity,
  filter: queryFilter,
  virtualColumns: listOf(v.object({ name: optional(text) })),
  context: v.object({
    timezone: anyJson,
    grandTotal: anyJson,
    skipEmptyBuckets: anyJson,
    timestampResultField: anyJson,
  }),
  aggregations: listOf(queryAggregation),
  postAggregations: listOf(queryPostAggregation),
  dimension: queryDimension,
  metric: queryMetric,
  dimensions: listOf(queryDimension),
  having: queryHaving,
};
const step = v.object({ name: optional(text), filter: optional(queryFilter) });
/** The keys that this package reads in any query. */
const READ_KEYS = {
  ...COMMON_KEYS,
  steps: listOf(step),
  sample1: step,
  sample2: step,
  successCriterion: step,
};

const query = v.lazy((input) => {
  const type = isJsonObject(input) ? input.queryType : undefined;
  const strictSchema = runQuerySchema.options.find(({ entries }) => entries.queryType.literal === type);
  const keys = Object.entries(READ_KEYS).filter(([key]) => key in (strictSchema?.entries ?? COMMON_KEYS));
  const read = Object.fromEntries(keys.map(([key, schema]) => [key, optional(schema as v.GenericSchema)]));
  // The keys that are not read may hold anything.
  return v.object({ queryType: typeName<string>(), ...read }) as v.GenericSchema<unknown, Query>;
});
