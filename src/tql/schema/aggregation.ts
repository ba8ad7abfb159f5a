// What a query computes from the events of a group: the aggregate functions of a `SELECT`, such as
// `eventCount`, `longSum` and `thetaSketch`. Each record has the schema that the service parses with, and the
// facts that engines and reports read. Where a record has no `sql`, a comment gives it.
import * as v from 'valibot';
import { filterSchema } from './filter.ts';
import type { SqlTag } from './number-functions.ts';
import { type ChildNode, treeOf, type WithChildren } from '../tree.ts';
import { integer, text, unsupportedKeys } from './shared-schemas.ts';

/** Facts of an aggregation's type, for the engines, and for the tables and gates of reports. */
interface AggregationFacts {
  /**
   * How the values of rows relate to the total over all events:
   * - `additive`: they add up to it, such as events.
   * - `distinct`: the total is a query of its own and at most their sum, such as users. A row has a share.
   * - `mean`: the total is a query of its own, and a row has no share of it.
   * - `other`: a total means nothing, such as the last value.
   */
  readonly kind: 'additive' | 'distinct' | 'mean' | 'other';
  /** What it says about a group: how many there are, how many in each bin, or a value, such as a sum. */
  readonly role: 'count' | 'bins' | 'measure';
  /** The kind of sketch whose error Druid's estimate has; null if it is exact or its error is not known. */
  readonly estimate: 'theta' | 'hyper-log-log' | null;
  /** Whether it reads a column's values as numbers, and skips texts such as `"none"`. */
  readonly readsNumbers: boolean;
  /** What Druid's rows hold while it still computes: the value, the value with its time, or a sketch. */
  readonly intermediate: 'value' | 'timed' | 'sketch';
  /** The name of its output if the query gives none. */
  readonly name?: string;
}

const NUMBER: AggregationFacts = {
  kind: 'other',
  role: 'measure',
  estimate: null,
  readsNumbers: true,
  intermediate: 'value',
};
const TEXT: AggregationFacts = { ...NUMBER, readsNumbers: false };
const COUNT: AggregationFacts = { ...TEXT, kind: 'additive', role: 'count' };
const THETA: AggregationFacts = { ...COUNT, kind: 'distinct', estimate: 'theta', intermediate: 'sketch' };
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

/** `Sum` → `longSum`, `doubleSum` and `floatSum`. */
function eachNumberType<const Family extends string>(family: Family) {
  return v.picklist(NUMBER_TYPES.map((type) => `${type}${family}` as const));
}

function numbersSchema<const Family extends string>(family: Family) {
  return v.object({ type: eachNumberType(family), ...ofColumn, ...unsupportedKeys('expression') });
}

interface NumberAggregation extends AggregationFacts {
  readonly schema: object;
  /** DuckDB's SQL for it: over whole numbers (`long`) or doubles. */
  sql<Sql>(sql: SqlTag<Sql>, value: Sql, kind: 'long' | 'double'): Sql;
}

/** Aggregations of a column's numbers; they skip null. */
export const NUMBER_AGGREGATIONS = {
  Sum: { schema: numbersSchema('Sum'), ...NUMBER, kind: 'additive', sql: (sql, value) => sql`sum(${value})` },
  Min: {
    schema: numbersSchema('Min'),
    ...NUMBER,
    // Druid (Java) has NaN as the minimum of NaN and a number. For SQL, NaN is the greatest value.
    sql: (sql, value, kind) => (kind === 'long' ? sql`min(${value})` : sql`(-max((-${value})))`),
  },
  Max: { schema: numbersSchema('Max'), ...NUMBER, sql: (sql, value) => sql`max(${value})` },
  // Any one of the values. The smallest is the same each time, so Druid gets `longMin` for `longAny`, too.
  Any: { schema: numbersSchema('Any'), ...NUMBER, sql: (sql, value) => sql`min(${value})` },
  Mean: {
    schema: v.object({ type: v.literal('doubleMean'), ...ofColumn, ...unsupportedKeys('expression') }),
    ...NUMBER,
    kind: 'mean',
    sql: (sql, value) => sql`avg(${value})`,
  },
} satisfies Readonly<Record<string, NumberAggregation>>;

/**
 * The aggregations that contain no other one: the schema and the facts of each. `longSum`, `doubleSum` and
 * `floatSum` share the record `Sum`.
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
  ...NUMBER_AGGREGATIONS,
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
  First: {
    schema: v.object({ type: eachNumberType('First'), ...ofOrder }),
    ...NUMBER,
    intermediate: 'timed',
  },
  // `arg_max(column, time)`: the value of the latest event.
  Last: { schema: v.object({ type: eachNumberType('Last'), ...ofOrder }), ...NUMBER, intermediate: 'timed' },
  stringFirst: {
    schema: v.object({ type: v.literal('stringFirst'), ...ofOrder }),
    ...TEXT,
    intermediate: 'timed',
  },
  stringLast: {
    schema: v.object({ type: v.literal('stringLast'), ...ofOrder }),
    ...TEXT,
    intermediate: 'timed',
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

/** The walks over aggregations. */
export const AGGREGATIONS = treeOf<Shape, Aggregation>(shape, nested);

/** An aggregation of any kind. What is nested has passed the same schema. */
export const aggregationSchema = shape as v.GenericSchema<unknown, Aggregation>;

/** The types of aggregations: those of the service, and one that only the hosted service knows. */
export type AggregationType = Aggregation['type'] | 'hyperUnique';

const FACTS: ReadonlyMap<string, AggregationFacts> = new Map<string, AggregationFacts>([
  ...Object.entries(SIMPLE_AGGREGATIONS),
  ['hyperUnique', HYPER_LOG_LOG],
]);

/** The facts of a type; for a type that this package does not know, those of a number. */
export function factsOf({ type }: { readonly type: string }): AggregationFacts {
  return FACTS.get(familyOf(type)) ?? NUMBER;
}

type Family<Type> = Type extends `${(typeof NUMBER_TYPES)[number]}${infer Name}` ? Name : Type;

/** A type without the type of its numbers: `longSum` → `Sum`, `cardinality` → itself. */
export function familyOf<Type extends string>(type: Type): Family<Type> {
  // The pattern is that of the type `Family`.
  return type.replace(/^(?:long|double|float)(?=[A-Z])/, '') as Family<Type>;
}
