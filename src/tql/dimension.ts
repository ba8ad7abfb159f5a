import * as v from 'valibot';
import { countGroups } from './pattern.ts';
import { integer, pattern, text, unsupportedKeys } from './validation.ts';

const common = {
  dimension: text,
  outputName: text,
  outputType: v.exactOptional(v.picklist(['STRING', 'LONG', 'FLOAT'])),
};

const regex = v.pipe(
  v.object({
    type: v.literal('regex'),
    expr: pattern,
    index: v.exactOptional(v.pipe(integer, v.minValue(0, 'is below 0'))),
    replaceMissingValue: v.exactOptional(v.boolean()),
    replaceMissingValueWith: v.exactOptional(text),
  }),
  v.forward(
    v.check(
      ({ expr, index = 1 }) => index <= countGroups(expr),
      'is greater than the number of groups in the expression',
    ),
    ['index'],
  ),
);

// v.record would leave out keys such as `constructor`, which are ordinary strings here.
const textMap = v.custom<Readonly<Record<string, string>>>(isTextMap, 'is not a map of strings to strings');

const lookup = v.pipe(
  v.object({
    type: v.literal('lookup'),
    lookup: v.object({ type: v.literal('map'), map: textMap }),
    retainMissingValue: v.exactOptional(v.boolean()),
    replaceMissingValueWith: v.exactOptional(text),
    injective: v.exactOptional(v.boolean()),
  }),
  v.check(
    (fn) => fn.retainMissingValue !== true || (fn.replaceMissingValueWith ?? '') === '',
    'has both retainMissingValue and replaceMissingValueWith',
  ),
);

/** Turns a column's value into another string, in a dimension or a filter. */
export const extractionFnSchema = v.variant('type', [regex, lookup]);

/** A column to group by and the name it has in the rows. */
export const dimensionSchema = v.variant('type', [
  v.object({ type: v.literal('default'), ...common, ...unsupportedKeys('extractionFn') }),
  v.object({ type: v.literal('extraction'), ...common, extractionFn: extractionFnSchema }),
]);

/** A dimension spec. */
export type Dimension = Readonly<v.InferOutput<typeof dimensionSchema>>;

/** An extraction function. */
export type ExtractionFn = Readonly<v.InferOutput<typeof extractionFnSchema>>;

function isTextMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((item) => typeof item === 'string');
}
