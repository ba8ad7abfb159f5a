// The kinds of arguments that template helpers take, such as a number, gates or a time zone. Pure.

/** A kind of argument: what messages call it, and whether a value is of it. */
const kind = (is: string, fits: (value: unknown) => boolean) => ({ is, fits });
const isText = (value: unknown): value is string => typeof value === 'string';

/** The kinds by their names. */
export const ARGUMENT_KINDS = {
  // A number may be a text: results hold "Infinity" and "NaN", and outputs may be anything.
  value: kind('a number', (value) => typeof value === 'number' || isText(value)),
  numeric: kind(
    'a number',
    (value) => !isObject(value) && /^(NaN|-?(Infinity|\d[\d.e+-]*))$/.test(String(value)),
  ),
  text: kind('a text', isText),
  moment: kind('a moment in ISO form', (value) => isText(value) && !isNaN(Date.parse(value))),
  zone: kind('a time zone such as Europe/Berlin', isText),
  list: kind('a list of numbers', (value) => Array.isArray(value) && !value.some(isObject)),
  gates: kind('gates', (value) => Array.isArray(value) && value.every((each) => hasField(each, 'outcome'))),
  insight: kind('an insight', (value) => hasField(value, 'columns') && hasField(value, 'rows')),
  releases: kind('releases', Array.isArray),
  minimums: kind('minimums', (value) => hasField(value, 'raises')),
  signals: kind('signals', (value) => hasField(value, 'scope')),
  versions: kind('versions', (value) => hasField(value, 'families')),
  format: kind('a format', (value) => hasField(value, 'options')),
  words: kind('a text', () => true),
  any: kind('a value', (value) => !isMarkdown(value)),
};

/** The name of a kind of argument, such as `numeric`. */
export type ArgumentKind = keyof typeof ARGUMENT_KINDS;

/**
 * The kinds of which null is refused. For all others, null is a value that is not known, which has its own
 * text.
 */
export const REFUSING_NULL: ReadonlySet<ArgumentKind> = new Set<ArgumentKind>([
  'gates',
  'insight',
  'versions',
]);

export function isMarkdown(value: unknown): boolean {
  return hasField(value, 'toHTML');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasField(value: unknown, field: string): boolean {
  return isObject(value) && field in value;
}
