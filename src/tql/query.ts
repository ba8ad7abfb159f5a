import * as v from 'valibot';
import type { AggregationType } from './aggregation.ts';
import type { ExtractionFn } from './dimension.ts';
import type { Filter, Having } from './filter.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { Metric } from './ordering.ts';
import type { PostAggregation } from './post-aggregation.ts';
import type { RunQuery } from './run-query.ts';
import { type Parsed, parseWithSchema } from './validation.ts';

/**
 * Stands for any type's name that is not known here: the hosted service may know more than this package does.
 */
export declare enum OtherType {
  name = '',
}

/**
 * The result for a type that is not known. A `switch` that calls this has a case for every known one, or does
 * not compile.
 */
export function ofOther<Result>(_type: OtherType, result: Result): Result {
  return result;
}

const text = v.string();
const any = v.exactOptional(v.custom<Json>((given) => given !== undefined));
const list = <Item>(item: v.GenericSchema<unknown, Item>) => v.pipe(v.array(item), v.readonly());
const maybe = <Value>(value: v.GenericSchema<unknown, Value>) => v.exactOptional(v.nullable(value));
const typeName = <Known extends string>() =>
  v.custom<Known | OtherType>((given) => typeof given === 'string');
/** Keys that may hold anything, which the code that reads them checks. */
type Anything<Key extends string> = { readonly [Each in Key]?: Json };

/** An aggregation as a query requests it; a `filtered` one has an `aggregator`. */
export type QueryAggregation = Readonly<{
  type: AggregationType | OtherType;
  name?: string | null;
  fieldName?: string | null;
  filter?: QueryFilter | null;
  aggregator?: QueryAggregation | null;
}> &
  Anything<'fields' | 'byRow' | 'size' | 'splitPoints'>;

const aggregation: v.GenericSchema<unknown, QueryAggregation> = v.object({
  type: typeName<AggregationType>(),
  name: maybe(text),
  fieldName: maybe(text),
  filter: maybe(v.lazy(() => filter)),
  aggregator: maybe(v.lazy(() => aggregation)),
});

/** The types of post-aggregations, TQL's own names for Druid's included. */
export type PostAggregationType = PostAggregation['type'] | 'doubleMax' | 'longMax' | 'doubleMin' | 'longMin';

/** A post-aggregation as a query requests it. */
export type QueryPostAggregation = Readonly<{
  type: PostAggregationType | OtherType;
  name?: string | null;
  fieldName?: string | null;
  fields?: readonly QueryPostAggregation[] | null;
}> & { readonly [Operand in (typeof OPERANDS)[number]]?: QueryPostAggregation | null } & Anything<
    'fn' | 'func' | 'value' | 'splitPoints'
  >;

const OPERANDS = ['field', 'zScore', 'sample1Size', 'successCount1', 'sample2Size', 'successCount2'] as const;
const operand = maybe(v.lazy(() => postAggregation));
const postAggregation: v.GenericSchema<unknown, QueryPostAggregation> = v.object({
  type: typeName<PostAggregationType>(),
  name: maybe(text),
  fieldName: maybe(text),
  fields: maybe(list(v.lazy(() => postAggregation))),
  ...v.entriesFromList(OPERANDS, operand),
});

