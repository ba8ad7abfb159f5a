import * as v from 'valibot';
import { type Filled, integer, type Nested, text, unsupportedKeys } from './validation.ts';
import { filterSchema } from './filter.ts';

const NUMBER_TYPES = ['long', 'double', 'float'] as const;
const FOLDS = NUMBER_TYPES.flatMap((type) => [`${type}Sum`, `${type}Min`, `${type}Max`] as const);
const ANY = NUMBER_TYPES.map((type) => `${type}Any` as const);
const ORDERED = NUMBER_TYPES.flatMap((type) => [`${type}First`, `${type}Last`] as const);

const powerOfTwo = v.pipe(
  integer,
  v.minValue(2, 'is below 2'),
  v.check((value) => Number.isInteger(Math.log2(value)), 'is not a power of 2'),
);
const name = v.exactOptional(text);
const finalized = v.exactOptional(v.literal(true, 'is not supported: results are always given as values'));

const convenience = v.object({ type: v.picklist(['eventCount', 'userCount']), name });
const histogram = v.object({
  type: v.literal('histogram'),
  name,
  fieldName: v.exactOptional(text),
  splitPoints: v.exactOptional(v.array(v.number())),
  numBins: v.exactOptional(integer),
  numBuckets: v.exactOptional(integer),
  k: v.exactOptional(powerOfTwo),
});
const count = v.object({ type: v.literal('count'), name: text });
const cardinality = v.object({
  type: v.literal('cardinality'),
  name: text,
  fields: v.pipe(v.array(text), v.minLength(1, 'needs at least one field')),
  byRow: v.exactOptional(v.boolean()),
  round: v.exactOptional(v.boolean()),
});
const fold = v.pipe(
  v.object({
    type: v.picklist(FOLDS),
    name: text,
    fieldName: v.exactOptional(text),
    expression: v.exactOptional(text),
  }),
  v.check(
    ({ fieldName, expression }) => fieldName !== undefined || expression !== undefined,
    'needs a fieldName or an expression',
  ),
  v.check(
    ({ fieldName, expression }) => fieldName === undefined || expression === undefined,
    'has both fieldName and expression',
  ),
);
const ofColumn = v.object({
  type: v.picklist([...ANY, 'doubleMean']),
  name: text,
  fieldName: text,
  ...unsupportedKeys('expression'),
});
const ofText = { maxStringBytes: v.exactOptional(v.pipe(integer, v.minValue(0, 'is below 0'))) };
const stringAny = v.object({
  type: v.literal('stringAny'),
  name: text,
  fieldName: text,
  ...ofText,
  ...unsupportedKeys('expression'),
});
const ofOrder = {
  name: text,
  fieldName: text,
  timeColumn: v.exactOptional(text),
  finalize: finalized,
  ...unsupportedKeys('expression', 'foldColumn'),
};
const ordered = v.object({ type: v.picklist(ORDERED), ...ofOrder });
const orderedText = v.object({ type: v.picklist(['stringFirst', 'stringLast']), ...ofOrder, ...ofText });
const thetaSketch = v.object({
  type: v.literal('thetaSketch'),
  name: text,
  fieldName: text,
  size: v.exactOptional(powerOfTwo),
  shouldFinalize: finalized,
  isInputThetaSketch: v.exactOptional(v.literal(false, 'is not supported: no column holds sketches')),
  ...unsupportedKeys('errorBoundsStdDev'),
});
const quantiles = v.object({
  type: v.literal('quantilesDoublesSketch'),
  name: text,
  fieldName: text,
  k: v.exactOptional(powerOfTwo),
  maxStreamLength: v.exactOptional(integer),
  shouldFinalize: finalized,
});

const nested: v.GenericSchema<unknown, Nested> = v.lazy(() => shape);
const shape = v.variant('type', [
  // Another aggregation over the events that match. Its own name, if not empty, replaces the inner one's.
  v.object({ type: v.literal('filtered'), name, filter: filterSchema, aggregator: nested }),
  convenience,
  histogram,
  count,
  cardinality,
  fold,
  ofColumn,
  stringAny,
  ordered,
  orderedText,
  thetaSketch,
  quantiles,
]);

/** What is computed from the events of a group. */
export type Aggregation = Filled<v.InferOutput<typeof shape>, { readonly whole: Aggregation }>;

/** An aggregation that does not contain another one. */
export type SimpleAggregation = Exclude<Aggregation, { readonly type: 'filtered' }>;

/** An aggregation of any kind. What is nested has passed the same schema. */
export const aggregationSchema = shape as v.GenericSchema<unknown, Aggregation>;

/** The types of aggregations: those of the service, and one that only the hosted service knows. */
export type AggregationType = Aggregation['type'] | 'hyperUnique';

/** What is known of an aggregation that is not `filtered`. */
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

const EXTREME: AggregationFacts = {
  kind: 'other',
  role: 'measure',
  estimate: null,
  readsNumbers: true,
  state: 'value',
};
const COUNT: AggregationFacts = { ...EXTREME, kind: 'additive', role: 'count', readsNumbers: false };
const THETA: AggregationFacts = { ...COUNT, kind: 'distinct', estimate: 'theta', state: 'sketch' };
const HYPER_LOG_LOG: AggregationFacts = { ...THETA, estimate: 'hyper-log-log' };
const TIMED: AggregationFacts = { ...EXTREME, state: 'timed' };

/** A type without the type of its values: `Sum` of `longSum`. */
export type Family<Type> = Type extends `${'long' | 'double' | 'float' | 'string'}${infer Rest}`
  ? Rest
  : Type;

const FACTS: Readonly<Record<Exclude<Family<AggregationType>, 'filtered'>, AggregationFacts>> = {
  eventCount: { ...COUNT, name: 'Events' },
  count: COUNT,
  userCount: { ...THETA, name: 'Users' },
  thetaSketch: THETA,
  cardinality: HYPER_LOG_LOG,
  hyperUnique: HYPER_LOG_LOG,
  // Finished, a sketch of quantiles is the number of its values.
  quantilesDoublesSketch: { ...THETA, estimate: null, readsNumbers: true },
  histogram: { ...EXTREME, role: 'bins', name: 'Histogram' },
  Sum: { ...EXTREME, kind: 'additive' },
  Mean: { ...EXTREME, kind: 'mean' },
  Min: EXTREME,
  Max: EXTREME,
  Any: EXTREME,
  First: TIMED,
  Last: TIMED,
};
const FACTS_BY_FAMILY: ReadonlyMap<string, AggregationFacts> = new Map(Object.entries(FACTS));

export function familyOf<Type extends string>(type: Type): Family<Type> {
  // The pattern is that of the type `Family`.
  return type.replace(/^(?:long|double|float|string)(?=[A-Z])/, '') as Family<Type>;
}

/** What is known of a type; of one that is not known, no more than of an extreme. */
export function factsOf({ type }: { readonly type: string }): AggregationFacts {
  const facts = FACTS_BY_FAMILY.get(familyOf(type)) ?? EXTREME;
  return type.startsWith('string') ? { ...facts, readsNumbers: false } : facts;
}
