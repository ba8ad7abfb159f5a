import { isJsonObject, type Json, type JsonObject } from '../../../src/tql/json.ts';

const INTERVALS = ['2026-10-01/2026-10-08'];
const plan = { type: 'default', dimension: 'plan', outputName: 'plan' };
const count = { type: 'count', name: 'n' };
const users = { type: 'thetaSketch', name: 'u', fieldName: 'clientUser' };
const values = {
  type: 'quantilesDoublesSketch',
  name: 'q',
  fieldName: 'floatValue',
  k: 128,
  maxStreamLength: 1e9,
};
const access = (fieldName: string): Json => ({ type: 'fieldAccess', name: `of ${fieldName}`, fieldName });
const selector = { type: 'selector', dimension: 'plan', value: 'pro' };
const day = (offset: number): Json => ({ component: 'day', offset, position: 'beginning' });
const lastDays = { beginningDate: day(-30), endDate: day(1) };

const FILTERS: readonly Json[] = [
  { type: 'and', fields: [selector, { type: 'null', column: 'plan' }] },
  { type: 'or', fields: [selector, { type: 'not', field: selector }] },
  { type: 'selector', dimension: 'floatValue', value: '1.5' },
  { type: 'in', dimension: 'plan', values: ['pro'] },
  { type: 'in', dimension: 'floatValue', values: ['1.5'] },
  { type: 'equals', column: 'plan', matchValueType: 'STRING', matchValue: 'pro' },
  { type: 'equals', column: 'floatValue', matchValueType: 'DOUBLE', matchValue: '1.5' },
  { type: 'equals', column: 'plan', matchValueType: 'ARRAY<STRING>', matchValue: ['pro'] },
  {
    type: 'range',
    column: 'plan',
    matchValueType: 'STRING',
    lower: 'a',
    upper: 'z',
    lowerOpen: true,
    upperOpen: true,
  },
  { type: 'range', column: 'plan', matchValueType: 'DOUBLE', lower: '0', upper: '9' },
  { type: 'regex', dimension: 'plan', pattern: '^p' },
  { ...selector, extractionFn: { type: 'regex', expr: '^(p)', index: 1 } },
  {
    type: 'in',
    dimension: 'plan',
    values: ['Pro'],
    extractionFn: { type: 'lookup', lookup: { type: 'map', map: { pro: 'Pro' } } },
  },
  { type: 'regex', dimension: 'plan', pattern: '^P', extractionFn: { type: 'regex', expr: '^p', index: 0 } },
  {
    type: 'interval',
    dimension: '__time',
    intervals: INTERVALS,
    extractionFn: { type: 'regex', expr: '^.*$', index: 0 },
  },
  { type: 'columnComparison', dimensions: ['plan', 'type'] },
  { type: 'interval', dimension: '__time', intervals: INTERVALS },
  { type: 'interval', dimension: '__time', relativeIntervals: [lastDays] },
];

