// The parts of a query on its way to a service: filters, aggregations, dimensions and so on. For each, a
// lenient schema and its type: only the keys that this package reads are checked, because the hosted service
// knows types and keys that this package does not.
import * as v from 'valibot';
import { AGGREGATIONS, type AggregationType } from './schema/aggregation.ts';
import type { ExtractionFn } from './schema/dimension.ts';
import { FILTERS, type FilterType } from './schema/filter.ts';
import { HAVINGS, type HavingType } from './schema/having.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { Metric } from './schema/metric.ts';
import { type OperandKey, POST_AGGREGATIONS, type PostAggregation } from './schema/post-aggregation.ts';
import { text } from './schema/shared-schemas.ts';

/** The name of a type that this package does not know: an enum, so that no known name is one. */
export declare enum UnknownType {
  name = '',
}

/**
 * The result for a type that this package does not know. A `switch` whose default calls this compiles only if
 * it has a case for every known type.
 */
export function forUnknownType<Result>(_type: UnknownType, result: Result): Result {
  return result;
}

/** The name of a type, known or not. */
export const typeName = <KnownType extends string>() =>
  v.custom<KnownType | UnknownType>((input) => typeof input === 'string');
/** A key that may be absent or null. */
export const optional = <Value>(value: v.GenericSchema<unknown, Value>) => v.exactOptional(v.nullable(value));
export const listOf = <Item>(item: v.GenericSchema<unknown, Item>) => v.pipe(v.array(item), v.readonly());
export const anyJson = v.exactOptional(v.custom<Json>((input) => input !== undefined));

/** Keys with any value, which the code that reads them checks. */
type UncheckedKeys<Key extends string> = { readonly [Each in Key]?: Json };

/** A filter as a query gives it. */
export type QueryFilter = Readonly<{
  type?: FilterType | UnknownType;
  field?: QueryFilter | null;
  fields?: readonly QueryFilter[] | null;
}> &
  UncheckedKeys<
    | 'dimension'
    | 'column'
    | 'value'
    | 'values'
    | 'matchValueType'
    | 'matchValue'
    | 'intervals'
    | 'extractionFn'
  >;

export const queryFilter = nodeSchema<QueryFilter>(FILTERS, { type: v.exactOptional(typeName<string>()) });

/** Whether a value from outside is a filter. */
export function isFilter(value: unknown): value is QueryFilter {
  return v.is(queryFilter, value);
}

/** An aggregation as a query requests it; a `filtered` one has an `aggregator`. */
export type QueryAggregation = Readonly<{
  type: AggregationType | UnknownType;
  name?: string | null;
  fieldName?: string | null;
  filter?: QueryFilter | null;
  aggregator?: QueryAggregation | null;
}> &
  UncheckedKeys<'fields' | 'byRow' | 'size' | 'splitPoints'>;

const names = { name: optional(text), fieldName: optional(text) };
export const queryAggregation = nodeSchema<QueryAggregation>(AGGREGATIONS, {
  ...names,
  filter: optional(queryFilter),
});

/** A post-aggregation as a query requests it. */
export type QueryPostAggregation = Readonly<{
  type: PostAggregation['type'] | UnknownType;
  name?: string | null;
  fieldName?: string | null;
  fields?: readonly QueryPostAggregation[] | null;
}> & { readonly [Operand in OperandKey]?: QueryPostAggregation | null } & UncheckedKeys<
    'fn' | 'func' | 'value' | 'splitPoints'
  >;

export const queryPostAggregation = nodeSchema<QueryPostAggregation>(POST_AGGREGATIONS, names);

/** A condition on the rows of a query. */
export type QueryHaving = Readonly<{
  type: HavingType | UnknownType;
  havingSpec?: QueryHaving | null;
  havingSpecs?: readonly QueryHaving[] | null;
}> &
  UncheckedKeys<'dimension' | 'aggregation' | 'value' | 'extractionFn'>;

export const queryHaving = nodeSchema<QueryHaving>(HAVINGS, {});

/**
 * The schema of nodes that hold others of their kind, of any type. `tree` says under which keys they are, and
 * `keys` has the schemas of other keys.
 */
function nodeSchema<Node>(
  tree: { readonly childKeys: ReadonlySet<string>; readonly listKeys: ReadonlySet<string> },
  keys: v.ObjectEntries,
): v.GenericSchema<unknown, Node> {
  const child: v.GenericSchema = v.lazy(() => schema);
  const schema: v.GenericSchema = v.object({
    type: typeName<string>(),
    ...v.entriesFromList([...tree.childKeys], optional(child)),
    ...v.entriesFromList([...tree.listKeys], optional(listOf(child))),
    ...keys,
  });
  // A node's other keys may hold anything.
  return schema as v.GenericSchema<unknown, Node>;
}

/** What a topN is ordered by: an output by its name, a dimension, or the inverse of another order. */
export type QueryMetric =
  | string
  | (Readonly<{ type: Metric['type'] | UnknownType; metric?: QueryMetric | null }> &
      UncheckedKeys<'ordering' | 'previousStop'>);

export const queryMetric: v.GenericSchema<unknown, QueryMetric> = v.union([
  text,
  v.object({ type: typeName<Metric['type']>(), metric: optional(v.lazy(() => queryMetric)) }),
]);

const extractionFn = v.object({
  type: typeName<ExtractionFn['type'] | 'registeredLookup'>(),
  lookup: optional(v.union([text, v.object({ map: optional(v.custom<JsonObject>(isJsonObject)) })])),
  retainMissingValue: anyJson,
  replaceMissingValueWith: anyJson,
});
/** What a dimension computes from a column's value. */
export type QueryExtractionFn = Readonly<v.InferOutput<typeof extractionFn>>;

export const queryDimension = v.union([
  text,
  v.object({
    type: optional(typeName<'default' | 'extraction'>()),
    dimension: optional(text),
    outputName: optional(text),
    outputType: optional(text),
    extractionFn: optional(extractionFn),
  }),
]);
/** A dimension of a query: a column, or what is made of one. */
export type QueryDimension = Readonly<v.InferOutput<typeof queryDimension>>;

export const queryGranularity = v.union([
  text,
  v.object({
    type: optional(text),
    period: optional(text),
    duration: anyJson,
    timeZone: anyJson,
    origin: anyJson,
  }),
]);
/** The granularity of a query, as it is written. */
export type QueryGranularity = Readonly<v.InferOutput<typeof queryGranularity>>;

/** Whether a value from outside is a granularity. */
export function isGranularity(value: unknown): value is QueryGranularity {
  return v.is(queryGranularity, value);
}
