// A query on its way to a service: parsed leniently, because the hosted service knows types and keys that
// this package does not. Reports, commands and the explorer read and send such queries. The service of this
// package parses strictly what it runs (`run-query.ts`), by the same schemas.
import * as v from 'valibot';
import { AGGREGATIONS, type AggregationType } from './aggregation.ts';
import type { ExtractionFn } from './dimension.ts';
import { FILTERS, type FilterType, HAVINGS, type HavingType } from './filter.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { Metric } from './ordering.ts';
import { type OperandKey, POST_AGGREGATIONS, type PostAggregation } from './post-aggregation.ts';
import { type RunQuery, runQuerySchema } from './run-query.ts';
import { type Parsed, parseWithSchema } from './validation.ts';

/** Any name of a type that only the hosted service knows. An enum, so that no known name is one. */
declare enum OtherType {
  name = '',
}

/**
 * The result for a type that this package does not know. A `switch` whose default calls this compiles only if
 * it has a case for every known type.
 */
export function ofOther<Result>(_type: OtherType, result: Result): Result {
  return result;
}

// Short names for parts of the schemas below: a null key counts as absent, and `any` is any JSON.
const text = v.string();
const any = v.exactOptional(v.custom<Json>((input) => input !== undefined));
const list = <Item>(item: v.GenericSchema<unknown, Item>) => v.pipe(v.array(item), v.readonly());
const maybe = <Value>(value: v.GenericSchema<unknown, Value>) => v.exactOptional(v.nullable(value));
const typeName = <ListedType extends string>() =>
  v.custom<ListedType | OtherType>((input) => typeof input === 'string');
/** Keys that may hold anything, which the code that reads them checks. */
type Anything<Key extends string> = { readonly [Each in Key]?: Json };

/** The keys of a kind of node that hold others of the kind, as `treeOf` finds them. */
interface HolderKeys {
  readonly childKeys: ReadonlySet<string>;
  readonly listKeys: ReadonlySet<string>;
}

/** The lenient schema of filters, aggregations and so on: any type, with children of the kind and `keys`. */
function lenient<Node>(holder: HolderKeys, keys: v.ObjectEntries): v.GenericSchema<unknown, Node> {
  const child: v.GenericSchema = v.lazy(() => schema);
  const schema: v.GenericSchema = v.object({
    type: typeName<string>(),
    ...v.entriesFromList([...holder.childKeys], maybe(child)),
    ...v.entriesFromList([...holder.listKeys], maybe(list(child))),
    ...keys,
  });
  // A node's other keys may hold anything.
  return schema as v.GenericSchema<unknown, Node>;
}

/** A filter as a query gives it. */
export type QueryFilter = Readonly<{
  type?: FilterType | OtherType;
  field?: QueryFilter | null;
  fields?: readonly QueryFilter[] | null;
}> &
  Anything<
    | 'dimension'
    | 'column'
    | 'value'
    | 'values'
    | 'matchValueType'
    | 'matchValue'
    | 'intervals'
    | 'extractionFn'
  >;

const filter = lenient<QueryFilter>(FILTERS, { type: v.exactOptional(typeName<string>()) });

/** Whether a value from outside is a filter. */
export function isFilter(value: unknown): value is QueryFilter {
  return v.is(filter, value);
}

/** An aggregation as a query requests it; a `filtered` one has an `aggregator`. */
export type QueryAggregation = Readonly<{
  type: AggregationType | OtherType;
  name?: string | null;
  fieldName?: string | null;
  filter?: QueryFilter | null;
  aggregator?: QueryAggregation | null;
}> &
  Anything<'fields' | 'byRow' | 'size' | 'splitPoints'>;

const names = { name: maybe(text), fieldName: maybe(text) };
const aggregation = lenient<QueryAggregation>(AGGREGATIONS, { ...names, filter: maybe(filter) });

/** A post-aggregation as a query requests it. */
export type QueryPostAggregation = Readonly<{
  type: PostAggregation['type'] | OtherType;
  name?: string | null;
  fieldName?: string | null;
  fields?: readonly QueryPostAggregation[] | null;
}> & { readonly [Operand in OperandKey]?: QueryPostAggregation | null } & Anything<
    'fn' | 'func' | 'value' | 'splitPoints'
  >;

const postAggregation = lenient<QueryPostAggregation>(POST_AGGREGATIONS, names);

/** A condition on the rows of a query. */
export type QueryHaving = Readonly<{
  type: HavingType | OtherType;
  havingSpec?: QueryHaving | null;
  havingSpecs?: readonly QueryHaving[] | null;
}> &
  Anything<'dimension' | 'aggregation' | 'value' | 'extractionFn'>;

const having = lenient<QueryHaving>(HAVINGS, {});

