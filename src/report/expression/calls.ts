// The functions of an assertion, `share("iOS 15")` or `total()`, as data: parsing makes calls, gates read
// their numbers.

/** The functions that read a number of one row. */
export const ROW_NUMBERS = ['value', 'share', 'previous', 'change', 'rank'] as const;
export type RowNumber = (typeof ROW_NUMBERS)[number];

/** The functions that read numbers of the whole table. */
export const TABLE_FUNCTIONS = ['total', 'previousTotal', 'totalChange', 'count', 'first', 'last'] as const;
export type TableFunction = (typeof TABLE_FUNCTIONS)[number];

export function isRowNumber(name: string): name is RowNumber {
  return ROW_NUMBERS.some((each) => each === name);
}

export function isTableFunction(name: string): name is TableFunction {
  return TABLE_FUNCTIONS.some((each) => each === name);
}

/** The functions that read an insight's numbers. */
export const READ_FUNCTIONS: ReadonlySet<string> = new Set([...ROW_NUMBERS, ...TABLE_FUNCTIONS]);

/** The periods whose events a function counts, also as a field of rows. */
export function periodsOf(name: string): readonly ('now' | 'before')[] {
  if (name === 'previous' || name === 'previousTotal') return ['before'];
  return name === 'change' || name === 'totalChange' ? ['now', 'before'] : ['now'];
}

/** Whether a function reads the earlier period. */
export function readsEarlier(name: string): boolean {
  return periodsOf(name).includes('before');
}

/** A call of one of the functions that read numbers. */
export type FunctionCall = RowCall | TableCall;

interface Call {
  /** The insight whose function it is; null: the threshold's own. */
  readonly insight: string | null;
  /** Null: the metric. Undefined: it is not written out. */
  readonly output: string | null | undefined;
  /**
   * What reads the same if it is no call: a field or the key of a row, a list of rows, `value("a") /
   * total()`.
   */
  readonly as?: 'field' | 'key' | 'list' | 'quotient';
}

/** A call that reads a number of a row, or of a set of rows. */
interface RowCall extends Call {
  readonly name: RowNumber;
  /** The row's key; null if it is not written out. */
  readonly row: string | RowSet | null;
}

/** A call that reads a number of the whole table. */
interface TableCall extends Call {
  readonly name: TableFunction;
  readonly row?: undefined;
}

/** Whether a call reads a number of one row, or of a set. */
export function isRowCall(call: FunctionCall): call is RowCall {
  return call.row !== undefined;
}

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

/** A set of a dimension's values; of `only(…)`, the users whose events are all in the inner set. */
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