const AGGREGATIONS: readonly Json[] = [
  { type: 'eventCount', name: 'e' },
  { type: 'userCount', name: 'v' },
  { type: 'histogram', name: 'h', fieldName: 'floatValue', splitPoints: [1, 2], k: 128 },
  { type: 'histogram', name: 'i', numBins: 4 },
  { type: 'histogram', name: 'j', numBuckets: 4 },
  {
    type: 'thetaSketch',
    name: 't',
    fieldName: 'plan',
    size: 1024,
    shouldFinalize: true,
    isInputThetaSketch: false,
  },
  { ...values, name: 'w', shouldFinalize: true },
  { type: 'cardinality', name: 'c', fields: ['plan', 'type'], byRow: true, round: true },
  { type: 'filtered', name: 'f', filter: selector, aggregator: { type: 'count', name: 'inner' } },
  ...[
    'longSum',
    'longMin',
    'longMax',
    'longAny',
    'doubleSum',
    'doubleMin',
    'doubleMax',
    'doubleAny',
    'floatSum',
    'floatMin',
    'floatMax',
    'floatAny',
    'doubleMean',
    'stringAny',
  ].map((type) => ({ type, name: type, fieldName: 'floatValue' })),
  ...[
    'longSum',
    'longMin',
    'longMax',
    'doubleSum',
    'doubleMin',
    'doubleMax',
    'floatSum',
    'floatMin',
    'floatMax',
  ].map((type) => ({ type, name: type, expression: 'floatValue * 2' })),
  { type: 'stringAny', name: 'sa', fieldName: 'plan', maxStringBytes: 2 },
  ...['stringFirst', 'stringLast'].map((type) => ({
    type,
    name: type,
    fieldName: 'plan',
    maxStringBytes: 2,
  })),
  ...[
    'longFirst',
    'longLast',
    'doubleFirst',
    'doubleLast',
    'floatFirst',
    'floatLast',
    'stringFirst',
    'stringLast',
  ].map((type) => ({ type, name: type, fieldName: 'plan', timeColumn: '__time', finalize: true })),
];

const ZSCORE: Json = {
  type: 'zscore2sample',
  name: 'z',
  sample1Size: access('n'),
  successCount1: access('n'),
  sample2Size: access('n'),
  successCount2: access('n'),
};
const POST_AGGREGATIONS: readonly Json[] = [
  {
    type: 'arithmetic',
    name: 'a',
    fn: '/',
    fields: [access('n'), { type: 'constant', name: 'two', value: 2 }],
    ordering: 'numericFirst',
  },
  { type: 'finalizingFieldAccess', name: 'g', fieldName: 'u' },
  { type: 'hyperUniqueCardinality', name: 'hc', fieldName: 'u' },
  ...[
    'doubleGreatest',
    'longGreatest',
    'doubleLeast',
    'longLeast',
    'doubleMax',
    'longMax',
    'doubleMin',
    'longMin',
  ].map((type) => ({ type, name: type, fields: [access('n')] })),
  { type: 'expression', name: 'x', expression: '"n" * 2', ordering: 'numericFirst' },
  { type: 'thetaSketchEstimate', name: 'te', field: access('u') },
  { type: 'thetaSketchSetOp', name: 'ts', func: 'INTERSECT', fields: [access('u'), access('u')] },
  { type: 'quantilesDoublesSketchToQuantile', name: 'q1', field: access('q'), fraction: 0.5 },
  { type: 'quantilesDoublesSketchToQuantiles', name: 'q2', field: access('q'), fractions: [0.5] },
  { type: 'quantilesDoublesSketchToHistogram', name: 'q3', field: access('q'), numBins: 4 },
  { type: 'quantilesDoublesSketchToHistogram', name: 'q4', field: access('q'), splitPoints: [1] },
  { type: 'quantilesDoublesSketchToRank', name: 'q5', field: access('q'), value: 1 },
  { type: 'quantilesDoublesSketchToCDF', name: 'q6', field: access('q'), splitPoints: [1] },
  { type: 'pvalue2tailedZtest', name: 'p', zScore: access('z') },
];

const HAVINGS: readonly Json[] = [
  { type: 'equalTo', aggregation: 'n', value: 1 },
  { type: 'greaterThan', aggregation: 'n', value: 1 },
  { type: 'lessThan', aggregation: 'n', value: 1 },
  { type: 'dimSelector', dimension: 'plan', value: 'pro' },
  { type: 'dimSelector', dimension: 'plan', value: 'p', extractionFn: { type: 'regex', expr: '^(.)' } },
  { type: 'filter', filter: selector, finalize: true },
  {
    type: 'and',
    havingSpecs: [{ type: 'not', havingSpec: { type: 'greaterThan', aggregation: 'n', value: 9 } }],
  },
  { type: 'or', havingSpecs: [{ type: 'greaterThan', aggregation: 'n', value: 0 }] },
];

