// The having specs of a groupBy, the `HAVING` of SQL: which rows of the answer stay.
import * as v from 'valibot';
import { filterSchema } from './filter.ts';
import { text, unsupportedKeys } from './shared-schemas.ts';
import { type ChildNode, treeOf, type WithChildren } from '../tree.ts';
import { selector } from '../write.ts';

const nested: v.GenericSchema<unknown, ChildNode> = v.lazy(() => having);
const havingSpecs = v.pipe(v.array(nested), v.minLength(1, 'needs at least one having spec'));

const having = v.variant('type', [
  // `output > value`.
  v.object({
    type: v.picklist(['equalTo', 'greaterThan', 'lessThan']),
    aggregation: text,
    value: v.number(),
  }),
  // `dimension = value`, which becomes a `filter`.
  v.pipe(
    v.object({
      type: v.literal('dimSelector'),
      dimension: text,
      value: text,
      ...unsupportedKeys('extractionFn'),
    }),
    v.transform(({ dimension, value }) => ({ type: 'filter', filter: selector(dimension, value) }) as const),
  ),
  // A filter over the outputs of a row.
  v.object({
    type: v.literal('filter'),
    filter: filterSchema,
    finalize: v.exactOptional(v.literal(true, 'is not supported: sketches are always given as numbers')),
  }),
  v.object({ type: v.picklist(['and', 'or']), havingSpecs }),
  v.object({ type: v.literal('not'), havingSpec: nested }),
]);

/** Which rows of a groupBy stay. */
export type Having = WithChildren<HavingShape, { readonly child: Having }>;
type HavingShape = v.InferOutput<typeof having>;

/** The types of having specs as a query writes them: a `dimSelector` is read as another type. */
export type HavingType = v.InferInput<typeof having>['type'];

/** The walks over having specs. */
export const HAVINGS = treeOf<HavingShape, Having>(having, nested);

/**
 * The outputs that a having spec compares with numbers; `filterColumns` gives those that its filters read.
 */
export function comparedOutputs(having: Having): readonly string[] {
  return HAVINGS.nodesOf(having).flatMap((node) => ('aggregation' in node ? [node.aggregation] : []));
}

/** A having spec of any kind. What is nested has passed the same schema. */
export const havingSchema = having as v.GenericSchema<unknown, Having>;
