// What a query groups by: the `GROUP BY` of SQL, a column or what an extraction function makes of one (`"iOS
// 17.4"` → `"17"` by a regular expression). Filters use the same functions.
import * as v from 'valibot';
import { appleModelNames } from '../text/apple/apple-models.ts';
import { isJsonObject } from './json.ts';
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

const missing = {
  retainMissingValue: v.exactOptional(v.boolean()),
  replaceMissingValueWith: v.exactOptional(text),
  injective: v.exactOptional(v.boolean()),
};

/** Whether at most one of two keys that rule each other out is there. */
function saysOneThing(fn: {
  readonly retainMissingValue?: boolean;
  readonly replaceMissingValueWith?: string;
}): boolean {
  return fn.retainMissingValue !== true || (fn.replaceMissingValueWith ?? '') === '';
}
const SAYS_BOTH = 'has both retainMissingValue and replaceMissingValueWith';

const lookup = v.pipe(
  v.object({
    type: v.literal('lookup'),
    lookup: v.object({ type: v.literal('map'), map: textMap }),
    ...missing,
  }),
  v.check((fn) => saysOneThing(fn), SAYS_BOTH),
);

/** Names the lookup if it has a name; any other text is not repeated. */
function lookupMessage({ received }: { readonly received: string }): string {
  const name = /^"\w{1,60}"$/.test(received) ? received : 'not a name';
  return `is ${name}; the only lookup of this service is "appleModelNames"`;
}

/** A lookup whose map the service holds. */
const registeredLookup = v.pipe(
  v.object({
    type: v.literal('registeredLookup'),
    lookup: v.literal('appleModelNames', lookupMessage),
    ...missing,
  }),
  v.check((fn) => saysOneThing(fn), SAYS_BOTH),
);

type WithMap = v.InferOutput<typeof regex> | v.InferOutput<typeof lookup>;

/**
 * Turns a column's value into another string, in a dimension or a filter. Engines see a registered lookup as
 * the map that it is.
 */
export const extractionFnSchema = v.pipe(
  v.variant('type', [regex, lookup, registeredLookup]),
  v.transform((fn): WithMap => {
    if (fn.type !== 'registeredLookup') return fn;
    return { ...fn, type: 'lookup', lookup: { type: 'map', map: Object.fromEntries(appleModelNames()) } };
  }),
);

/** A column to group by and the name it has in the rows. */
export const dimensionSchema = v.variant('type', [
  v.object({ type: v.literal('default'), ...common, ...unsupportedKeys('extractionFn') }),
  v.object({ type: v.literal('extraction'), ...common, extractionFn: extractionFnSchema }),
]);

/** A dimension spec. */
export type Dimension = Readonly<v.InferOutput<typeof dimensionSchema>>;

/** An extraction function. */
export type ExtractionFn = Readonly<v.InferOutput<typeof extractionFnSchema>>;

/**
 * What an extraction function makes of a value that it does not match, or whose key its map does not have:
 * the value itself, or what replaces it.
 */
export function missingValue<Value>(
  fn: ExtractionFn,
  value: Value,
  literal: (text: string | undefined) => Value,
): Value {
  const isKept = fn.type === 'regex' ? fn.replaceMissingValue !== true : fn.retainMissingValue === true;
  return isKept ? value : literal(fn.replaceMissingValueWith);
}

function isTextMap(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');
}
