// Parses a query that the service of this package is to run. A key that is not supported, and would change
// the result in Druid, is refused. `query.ts` has the lenient form that reports send.
import * as v from 'valibot';
import { aggregationSchema } from './aggregation.ts';
import { dimensionSchema } from './dimension.ts';
import { filterSchema } from './filter.ts';
import { havingSchema } from './having.ts';
import { granularitySchema, timeZone } from '../time/granularity.ts';
import type { RelativeInterval } from '../time/interval.ts';
import { metricSchema } from './metric.ts';
import { postAggregationSchema } from './post-aggregation.ts';
import { type Parsed, parseWithSchema } from './validation.ts';
import {
  absoluteIntervals,
  integer,
  relativeInterval,
  relativeIntervals,
  text,
  unsupportedKeys,
} from './shared-schemas.ts';

const notNegative = v.pipe(integer, v.minValue(0, 'is below 0'));

const ANALYSIS_TYPES = [
  'cardinality',
  'minmax',
  'size',
  'interval',
  'timestampSpec',
  'queryGranularity',
  'aggregators',
  'rollup',
  'projections',
] as const;
const OUTPUT_TYPE = /^(?:string|long|double|float)$/i;

const contextSchema = v.object({
  timezone: v.exactOptional(timeZone),
  grandTotal: v.exactOptional(v.boolean()),
  priority: v.exactOptional(integer),
  timeout: v.exactOptional(v.union([text, v.number()], 'is neither a string nor a number')),
  minTopNThreshold: v.exactOptional(integer),
  skipEmptyBuckets: v.exactOptional(v.boolean()),
  cacheValidityDuration: v.exactOptional(integer),
  ...unsupportedKeys('timestampResultField', 'sortByDimsFirst', 'resultAsArray'),
});

const dataSource = v.lazy((input) =>
  typeof input === 'object'
    ? v.pipe(
        v.object({ type: v.literal('table'), name: text }),
        v.transform((table) => table.name),
      )
    : text,
);

const virtualColumn = v.object({
  type: v.literal('expression'),
  name: text,
  expression: text,
  outputType: v.exactOptional(
    v.pipe(text, v.regex(OUTPUT_TYPE, 'is not one of STRING, LONG, DOUBLE, FLOAT')),
  ),
});

const common = {
  dataSource: v.exactOptional(dataSource),
  relativeIntervals: v.exactOptional(relativeIntervals),
  intervals: v.exactOptional(absoluteIntervals),
  granularity: v.exactOptional(granularitySchema),
  baseFilters: v.exactOptional(v.picklist(['thisOrganization', 'thisApp', 'exampleData', 'noFilter'])),
  appID: v.exactOptional(v.pipe(text, v.uuid('is not a UUID'))),
  testMode: v.exactOptional(v.boolean()),
  filter: v.exactOptional(filterSchema),
  virtualColumns: v.exactOptional(v.array(virtualColumn)),
  context: v.exactOptional(contextSchema),
  compilationStatus: v.exactOptional(v.literal('notCompiled')),
  ...unsupportedKeys('limitSpec', 'subtotalsSpec', 'bound'),
};
const aggregates = {
  ...common,
  aggregations: v.exactOptional(v.array(aggregationSchema)),
  postAggregations: v.exactOptional(v.array(postAggregationSchema)),
};
const dimensions = v.exactOptional(v.array(dimensionSchema));
const having = v.exactOptional(havingSchema);
const ofGroups = { dimensions, having };
const sample = v.object({ name: text, filter: v.exactOptional(filterSchema) });

interface QueryFacts {
  /**
   * The form of its answer: funnels, retentions and experiments are compiled to groupBy and answer as one.
   */
  readonly answer: 'timeseries' | 'topN' | 'groupBy' | 'scan' | 'timeBoundary' | 'segmentMetadata';
  /**
   * What a row of its table is: a bucket of time, a value of a dimension, a part of a computation (a step of
   * a funnel), an event. Null if it has no table.
   */
  readonly rows: 'buckets' | 'values' | 'parts' | 'events' | null;
}

