import * as v from 'valibot';
import { aggregationSchema } from './aggregation.ts';
import { dimensionSchema } from './dimension.ts';
import { filterSchema, havingSchema } from './filter.ts';
import { granularitySchema, timeZone } from './granularity.ts';
import type { RelativeInterval } from './interval.ts';
import { metricSchema } from './ordering.ts';
import { postAggregationSchema } from './post-aggregation.ts';
import {
  absoluteIntervals,
  integer,
  type Parsed,
  parseWithSchema,
  relativeInterval,
  relativeIntervals,
  text,
  unsupportedKeys,
} from './validation.ts';

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
const DIRECTIONS = ['ascending', 'descending'] as const;
const OUTPUT_TYPE = /^(?:string|long|double|float)$/i;

const contextSchema = v.object({
  timezone: v.exactOptional(timeZone),
  grandTotal: v.exactOptional(v.boolean()),
  priority: v.exactOptional(integer),
  timeout: v.exactOptional(v.union([text, v.number()], 'is neither a string nor a number')),
  minTopNThreshold: v.exactOptional(integer),
  skipEmptyBuckets: v.exactOptional(v.boolean()),
  cacheValidityDuration: v.exactOptional(integer),
  timestampResultField: v.exactOptional(text),
  sortByDimsFirst: v.exactOptional(v.boolean()),
  resultAsArray: v.exactOptional(v.boolean()),
});

const dataSource = v.lazy((input) =>
  typeof input === 'object'
    ? v.pipe(
        v.object({ type: v.literal('table'), name: text }),
        v.transform((table) => table.name),
      )
    : text,
);

const virtualColumn = v.variant('type', [
  v.object({
    type: v.literal('expression'),
    name: text,
    expression: text,
    outputType: v.exactOptional(
      v.pipe(text, v.regex(OUTPUT_TYPE, 'is not one of STRING, LONG, DOUBLE, FLOAT')),
    ),
  }),
  v.object({
    type: v.literal('mv-filtered'),
    name: text,
    delegate: text,
    values: v.array(text),
    isAllowList: v.exactOptional(v.boolean()),
  }),
]);

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

const timeseries = v.object({
  queryType: v.literal('timeseries'),
  ...aggregates,
  descending: v.exactOptional(v.boolean()),
  limit: v.exactOptional(notNegative),
});
const topN = v.object({
  queryType: v.literal('topN'),
  ...aggregates,
  dimension: dimensionSchema,
  metric: metricSchema,
  threshold: v.pipe(integer, v.minValue(1, 'is below 1')),
});
const groupBy = v.object({ queryType: v.literal('groupBy'), ...aggregates, ...ofGroups });
const scan = v.object({
  queryType: v.literal('scan'),
  ...common,
  columns: v.exactOptional(v.array(text)),
  order: v.exactOptional(v.picklist(DIRECTIONS)),
  orderBy: v.exactOptional(v.array(v.object({ columnName: text, order: v.picklist(DIRECTIONS) }))),
  resultFormat: v.exactOptional(v.picklist(['list', 'compactedList'])),
  batchSize: v.exactOptional(v.pipe(integer, v.minValue(1, 'is below 1'))),
  legacy: v.exactOptional(v.literal(false, 'is not supported')),
  limit: v.exactOptional(notNegative),
  offset: v.exactOptional(notNegative),
});
const funnel = v.object({
  queryType: v.literal('funnel'),
  ...common,
  ...ofGroups,
  steps: v.pipe(v.array(sample), v.minLength(1, 'needs at least one step')),
});
const retention = v.object({ queryType: v.literal('retention'), ...common, ...ofGroups });
const experiment = v.object({
  queryType: v.literal('experiment'),
  ...common,
  ...ofGroups,
  sample1: sample,
  sample2: sample,
  successCriterion: sample,
});
const timeBoundary = v.object({ queryType: v.literal('timeBoundary'), ...common });
const segmentMetadata = v.object({
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
});

/** A query of any type. */
export const runQuerySchema = v.variant('queryType', [
  timeseries,
  topN,
  groupBy,
  scan,
  funnel,
  retention,
  experiment,
  timeBoundary,
  segmentMetadata,
]);

interface QueryFacts {
  /** Whose answers its own looks like: funnels, retentions and experiments are compiled to groupBy. */
  readonly answer: Exclude<RunQuery['queryType'], 'funnel' | 'retention' | 'experiment'>;
  /** Buckets of time, values of dimensions, parts of what is computed from several counts, single events. */
  readonly rows: 'buckets' | 'values' | 'parts' | 'events' | null;
}

/** What is known of each type of query. */
const FACTS: Readonly<Record<RunQuery['queryType'], QueryFacts>> = {
  timeseries: { answer: 'timeseries', rows: 'buckets' },
  topN: { answer: 'topN', rows: 'values' },
  groupBy: { answer: 'groupBy', rows: 'values' },
  scan: { answer: 'scan', rows: 'events' },
  funnel: { answer: 'groupBy', rows: 'parts' },
  retention: { answer: 'groupBy', rows: 'parts' },
  experiment: { answer: 'groupBy', rows: 'parts' },
  timeBoundary: { answer: 'timeBoundary', rows: null },
  segmentMetadata: { answer: 'segmentMetadata', rows: null },
};
const FACTS_BY_TYPE: ReadonlyMap<string, QueryFacts> = new Map(Object.entries(FACTS));

/** What is known of a query's type; undefined if it is not known. */
export function factsOfQuery({ queryType }: { readonly queryType: string }): QueryFacts | undefined {
  return FACTS_BY_TYPE.get(queryType);
}

/** What the rows of a query are; null for none, undefined if its type is not known. */
export function rowsOfType(query: { readonly queryType: string }): QueryFacts['rows'] | undefined {
  return factsOfQuery(query)?.rows;
}

/** The keys that a query of some type can have, those that are refused included. */
export const QUERY_KEYS: readonly string[] = [
  ...new Set(runQuerySchema.options.flatMap(({ entries }) => Object.keys(entries))),
];

/** A query as the service reads it: only known keys, before defaults are applied. */
export type RunQuery = Readonly<v.InferOutput<typeof runQuerySchema>>;

/** A virtual column. */
export type VirtualColumn = Readonly<v.InferOutput<typeof virtualColumn>>;

/** Parses a query from outside; every problem names its place. Unknown keys are left out. */
export function parseRunQuery(value: unknown): Parsed<RunQuery> {
  return parseWithSchema(runQuerySchema, value);
}

const schema = v.object({ relativeInterval });

/** Parses the body of the insight operation: `{"relativeInterval": {beginningDate, endDate}}`. */
export function parseInsightRequest(value: unknown): Parsed<{ readonly relativeInterval: RelativeInterval }> {
  return parseWithSchema(schema, value);
}
