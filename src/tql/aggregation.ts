// What a query computes from the events of a group: the aggregate functions of a `SELECT`, such as
// `eventCount`, `longSum` and `thetaSketch`. Each record has the schema that the service parses with, and the
// facts that engines and reports read. A comment gives the SQL where the record has none.
import * as v from 'valibot';
import { filterSchema } from './filter.ts';
import type { SqlTag } from './number-functions.ts';
import { type ChildNode, treeOf, type WithChildren } from './tree.ts';
import { integer, text, unsupportedKeys } from './validation.ts';

/** What is known of an aggregation. The engines, and the tables and gates of reports, ask for it by type. */
interface AggregationFacts {
  /**
   * How its values for parts relate to its value for the whole. `additive`: they add up. `distinct`: the
   * whole is at most their sum and has to be requested; a part is a share of it. `mean`: the whole has to be
   * requested; a part is not a share of it. `other`: a whole means nothing.
   */
  readonly kind: 'additive' | 'distinct' | 'mean' | 'other';
  /** What it says about a group: how many, how many in each bin, or a value of theirs. */
  readonly role: 'count' | 'bins' | 'measure';
  /** How Druid estimates it; null if it is exact, or by how much it may be wrong is not known. */
  readonly estimate: 'theta' | 'hyper-log-log' | null;
  /** Whether it reads numbers of a column, and so none of a text that is not one. */
  readonly readsNumbers: boolean;
  /** What Druid has of it before it is finished: a value, a value with its time, or a sketch. */
  readonly state: 'value' | 'timed' | 'sketch';
  /** The name of its output if the query gives none. */
  readonly name?: string;
}

const NUMBER: AggregationFacts = {
  kind: 'other',
  role: 'measure',
  estimate: null,
  readsNumbers: true,
  state: 'value',
};
const TEXT: AggregationFacts = { ...NUMBER, readsNumbers: false };
const COUNT: AggregationFacts = { ...TEXT, kind: 'additive', role: 'count' };
const THETA: AggregationFacts = { ...COUNT, kind: 'distinct', estimate: 'theta', state: 'sketch' };
const HYPER_LOG_LOG: AggregationFacts = { ...THETA, estimate: 'hyper-log-log' };

const powerOfTwo = v.pipe(
  integer,
  v.minValue(2, 'is below 2'),
  v.check((value) => Number.isInteger(Math.log2(value)), 'is not a power of 2'),
);
const name = v.exactOptional(text);
const finalized = v.exactOptional(v.literal(true, 'is not supported: results are always given as values'));
const ofColumn = { name: text, fieldName: text };
const ofOrder = {
  ...ofColumn,
  timeColumn: v.exactOptional(text),
  finalize: finalized,
  ...unsupportedKeys('expression', 'foldColumn', 'maxStringBytes'),
};

const NUMBER_TYPES = ['long', 'double', 'float'] as const;

/** `Sum` is three types: `longSum`, `doubleSum` and `floatSum`. */
function eachNumberType<const Family extends string>(family: Family) {
  return v.picklist(NUMBER_TYPES.map((type) => `${type}${family}` as const));
}

/** The numbers of a column. */
function ofNumbers<const Family extends string>(family: Family) {
  return v.object({ type: eachNumberType(family), ...ofColumn, ...unsupportedKeys('expression') });
}

interface OfNumbers extends AggregationFacts {
  readonly schema: object;
  /** DuckDB's SQL for it: over whole numbers (`long`) or doubles. */
  sql<Sql>(sql: SqlTag<Sql>, value: Sql, kind: 'long' | 'double'): Sql;
}

/** Aggregations of the numbers of a column, which null is not. */
export const OF_NUMBERS = {
  Sum: { schema: ofNumbers('Sum'), ...NUMBER, kind: 'additive', sql: (sql, value) => sql`sum(${value})` },
  Min: {
    schema: ofNumbers('Min'),
    ...NUMBER,
    // As in Java, the minimum of NaN and a number is NaN, which is the greatest value in SQL.
    sql: (sql, value, kind) => (kind === 'long' ? sql`min(${value})` : sql`(-max((-${value})))`),
  },
  Max: { schema: ofNumbers('Max'), ...NUMBER, sql: (sql, value) => sql`max(${value})` },
  // Any one of the values. The smallest is the same each time, so that Druid gets `longMin` for `longAny`.
  Any: {
    schema: ofNumbers('Any'),
    ...NUMBER,
    sql: (sql, value) => sql`min(${value})`,
  },
  Mean: {
    schema: v.object({ type: v.literal('doubleMean'), ...ofColumn, ...unsupportedKeys('expression') }),
    ...NUMBER,
    kind: 'mean',
    sql: (sql, value) => sql`avg(${value})`,
  },
} satisfies Readonly<Record<string, OfNumbers>>;

/**
 * The aggregations that contain no other one: the schema of each, and what is known of it. `longSum`,
 * `doubleSum` and `floatSum` share the record `Sum`.
 */
