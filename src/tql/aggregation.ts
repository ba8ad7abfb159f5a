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
