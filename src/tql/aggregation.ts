import * as v from 'valibot';
import { integer, text } from './fields.ts';
import { filterSchema, type Filter } from './filter.ts';
import { refusedKeys } from './validation.ts';

const NUMBER_TYPES = ['long', 'double', 'float'] as const;
const FOLDS = NUMBER_TYPES.flatMap((type) => [`${type}Sum`, `${type}Min`, `${type}Max`, `${type}Any`] as const);
const ORDERED = [...NUMBER_TYPES, 'string' as const].flatMap((type) => [`${type}First`, `${type}Last`] as const);

const powerOfTwo = v.pipe(
  integer,
  v.minValue(2, 'is below 2'),
  v.check((value) => Number.isInteger(Math.log2(value)), 'is no power of 2'),
);
const name = v.exactOptional(text);
const finalized = v.exactOptional(v.literal(true, 'is not supported: sketches are always given as their number'));

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
  fields: v.pipe(v.array(text), v.minLength(1, 'holds no field')),
  byRow: v.exactOptional(v.boolean()),
  round: v.exactOptional(v.boolean()),
});
const fold = v.object({
  type: v.picklist([...FOLDS, 'doubleMean', 'stringAny']),
  name: text,
  fieldName: text,
  ...refusedKeys('expression'),
});
const ordered = v.object({
  type: v.picklist(ORDERED),
  name: text,
  fieldName: text,
  timeColumn: v.exactOptional(text),
  ...refusedKeys('expression', 'foldColumn', 'maxStringBytes'),
});
const thetaSketch = v.object({
  type: v.literal('thetaSketch'),
  name: text,
  fieldName: text,
  size: v.exactOptional(powerOfTwo),
  shouldFinalize: finalized,
  ...refusedKeys('isInputThetaSketch', 'errorBoundsStdDev'),
});
const quantiles = v.object({
  type: v.literal('quantilesDoublesSketch'),
  name: text,
  fieldName: text,
  k: v.exactOptional(powerOfTwo),
  maxStreamLength: v.exactOptional(integer),
  shouldFinalize: finalized,
});

const simple = v.variant('type', [convenience, histogram, count, cardinality, fold, ordered, thetaSketch, quantiles]);

/** An aggregation without another one inside. */
export type SimpleAggregation = Readonly<v.InferOutput<typeof simple>>;

/** Another aggregation over the events that match; its own name, where not empty, replaces the inner one's. */
export interface FilteredAggregation {
  readonly type: 'filtered';
  readonly name?: string;
  readonly filter: Filter;
  readonly aggregator: Aggregation;
}

/** What is computed of the events of a group. */
export type Aggregation = SimpleAggregation | FilteredAggregation;

/** An aggregation of any kind. */
export const aggregationSchema: v.GenericSchema<unknown, Aggregation> = v.variant('type', [
  v.object({ type: v.literal('filtered'), name, filter: filterSchema, aggregator: v.lazy(() => aggregationSchema) }),
  ...simple.options,
]);