export const SIMPLE_AGGREGATIONS = {
  // `sum(count)`, which Druid calls `longSum`: a stored row can stand for several equal events.
  eventCount: { schema: v.object({ type: v.literal('eventCount'), name }), ...COUNT, name: 'Events' },
  // A `thetaSketch` of `clientUser`.
  userCount: { schema: v.object({ type: v.literal('userCount'), name }), ...THETA, name: 'Users' },
  // How many values are in each bin: a `quantilesDoublesSketch` and what `…ToHistogram` reads from it.
  histogram: {
    schema: v.object({
      type: v.literal('histogram'),
      name,
      fieldName: v.exactOptional(text),
      splitPoints: v.exactOptional(v.array(v.number())),
      numBins: v.exactOptional(integer),
      numBuckets: v.exactOptional(integer),
      k: v.exactOptional(powerOfTwo),
    }),
    ...NUMBER,
    role: 'bins',
    name: 'Histogram',
  },
  // `count(*)`: rows.
  count: { schema: v.object({ type: v.literal('count'), name: text }), ...COUNT },
  // `count(DISTINCT column)`; with `byRow`, `count(DISTINCT (column, column))`. Druid estimates it.
  cardinality: {
    schema: v.object({
      type: v.literal('cardinality'),
      name: text,
      fields: v.pipe(v.array(text), v.minLength(1, 'needs at least one field')),
      byRow: v.exactOptional(v.boolean()),
      round: v.exactOptional(v.boolean()),
    }),
    ...HYPER_LOG_LOG,
  },
  ...OF_NUMBERS,
  // `min(column)` of texts: the smallest, which is the same each time. Druid takes any.
  stringAny: {
    schema: v.object({
      type: v.literal('stringAny'),
      ...ofColumn,
      ...unsupportedKeys('expression', 'maxStringBytes'),
    }),
    ...TEXT,
  },
  // `arg_min(column, time)`: the value of the earliest event.
  First: { schema: v.object({ type: eachNumberType('First'), ...ofOrder }), ...NUMBER, state: 'timed' },
  // `arg_max(column, time)`: the value of the latest event.
  Last: { schema: v.object({ type: eachNumberType('Last'), ...ofOrder }), ...NUMBER, state: 'timed' },
  stringFirst: {
    schema: v.object({ type: v.literal('stringFirst'), ...ofOrder }),
    ...TEXT,
    state: 'timed',
  },
  stringLast: {
    schema: v.object({ type: v.literal('stringLast'), ...ofOrder }),
    ...TEXT,
    state: 'timed',
  },
  // `count(DISTINCT column)`, and in Druid an estimate: the set of values itself, which post-aggregations
  // intersect with others (`thetaSketchSetOp`).
  thetaSketch: {
    schema: v.object({
      type: v.literal('thetaSketch'),
      ...ofColumn,
      size: v.exactOptional(powerOfTwo),
      shouldFinalize: finalized,
      isInputThetaSketch: v.exactOptional(v.literal(false, 'is not supported: no column holds sketches')),
      ...unsupportedKeys('errorBoundsStdDev'),
    }),
    ...THETA,
  },
  // The numbers of a column, from which post-aggregations read quantiles. Its own value is their number.
  quantilesDoublesSketch: {
    schema: v.object({
      type: v.literal('quantilesDoublesSketch'),
      ...ofColumn,
      k: v.exactOptional(powerOfTwo),
      maxStreamLength: v.exactOptional(integer),
      shouldFinalize: finalized,
    }),
    ...THETA,
    estimate: null,
    readsNumbers: true,
  },
} satisfies Readonly<Record<string, AggregationFacts & { readonly schema: object }>>;

const nested: v.GenericSchema<unknown, ChildNode> = v.lazy(() => shape);
// `… FILTER (WHERE filter)`: another aggregation over the events that match. Its own name, if not empty,
// replaces the inner one's.
const filtered = v.object({ type: v.literal('filtered'), name, filter: filterSchema, aggregator: nested });
const shape = v.variant('type', [
  filtered,
  ...Object.values(SIMPLE_AGGREGATIONS).map(({ schema }) => schema),
]);
type Shape = v.InferOutput<typeof shape>;

/** What is computed from the events of a group. */
export type Aggregation = WithChildren<Shape, { readonly child: Aggregation }>;

/** An aggregation that does not contain another one. */
export type SimpleAggregation = Exclude<Aggregation, { readonly type: 'filtered' }>;

export const AGGREGATIONS = treeOf<Shape, Aggregation>(shape, nested);

/** An aggregation of any kind. What is nested has passed the same schema. */
export const aggregationSchema = shape as v.GenericSchema<unknown, Aggregation>;

/** The types of aggregations: those of the service, and one that only the hosted service knows. */
export type AggregationType = Aggregation['type'] | 'hyperUnique';

const FACTS: ReadonlyMap<string, AggregationFacts> = new Map<string, AggregationFacts>([
  ...Object.entries(SIMPLE_AGGREGATIONS),
  ['hyperUnique', HYPER_LOG_LOG],
]);

/** What is known of a type; of one that is not known, no more than of a number. */
export function factsOf({ type }: { readonly type: string }): AggregationFacts {
  return FACTS.get(familyOf(type)) ?? NUMBER;
}

/** A type without the type of its numbers: `Sum` of `longSum`. */
type Family<Type> = Type extends `${(typeof NUMBER_TYPES)[number]}${infer Rest}` ? Rest : Type;

export function familyOf<Type extends string>(type: Type): Family<Type> {
  // The pattern is that of the type `Family`.
  return type.replace(/^(?:long|double|float)(?=[A-Z])/, '') as Family<Type>;
}