/** What a topN is ordered by: an output by its name, a dimension, or the inverse of another order. */
export type QueryMetric =
  | string
  | (Readonly<{ type: Metric['type'] | OtherType; metric?: QueryMetric | null }> &
      Anything<'ordering' | 'previousStop'>);

const metric: v.GenericSchema<unknown, QueryMetric> = v.union([
  text,
  v.object({ type: typeName<Metric['type']>(), metric: maybe(v.lazy(() => metric)) }),
]);

const extractionFn = v.object({
  type: typeName<ExtractionFn['type'] | 'registeredLookup'>(),
  lookup: maybe(v.union([text, v.object({ map: maybe(v.custom<JsonObject>(isJsonObject)) })])),
  retainMissingValue: any,
  replaceMissingValueWith: any,
});
/** What a dimension computes from a column's value. */
export type QueryExtractionFn = Readonly<v.InferOutput<typeof extractionFn>>;

const dimension = v.union([
  text,
  v.object({
    type: maybe(typeName<'default' | 'extraction'>()),
    dimension: maybe(text),
    outputName: maybe(text),
    outputType: maybe(text),
    extractionFn: maybe(extractionFn),
  }),
]);
/** A dimension of a query: a column, or what is made of one. */
export type QueryDimension = Readonly<v.InferOutput<typeof dimension>>;

const granularity = v.union([
  text,
  v.object({ type: maybe(text), period: maybe(text), duration: any, timeZone: any, origin: any }),
]);
/** The granularity of a query, as it is written. */
export type QueryGranularity = Readonly<v.InferOutput<typeof granularity>>;

/** Whether a value from outside is a granularity. */
export function isGranularity(value: unknown): value is QueryGranularity {
  return v.is(granularity, value);
}

const intervals = list(text);
const step = v.object({ name: maybe(text), filter: maybe(filter) });
/** The keys that this package reads in a query of a type that it does not know. Others may hold anything. */
const COMMON_KEYS = {
  intervals: v.union([intervals, v.object({ intervals: maybe(intervals) }), text]),
  granularity,
  filter,
  virtualColumns: list(v.object({ name: maybe(text) })),
  context: v.object({ timezone: any, grandTotal: any, skipEmptyBuckets: any, timestampResultField: any }),
  aggregations: list(aggregation),
  postAggregations: list(postAggregation),
  dimension,
  metric,
  dimensions: list(dimension),
  having,
};
/** The keys that this package reads in any query. */
const READ_KEYS = { ...COMMON_KEYS, steps: list(step), sample1: step, sample2: step, successCriterion: step };
type QueryFields = { readonly [Key in keyof typeof READ_KEYS]: v.InferOutput<(typeof READ_KEYS)[Key]> };
type WithKeys<Key> = {
  readonly [Each in Key & string]?: Each extends keyof QueryFields ? QueryFields[Each] | null : Json;
};

/** Keys that the hosted service takes in queries of any type. */
type HostedKey = 'valueFormatter' | 'limit' | 'offset';
type KeysOf<Type> = keyof Extract<RunQuery, { readonly queryType: Type }> | HostedKey;

/** A query of a known type, with each key as it may come from outside. */
export type QueryOf<Type extends RunQuery['queryType']> = Readonly<{ queryType: Type }> &
  WithKeys<Exclude<KeysOf<Type>, 'queryType'>>;
type KnownQuery = { readonly [Type in RunQuery['queryType']]: QueryOf<Type> }[RunQuery['queryType']];

/**
 * A query on the wire: the value itself that came from outside, with all its keys, also those that are not
 * typed here. `RunQuery` is what the service of this package reads from it.
 */
export type Query =
  | KnownQuery
  | (Readonly<{ queryType: OtherType }> &
      WithKeys<keyof typeof COMMON_KEYS | HostedKey | Exclude<keyof QueryOf<'topN'>, 'queryType'>>);

const query = v.lazy((input) => {
  const type = isJsonObject(input) ? input.queryType : undefined;
  const querySchema = runQuerySchema.options.find(({ entries }) => entries.queryType.literal === type);
  const keys = Object.entries(READ_KEYS).filter(([key]) => key in (querySchema?.entries ?? COMMON_KEYS));
  const read = Object.fromEntries(keys.map(([key, schema]) => [key, maybe(schema as v.GenericSchema)]));
  // The keys that are not read may hold anything.
  return v.object({ queryType: typeName<string>(), ...read }) as v.GenericSchema<unknown, Query>;
});

/** Whether a value from outside is a query. */
export function isQuery(value: unknown): value is Query {
  return v.is(query, value);
}

/** The value itself as a query, unchanged, or its problems, each with its place. */
export function parseQuery(value: unknown): Parsed<Query> {
  return isQuery(value) ? { ok: true, value } : parseWithSchema(query, value);
}