const METRICS: readonly Json[] = [
  { type: 'numeric', metric: 'n' },
  { type: 'inverted', metric: { type: 'numeric', metric: 'n' } },
  ...['lexicographic', 'alphanumeric', 'numeric', 'strlen', 'version'].map((ordering) => ({
    type: 'dimension',
    ordering,
    previousStop: 'a',
  })),
];

const DIMENSIONS: readonly Json[] = [
  { ...plan, outputType: 'STRING' },
  { type: 'default', dimension: 'floatValue', outputName: 'l', outputType: 'LONG' },
  {
    type: 'extraction',
    dimension: 'plan',
    outputName: 'r',
    extractionFn: {
      type: 'regex',
      expr: '(p)(.*)',
      index: 2,
      replaceMissingValue: true,
      replaceMissingValueWith: 'none',
    },
  },
  {
    type: 'extraction',
    dimension: 'plan',
    outputName: 'm',
    outputType: 'FLOAT',
    extractionFn: {
      type: 'lookup',
      lookup: { type: 'map', map: { pro: 'Pro' } },
      replaceMissingValueWith: 'none',
      injective: false,
    },
  },
  {
    type: 'extraction',
    dimension: 'plan',
    outputName: 'k',
    extractionFn: { type: 'lookup', lookup: { type: 'map', map: { pro: 'Pro' } }, retainMissingValue: true },
  },
  {
    type: 'extraction',
    dimension: 'plan',
    outputName: 'names',
    extractionFn: { type: 'registeredLookup', lookup: 'appleModelNames', retainMissingValue: true },
  },
  {
    type: 'extraction',
    dimension: 'plan',
    outputName: 'named',
    extractionFn: {
      type: 'registeredLookup',
      lookup: 'appleModelNames',
      replaceMissingValueWith: 'none',
      injective: false,
    },
  },
];

const EXPRESSIONS = [
  "if(plan == 'pro', 1, 0)",
  "case_searched(plan == 'pro', 'a', type == 'b', 'c', 'd')",
  "case_simple(plan, 'pro', 'a', 'b')",
  "nvl(plan, 'none')",
  "cast(plan, 'LONG')",
  'round(floatValue, 1) + floor(floatValue) - ceil(floatValue) * abs(floatValue) / strlen(plan) % 2 ^ 2',
  "concat(lower(plan), upper(plan), substring(plan, 0, 1), replace(plan, 'p', 'q'))",
  "like(plan, 'p%', '!')",
  "regexp_extract(plan, '(p)(.*)', 1)",
  "timestamp_floor(__time, 'P1D', null, 'Europe/Berlin')",
  "timestamp_format(__time, 'yyyy-MM-dd', 'UTC')",
];

const VIRTUAL_COLUMNS: readonly Json[] = [
  ...EXPRESSIONS.map((expression, index) => ({
    type: 'expression',
    name: `x${index}`,
    expression,
    outputType: 'STRING',
  })),
  { type: 'mv-filtered', name: 'mv', delegate: 'plan', values: ['pro'], isAllowList: true },
];

const GRANULARITIES: readonly Json[] = [
  'day',
  { type: 'hour' },
  { type: 'duration', duration: 86_400_000, origin: '2026-10-01T00:00:00Z' },
  { type: 'period', period: 'P1D', timeZone: 'Europe/Berlin', origin: '2026-10-01T00:00:00Z' },
];

const context = {
  timezone: 'Europe/Berlin',
  grandTotal: true,
  priority: 1,
  timeout: '1000',
  minTopNThreshold: 1000,
  skipEmptyBuckets: false,
  cacheValidityDuration: 10,
};
const aggregating = { intervals: INTERVALS, granularity: 'all', aggregations: [count, users, values] };
const step = { name: 'first', filter: selector };

