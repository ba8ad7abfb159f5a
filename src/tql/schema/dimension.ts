// What a query groups by, the `GROUP BY` of SQL: a column, or what an extraction function makes of one
// (`"iOS 17.4"` → `"17"` by a regular expression).
import * as v from 'valibot';
import { appleModelNames } from '../../text/apple/apple-models.ts';
import { isJsonObject } from '../json.ts';
import { countGroups } from './pattern.ts';
import { integer, pattern, text, unsupportedKeys } from './shared-schemas.ts';

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

// Not v.record, which would leave out keys such as `constructor`: they are ordinary strings here.
const textMap = v.custom<Readonly<Record<string, string>>>(isTextMap, 'is not a map of strings to strings');

/** What becomes of a value that a lookup's map does not have. */
const missing = {
  retainMissingValue: v.exactOptional(v.boolean()),
  replaceMissingValueWith: v.exactOptional(text),
  injective: v.exactOptional(v.boolean()),
};

function hasOneFallback(fn: {
  readonly retainMissingValue?: boolean;
  readonly replaceMissingValueWith?: string;
}): boolean {
  return fn.retainMissingValue !== true || (fn.replaceMissingValueWith ?? '') === '';
}
const HAS_TWO_FALLBACKS = 'has both retainMissingValue and replaceMissingValueWith';

const lookup = v.pipe(
  v.object({
    type: v.literal('lookup'),
    lookup: v.object({ type: v.literal('map'), map: textMap }),
    ...missing,
  }),
  v.check((fn) => hasOneFallback(fn), HAS_TWO_FALLBACKS),
);

/** Repeats a lookup's name, but no other text, which may be long or unsafe to print. */
function lookupMessage({ received }: { readonly received: string }): string {
  const name = /^"\w{1,60}"$/.test(received) ? received : 'not a name';
  return `is ${name}; the only lookup of this service is "appleModelNames"`;
}

/** A lookup by name, whose map the service has: `"iPhone14,2"` → `"iPhone 13 Pro"`. */
const registeredLookup = v.pipe(
  v.object({
    type: v.literal('registeredLookup'),
    lookup: v.literal('appleModelNames', lookupMessage),
    ...missing,
  }),
  v.check((fn) => hasOneFallback(fn), HAS_TWO_FALLBACKS),
);

type WithMap = v.InferOutput<typeof regex> | v.InferOutput<typeof lookup>;

/** Turns a column's value into another string. Engines get a registered lookup as a lookup with its map. */
const extractionFnSchema = v.pipe(
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

export type Dimension = Readonly<v.InferOutput<typeof dimensionSchema>>;

export type ExtractionFn = Readonly<v.InferOutput<typeof extractionFnSchema>>;

/**
 * What an extraction function gives for a value that its expression does not match or its map does not have:
 * the value itself, or the text that replaces it. `Value` is an engine's term: SQL, or a native expression.
 * `literal` makes one of a text; of none, it makes null.
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
