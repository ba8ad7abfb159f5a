/** The functions that make a set of rows, and how each is written. */
export const SET_EXAMPLES = {
  oneOf: 'oneOf("4.1", "4.2")',
  startsWith: 'startsWith("4.")',
  matches: 'matches("^4\\\\.")',
  below: 'below("17")',
  atLeast: 'atLeast("17")',
  only: 'only(below("17"))',
} as const;
type SetFunction = keyof typeof SET_EXAMPLES;

/** Whether a function makes a set of rows. */
export function isSetFunction(name: string): name is SetFunction {
  return Object.hasOwn(SET_EXAMPLES, name);
}

/** How many keys a set may list. */
export const MAX_SET_KEYS = 32;

/** A set of a dimension's values. Of `only(…)`, the users all of whose events are in the set within. */
export class RowSet {
  readonly kind: Exclude<SetFunction, 'only'>;
  readonly texts: readonly string[];
  readonly isOnly: boolean;

  constructor(kind: RowSet['kind'], texts: readonly string[], isOnly = false) {
    this.kind = kind;
    this.texts = texts;
    this.isOnly = isOnly;
  }

  /** As it is written in an assertion. */
  get written(): string {
    const set = `${this.kind}(${this.texts.map((text) => JSON.stringify(text)).join(', ')})`;
    return this.isOnly ? `only(${set})` : set;
  }
}