/** Valid queries that contain every query type and every building block of the language at least once. */
export const EVERY_BLOCK: readonly Json[] = [
  {
    queryType: 'timeseries',
    dataSource: 'alpha.example',
    ...aggregating,
    descending: true,
    limit: 3,
    context,
  },
  {
    queryType: 'timeseries',
    dataSource: { type: 'table', name: 'alpha.example' },
    baseFilters: 'thisApp',
    appID: 'b1a2c3d4-0000-4000-8000-000000000000',
    testMode: false,
    compilationStatus: 'notCompiled',
    relativeIntervals: [lastDays],
  },
  { queryType: 'timeseries', intervals: { type: 'intervals', intervals: INTERVALS }, aggregations: [count] },
  {
    queryType: 'scan',
    intervals: INTERVALS,
    columns: ['__time', 'plan'],
    order: 'ascending',
    limit: 9,
    offset: 0,
  },
  {
    queryType: 'scan',
    intervals: INTERVALS,
    columns: ['plan'],
    orderBy: [{ columnName: 'plan', order: 'descending' }],
    resultFormat: 'compactedList',
    batchSize: 2,
    legacy: false,
  },
  {
    queryType: 'groupBy',
    ...aggregating,
    dimensions: [plan],
    context: { sortByDimsFirst: true, resultAsArray: true },
  },
  { queryType: 'timeseries', ...aggregating, context: { timestampResultField: 't' } },
  { queryType: 'funnel', intervals: INTERVALS, dimensions: [plan], steps: [step, { name: 'second' }] },
  { queryType: 'retention', intervals: INTERVALS, granularity: 'day', dimensions: [plan] },
  { queryType: 'experiment', intervals: INTERVALS, sample1: step, sample2: step, successCriterion: step },
  { queryType: 'timeBoundary', intervals: INTERVALS },
  {
    queryType: 'segmentMetadata',
    intervals: INTERVALS,
    toInclude: { type: 'list', columns: ['plan'] },
    analysisTypes: ['cardinality', 'minmax', 'interval'],
    merge: true,
    aggregatorMergeStrategy: 'strict',
  },
  { queryType: 'segmentMetadata', intervals: INTERVALS, toInclude: { type: 'all' } },
  { queryType: 'segmentMetadata', intervals: INTERVALS, toInclude: { type: 'none' } },
  ...FILTERS.map((filter) => ({
    queryType: 'timeseries',
    intervals: INTERVALS,
    aggregations: [count],
    filter,
  })),
  ...AGGREGATIONS.map((aggregation) => ({
    queryType: 'groupBy',
    intervals: INTERVALS,
    dimensions: [plan],
    aggregations: [aggregation],
  })),
  ...POST_AGGREGATIONS.map((post) => ({
    queryType: 'groupBy',
    ...aggregating,
    postAggregations: [ZSCORE, post],
  })),
  { queryType: 'groupBy', ...aggregating, postAggregations: [ZSCORE] },
  ...HAVINGS.map((having) => ({ queryType: 'groupBy', ...aggregating, dimensions: [plan], having })),
  ...METRICS.map((metric) => ({ queryType: 'topN', ...aggregating, dimension: plan, metric, threshold: 5 })),
  ...DIMENSIONS.map((dimension) => ({ queryType: 'groupBy', ...aggregating, dimensions: [dimension] })),
  ...VIRTUAL_COLUMNS.map((column) => ({
    queryType: 'scan',
    intervals: INTERVALS,
    virtualColumns: [column],
    columns: ['__time', 'mv', ...EXPRESSIONS.map((_text, index) => `x${index}`)],
  })),
  ...GRANULARITIES.map((granularity) => ({ queryType: 'timeseries', ...aggregating, granularity })),
];

/**
 * Every key of every building block, as `selector dimension`: of schemas, by walking their definitions, or of
 * queries as they are written. Keys that are always refused are left out.
 */
export function keysOf(
  from: { readonly schemas: readonly unknown[] } | { readonly json: Json },
): ReadonlySet<string> {
  const found = new Set<string>();
  if ('json' in from) ofJson(from.json, found);
  else for (const schema of from.schemas) ofSchema(schema, found, new Set());
  return found;
}

