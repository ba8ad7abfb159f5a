// The filters of a query, the `WHERE` of SQL: which events count. The service parses with these schemas, and
// the engines turn what they give into SQL or native filters.
import * as v from 'valibot';
import { parseDecimal } from '../literals.ts';
import { type ChildNode, treeOf, type WithChildren } from '../tree.ts';
import { absoluteInterval, pattern, relativeIntervals, text, unsupportedKeys } from './shared-schemas.ts';
import { selector as selectorOf } from '../write.ts';

const withoutExtraction = unsupportedKeys('extractionFn');

// `column = value`.
const selector = v.object({
  type: v.literal('selector'),
  dimension: text,
  value: text,
  ...withoutExtraction,
});
// `column IN (values)`.
const isIn = v.object({
  type: v.literal('in'),
  dimension: text,
  values: v.array(text),
  ...withoutExtraction,
});
// `column IS NULL`.
const isNull = v.object({ type: v.literal('null'), column: text });
// `column > lower AND column < upper`; `>=` and `<=` if an end is not open.
const range = v.pipe(
  v.object({
    type: v.literal('range'),
    column: text,
    matchValueType: v.picklist(['STRING', 'DOUBLE']),
    lower: v.exactOptional(text),
    upper: v.exactOptional(text),
    lowerOpen: v.exactOptional(v.boolean()),
    upperOpen: v.exactOptional(v.boolean()),
  }),
  v.check(
    (filter) => filter.lower !== undefined || filter.upper !== undefined,
    'needs a lower or an upper bound',
  ),
  v.forward(
    v.check((filter) => isBoundValue(filter.matchValueType, filter.lower), 'is not a number'),
    ['lower'],
  ),
  v.forward(
    v.check((filter) => isBoundValue(filter.matchValueType, filter.upper), 'is not a number'),
    ['upper'],
  ),
);
type Equality = v.InferOutput<typeof selector> | v.InferOutput<typeof range>;
// `column = CAST(value AS type)`: with a text, it is a `selector`, and with a number, a `range` of one
// number.
const equals = v.pipe(
  v.object({
    type: v.literal('equals'),
    column: text,
    matchValueType: v.picklist(['STRING', 'LONG', 'DOUBLE', 'FLOAT']),
    matchValue: v.union([text, v.pipe(v.number(), v.finite())], 'is neither a string nor a number'),
  }),
  v.forward(
    v.check(
      ({ matchValueType, matchValue }) =>
        matchValueType === 'STRING' || parseDecimal(`${matchValue}`) !== null,
      'is not a number',
    ),
    ['matchValue'],
  ),
  v.transform(({ column, matchValueType, matchValue }): Equality => {
    if (matchValueType === 'STRING') return selectorOf(column, `${matchValue}`);
    const number = matchValueType === 'LONG' ? Math.trunc(Number(matchValue)) : matchValue;
    return { type: 'range', column, matchValueType: 'DOUBLE', lower: `${number}`, upper: `${number}` };
  }),
);
// `regexp_matches(column, pattern)`.
const regex = v.object({ type: v.literal('regex'), dimension: text, pattern, ...withoutExtraction });
// `column IS NOT DISTINCT FROM column`.
const columnComparison = v.object({
  type: v.literal('columnComparison'),
  dimensions: v.pipe(v.array(text), v.minLength(2, 'needs at least two columns')),
});
// `time >= start AND time < end`, for one of the intervals.
const interval = v.pipe(
  v.object({
    type: v.literal('interval'),
    dimension: text,
    intervals: v.exactOptional(v.array(absoluteInterval)),
    relativeIntervals: v.exactOptional(relativeIntervals),
    ...withoutExtraction,
  }),
  v.check(
    (filter) => filter.intervals !== undefined || filter.relativeIntervals !== undefined,
    'needs intervals',
  ),
);

const nested: v.GenericSchema<unknown, ChildNode> = v.lazy(() => shape);
const fields = v.pipe(v.array(nested), v.minLength(1, 'needs at least one filter'));

const shape = v.variant('type', [
  // All filters must match (`and`), or at least one (`or`).
  v.object({ type: v.literal('and'), fields }),
  v.object({ type: v.literal('or'), fields }),
  v.object({ type: v.literal('not'), field: nested }),
  selector,
  isIn,
  equals,
  isNull,
  range,
  regex,
  columnComparison,
  interval,
]);

/** Which events count; three-valued, as in SQL. */
export type Filter = WithChildren<FilterShape, { readonly child: Filter }>;
type FilterShape = v.InferOutput<typeof shape>;

/** A filter of a type: `FilterOf<'range'>`. */
export type FilterOf<Type extends Filter['type']> = Extract<Filter, { readonly type: Type }>;

/** The types of filters as a query writes them: an `equals` is read as another type. */
export type FilterType = v.InferInput<typeof shape>['type'];

/** The walks over filters. */
export const FILTERS = treeOf<FilterShape, Filter>(shape, nested);

/** A filter of any kind. What is nested has passed the same schema. */
export const filterSchema = shape as v.GenericSchema<unknown, Filter>;

/** The columns that a filter reads. */
export function filterColumns(filter: Filter): ReadonlySet<string> {
  const columns = FILTERS.nodesOf(filter).flatMap((node) => {
    if ('dimensions' in node) return node.dimensions;
    if ('dimension' in node) return [node.dimension];
    return 'column' in node ? [node.column] : [];
  });
  return new Set(columns);
}

function isBoundValue(matchValueType: 'STRING' | 'DOUBLE', bound: string | undefined): boolean {
  return bound === undefined || matchValueType === 'STRING' || parseDecimal(bound) !== null;
}