/** The types of queries: the schema and the facts of each. */
const QUERY_TYPES = {
  // `GROUP BY` time: one row for each bucket, also for those without events.
  timeseries: {
    schema: v.object({
      queryType: v.literal('timeseries'),
      ...aggregates,
      descending: v.exactOptional(v.boolean()),
      limit: v.exactOptional(notNegative),
    }),
    answer: 'timeseries',
    rows: 'buckets',
  },
  // `GROUP BY` one column `ORDER BY` a number `LIMIT` `threshold`, in each bucket of time.
  topN: {
    schema: v.object({
      queryType: v.literal('topN'),
      ...aggregates,
      dimension: dimensionSchema,
      metric: metricSchema,
      threshold: v.pipe(integer, v.minValue(1, 'is below 1')),
    }),
    answer: 'topN',
    rows: 'values',
  },
  // `GROUP BY` time and columns.
  groupBy: {
    schema: v.object({ queryType: v.literal('groupBy'), ...aggregates, ...ofGroups }),
    answer: 'groupBy',
    rows: 'values',
  },
  // `SELECT` columns of the events themselves.
  scan: {
    schema: v.object({
      queryType: v.literal('scan'),
      ...common,
      columns: v.exactOptional(v.array(text)),
      order: v.exactOptional(v.picklist(['ascending', 'descending'])),
      limit: v.exactOptional(notNegative),
      offset: v.exactOptional(notNegative),
      ...unsupportedKeys('orderBy', 'resultFormat', 'batchSize', 'legacy'),
    }),
    answer: 'scan',
    rows: 'events',
  },
  // How many users were at a step and at all steps before it: intersections of sets of users.
  funnel: {
    schema: v.object({
      queryType: v.literal('funnel'),
      ...common,
      ...ofGroups,
      steps: v.pipe(v.array(sample), v.minLength(1, 'needs at least one step')),
    }),
    answer: 'groupBy',
    rows: 'parts',
  },
  // How many users of a period came back in each later one.
  retention: {
    schema: v.object({ queryType: v.literal('retention'), ...common, ...ofGroups }),
    answer: 'groupBy',
    rows: 'parts',
  },
  // The success rates of two sets of users, and whether they differ by chance.
  experiment: {
    schema: v.object({
      queryType: v.literal('experiment'),
      ...common,
      ...ofGroups,
      sample1: sample,
      sample2: sample,
      successCriterion: sample,
    }),
    answer: 'groupBy',
    rows: 'parts',
  },
  // `SELECT min(time), max(time)`.
  timeBoundary: {
    schema: v.object({ queryType: v.literal('timeBoundary'), ...common }),
    answer: 'timeBoundary',
    rows: null,
  },
  // The columns and their types, as `information_schema.columns`.
  segmentMetadata: {
    schema: v.object({
      queryType: v.literal('segmentMetadata'),
      ...common,
      toInclude: v.exactOptional(
        v.variant('type', [
          v.object({ type: v.picklist(['all', 'none']) }),
          v.object({ type: v.literal('list'), columns: v.array(text) }),
        ]),
      ),
      merge: v.exactOptional(v.boolean()),
      analysisTypes: v.exactOptional(v.array(v.picklist(ANALYSIS_TYPES))),
      aggregatorMergeStrategy: v.exactOptional(v.picklist(['strict', 'lenient', 'earliest', 'latest'])),
    }),
    answer: 'segmentMetadata',
    rows: null,
  },
} satisfies Readonly<Record<string, QueryFacts & { readonly schema: object }>>;

/** A query of any type. */
export const runQuerySchema = v.variant(
  'queryType',
  Object.values(QUERY_TYPES).map(({ schema }) => schema),
);

const FACTS: ReadonlyMap<string, QueryFacts> = new Map(Object.entries(QUERY_TYPES));

/** The facts of a query's type; undefined for a type that this package does not know. */
export function factsOfQuery({ queryType }: { readonly queryType: string }): QueryFacts | undefined {
  return FACTS.get(queryType);
}

/** What the rows of a query's table are; null for none, undefined for an unknown type. */
export function rowsOfType(query: { readonly queryType: string }): QueryFacts['rows'] | undefined {
  return factsOfQuery(query)?.rows;
}

/** All keys that a query of any type can have, and those that are refused. */
export const QUERY_KEYS: readonly string[] = [
  ...new Set(runQuerySchema.options.flatMap(({ entries }) => Object.keys(entries))),
];

/** A query as the service reads it: only known keys, before defaults are applied. */
export type RunQuery = Readonly<v.InferOutput<typeof runQuerySchema>>;

/** A query of one type: `RunQueryOf<'funnel'>`. */
export type RunQueryOf<Type extends RunQuery['queryType']> = Extract<RunQuery, { readonly queryType: Type }>;

/** A virtual column. */
export type VirtualColumn = Readonly<v.InferOutput<typeof virtualColumn>>;

/** Parses a query from outside; every problem names its place. Unknown keys are left out. */
export function parseRunQuery(value: unknown): Parsed<RunQuery> {
  return parseWithSchema(runQuerySchema, value);
}

const insightRequest = v.object({ relativeInterval });

/** Parses the body of the insight operation: `{"relativeInterval": {beginningDate, endDate}}`. */
export function parseInsightRequest(value: unknown): Parsed<{ readonly relativeInterval: RelativeInterval }> {
  return parseWithSchema(insightRequest, value);
}