function ofJson(value: Json, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) ofJson(item, found);
  if (!isJsonObject(value)) return;
  const type = 'queryType' in value ? 'query' : (value['type'] ?? '');
  for (const [key, inner] of Object.entries(value)) {
    found.add(`${typeof type === 'string' ? type : ''} ${key}`);
    ofJson(inner, found);
  }
}

/** Adds the keys of a valibot schema and of the schemas inside of it. */
function ofSchema(schema: unknown, found: Set<string>, seen: Set<unknown>): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  if ('entries' in schema && isObject(schema.entries)) ofEntries(schema.entries, found, seen);
  for (const key of ['wrapped', 'item', 'options', 'pipe']) {
    const inner: unknown = Reflect.get(schema, key);
    for (const each of Array.isArray(inner) ? inner : [inner]) ofSchema(each, found, seen);
  }
  if (isLazy(schema)) {
    // Some choose a schema by the value.
    for (const input of [{ type: 'period' }, { type: 'duration' }, { type: 'hour' }, '']) {
      ofSchema(schema.getter(input), found, seen);
    }
  }
}

function ofEntries(entries: Record<string, unknown>, found: Set<string>, seen: Set<unknown>): void {
  const types = 'queryType' in entries ? ['query'] : literalsOf(entries['type']);
  for (const [key, inner] of Object.entries(entries)) {
    if (!isRefused(inner)) for (const type of types) found.add(`${type} ${key}`);
    ofSchema(inner, found, seen);
  }
}

function literalsOf(schema: unknown): readonly string[] {
  if (schema === undefined) return [''];
  if (!isObject(schema)) return [];
  if (typeof schema['literal'] === 'string') return [schema['literal']];
  return Array.isArray(schema['options']) ? schema['options'].map(String) : [];
}

function isRefused(schema: unknown): boolean {
  const wrapped = isObject(schema) ? schema['wrapped'] : undefined;
  return isObject(wrapped) && wrapped['message'] === 'is not supported';
}

function isLazy(schema: object): schema is { readonly getter: (input: unknown) => unknown } {
  return 'getter' in schema && typeof schema.getter === 'function';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A place in a query that holds a string, and the query with another string there. */
export interface StringField {
  /** The building block and the key: `selector value`. */
  readonly name: string;
  readonly replaced: (text: string) => Json;
}

/** Every string of some queries, keys of maps included, once for each place that the language has for one. */
export function stringFields(queries: readonly Json[]): readonly StringField[] {
  const found = new Map<string, StringField>();
  for (const query of queries) {
    for (const field of fieldsOf(query, '(query)', (replaced) => replaced)) {
      if (!found.has(field.name)) found.set(field.name, field);
    }
  }
  return [...found.values()];
}

function fieldsOf(value: Json, name: string, whole: (replaced: Json) => Json): StringField[] {
  if (typeof value === 'string') return [{ name, replaced: whole }];
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) =>
      fieldsOf(item, `${name}[]`, (replaced) => whole(value.with(index, replaced))),
    );
  }
  return isJsonObject(value) ? fieldsOfObject(value, name, whole) : [];
}

function fieldsOfObject(object: JsonObject, name: string, whole: (replaced: Json) => Json): StringField[] {
  const block = blockOf(object, name);
  const values = Object.entries(object).flatMap(([key, value]) =>
    fieldsOf(value, `${block} ${key}`, (replaced) => whole({ ...object, [key]: replaced })),
  );
  if (!name.endsWith(' map')) return values;
  const key: StringField = { name: `${name} key`, replaced: (text) => whole({ [text]: 'value' }) };
  return [key, ...values];
}

/** The name of an object: blocks with the same type are the same block in any place. */
function blockOf(object: JsonObject, name: string): string {
  const type = object['type'] ?? object['queryType'];
  return typeof type === 'string' ? type : (name.split(' ').at(-1)?.replace('[]', '') ?? '');
}