/** A filter as a query gives it. */
export type QueryFilter = Readonly<{
  type?: Filter['type'] | OtherType;
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

const filter: v.GenericSchema<unknown, QueryFilter> = v.object({
  type: v.exactOptional(typeName<Filter['type']>()),
  field: maybe(v.lazy(() => filter)),
  fields: maybe(list(v.lazy(() => filter))),
});

/** Whether a value from outside is a filter. */
export function isFilter(value: unknown): value is QueryFilter {
  return v.is(filter, value);
}

/** A condition on the rows of a query. */
export type QueryHaving = Readonly<{
  type: Having['type'] | OtherType;
  havingSpec?: QueryHaving | null;
  havingSpecs?: readonly QueryHaving[] | null;
}> &
  Anything<'dimension' | 'aggregation' | 'value' | 'extractionFn'>;

const having: v.GenericSchema<unknown, QueryHaving> = v.object({
  type: typeName<Having['type']>(),
  havingSpec: maybe(v.lazy(() => having)),
  havingSpecs: maybe(list(v.lazy(() => having))),
});

/** What a topN is ordered by: an output by its name, a dimension, or another order turned round. */
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
const common = {
  dataSource: any,
  baseFilters: any,
  appID: any,
  testMode: any,
  valueFormatter: any,
  relativeIntervals: any,
  intervals: maybe(v.union([intervals, v.object({ intervals: maybe(intervals) }), text])),
  granularity: maybe(granularity),
  filter: maybe(filter),
  virtualColumns: maybe(list(v.object({ name: maybe(text) }))),
  context: maybe(
    v.object({ timezone: any, grandTotal: any, skipEmptyBuckets: any, timestampResultField: any }),
  ),
};
const counts = { aggregations: maybe(list(aggregation)), postAggregations: maybe(list(postAggregation)) };
const groups = { dimensions: maybe(list(dimension)), having: maybe(having) };
const limits = { limit: any, offset: any };
const ranking = { dimension: maybe(dimension), metric: maybe(metric), threshold: any };
const step = v.object({ name: maybe(text), filter: maybe(filter) });
const sample = maybe(step);
const samples = { sample1: sample, sample2: sample, successCriterion: sample };

/** The queries that are known, by their types: without a new one of the service, this does not compile. */
const SCHEMAS = {
  timeseries: v.object({
    queryType: v.literal('timeseries'),
    ...common,
    ...counts,
    ...limits,
    descending: any,
  }),
  topN: v.object({ queryType: v.literal('topN'), ...common, ...counts, ...ranking }),
  groupBy: v.object({
    queryType: v.literal('groupBy'),
    ...common,
    ...counts,
    ...groups,
    ...limits,
    limitSpec: any,
  }),
  scan: v.object({ queryType: v.literal('scan'), ...common, ...limits, columns: any }),
  funnel: v.object({ queryType: v.literal('funnel'), ...common, ...groups, steps: maybe(list(step)) }),
  retention: v.object({ queryType: v.literal('retention'), ...common, ...groups }),
  experiment: v.object({ queryType: v.literal('experiment'), ...common, ...groups, ...samples }),
  timeBoundary: v.object({ queryType: v.literal('timeBoundary'), ...common }),
  segmentMetadata: v.object({
    queryType: v.literal('segmentMetadata'),
    ...common,
    merge: any,
    analysisTypes: any,
  }),
} satisfies {
  readonly [Type in RunQuery['queryType']]: v.GenericSchema<unknown, { readonly queryType: Type }>;
};
const other = v.object({
  queryType: v.custom<OtherType>((given) => typeof given === 'string' && !Object.hasOwn(SCHEMAS, given)),
  ...common,
  ...counts,
  ...groups,
  ...limits,
  ...ranking,
});

type Schemas = typeof SCHEMAS;
/** A query of a type that is known. */
type KnownQuery = { readonly [Type in keyof Schemas]: Readonly<v.InferOutput<Schemas[Type]>> }[keyof Schemas];

/**
 * A query on the wire. The value is what came from outside, byte for byte: what is not typed here is carried
 * along untouched. What the service of this package reads of it is `RunQuery`.
 */
export type Query = KnownQuery | Readonly<v.InferOutput<typeof other>>;

/** A query of a known type. */
export type QueryOf<Type extends keyof Schemas> = Extract<Query, { readonly queryType: Type }>;

const query = v.lazy((given): v.GenericSchema<unknown, Query> => {
  const type = isJsonObject(given) ? given.queryType : undefined;
  return Object.entries(SCHEMAS).find(([known]) => known === type)?.[1] ?? other;
});

/** Whether a value from outside is a query. */
export function isQuery(value: unknown): value is Query {
  return v.is(query, value);
}

/** The query that a value from outside is, itself and unchanged; every problem names its place. */
export function parseQuery(value: unknown): Parsed<Query> {
  return isQuery(value) ? { ok: true, value } : parseWithSchema(query, value);
}
