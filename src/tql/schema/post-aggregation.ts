// What a query computes from the aggregated values of a row, such as `sum(a) / sum(b)` in a `SELECT`. The
// service parses with these schemas. What each becomes is in two files called `clauses/post-aggregations.ts`:
// SQL in `service/query/engines/duckdb/`, and Druid's form, where it differs, in `cluster/engine/`.
import * as v from 'valibot';
import { namesIn } from '../expression.ts';
import { CHOICES, keysOf, OPERATORS } from './number-functions.ts';
import { type ChildKey, type ChildNode, treeOf, type WithChildren } from '../tree.ts';
import { integer, text, unsupportedKeys } from './shared-schemas.ts';

const nested: v.GenericSchema<unknown, ChildNode> = v.lazy(() => shape);
const fields = v.pipe(v.array(nested), v.minLength(1, 'needs at least one field'));
const name = v.exactOptional(text);
const fraction = v.pipe(v.number(), v.minValue(0, 'is below 0'), v.maxValue(1, 'is above 1'));
const ascending = v.pipe(
  v.array(v.number()),
  v.minLength(1, 'needs at least one point'),
  v.check(
    (points) => points.every((point, i) => i === 0 || point > (points[i - 1] ?? point)),
    'is not ascending',
  ),
);
// How many values are in each bin between split points, or in bins of equal width.
const histogram = v.pipe(
  v.object({
    type: v.literal('quantilesDoublesSketchToHistogram'),
    name,
    field: nested,
    splitPoints: v.exactOptional(ascending),
    numBins: v.exactOptional(
      v.pipe(integer, v.minValue(2, 'is below 2'), v.maxValue(10_000, 'is above 10000')),
    ),
  }),
  v.check(
    (histogram) => histogram.splitPoints === undefined || histogram.numBins === undefined,
    'has both splitPoints and numBins',
  ),
);

const shape = v.variant('type', [
  // An output by its name, in SQL its column. On Druid, `fieldAccess` is a set itself, the others its size.
  v.object({
    type: v.picklist(['fieldAccess', 'finalizingFieldAccess', 'hyperUniqueCardinality']),
    name,
    fieldName: text,
  }),
  v.object({ type: v.literal('constant'), name, value: v.number() }),
  v.object({
    type: v.literal('expression'),
    name,
    expression: text,
    ordering: v.exactOptional(v.literal('numericFirst')),
  }),
  // `(a + b)`; `number-functions.ts` has the operators.
  v.object({
    type: v.literal('arithmetic'),
    name,
    fn: v.picklist(keysOf(OPERATORS)),
    fields: v.pipe(v.array(nested), v.minLength(2, 'needs at least two fields')),
    ordering: v.exactOptional(v.literal('numericFirst')),
  }),
  // `greatest(a, b)` and `least(a, b)`.
  v.object({ type: v.picklist(keysOf(CHOICES)), name, fields }),
  // How many users a set has: `count(DISTINCT user) FILTER (WHERE …)`.
  v.object({
    type: v.literal('thetaSketchEstimate'),
    name,
    field: nested,
    ...unsupportedKeys('errorBoundsStdDev'),
  }),
  // A set of users made of others: those in all of them (`INTERSECT`), in any, or in the first alone.
  v.object({
    type: v.literal('thetaSketchSetOp'),
    name,
    func: v.picklist(['UNION', 'INTERSECT', 'NOT']),
    fields,
  }),
  // `quantile_disc(column, fraction)`: the value that this fraction of all values does not exceed.
  v.object({ type: v.literal('quantilesDoublesSketchToQuantile'), name, field: nested, fraction }),
  histogram,
  // Whether two success rates differ, in standard deviations; and how likely that is by chance.
  v.object({
    type: v.literal('zscore2sample'),
    name,
    sample1Size: nested,
    successCount1: nested,
    sample2Size: nested,
    successCount2: nested,
  }),
  v.object({ type: v.literal('pvalue2tailedZtest'), name, zScore: nested }),
]);

type Shape = v.InferOutput<typeof shape>;

export type PostAggregation = WithChildren<Shape, { readonly child: PostAggregation }>;

/**
 * The keys under which a post-aggregation holds one other, such as `field`. Under `fields` it holds several.
 */
export type OperandKey = ChildKey<Shape>;

/** A post-aggregation whose operands an engine has replaced, for example by their SQL. */
export type ComputedPost<Operand> = WithChildren<Shape, { readonly child: Operand }>;

/** The walks over post-aggregations. */
export const POST_AGGREGATIONS = treeOf<Shape, PostAggregation>(shape, nested);

/** The outputs that a post-aggregation reads; none if it is an expression that cannot be parsed. */
export function outputsReadBy(post: PostAggregation): string[] {
  return POST_AGGREGATIONS.nodesOf(post).flatMap((node) => {
    if (node.type === 'expression') return namesIn(node.expression);
    return 'fieldName' in node ? [node.fieldName] : [];
  });
}

/** A post-aggregation of any kind. What is nested has passed the same schema. */
export const postAggregationSchema = shape as v.GenericSchema<unknown, PostAggregation>;
