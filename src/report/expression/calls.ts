// The functions of an assertion, such as `share("iOS 15")` or `total()`, and the calls of them as data. The
// evaluation of an assertion makes the calls; `gate/evidence/` reads their numbers.

/** The functions that read a number of one row, or of a set of rows: `share("iOS 15")`. */
export const ROW_NUMBERS = ['value', 'share', 'previous', 'change', 'rank'] as const;
export type RowNumber = (typeof ROW_NUMBERS)[number];

/** The functions that read a number of the whole table: `total()`. */
const TABLE_FUNCTIONS = ['total', 'previousTotal', 'totalChange', 'count', 'first', 'last'] as const;
export type TableFunction = (typeof TABLE_FUNCTIONS)[number];

export function isRowNumber(name: string): name is RowNumber {
  return ROW_NUMBERS.some((each) => each === name);
}

export function isTableFunction(name: string): name is TableFunction {
  return TABLE_FUNCTIONS.some((each) => each === name);
}

/** The functions that read an insight's numbers. */
export const READ_FUNCTIONS: ReadonlySet<string> = new Set([...ROW_NUMBERS, ...TABLE_FUNCTIONS]);

/** The periods whose events a function, or the field of a row with its name, counts. */
export function periodsOf(name: string): readonly ('now' | 'before')[] {
  switch (name) {
    case 'previous':
    case 'previousTotal':
      return ['before'];
    case 'change':
    case 'totalChange':
      return ['now', 'before'];
    default:
      return ['now'];
  }
}

/** Whether a function reads the earlier period. */
export function readsEarlier(name: string): boolean {
  return periodsOf(name).includes('before');
}

/** A call of one of the functions that read numbers. */
export type FunctionCall = RowCall | TableCall;

interface Call {
  /** The insight whose function it is; null for the threshold's own. */
  readonly insight: string | null;
  /**
   * The output that it names: "p95" of `total("p95")`, null (the metric) of `total()`. Undefined if a name is
   * computed, as in `total(r.key)`, before anything was queried.
   */
  readonly output: string | null | undefined;
  /**
   * How it is written if it is not a call but reads the same:
   * - `field`: `r.share`
   * - `key`: `r.key`
   * - `list`: `rows`
   * - `quotient`: `value("a") / total()`, which reads `share("a")`
   */
  readonly as?: 'field' | 'key' | 'list' | 'quotient';
}

/** A call that reads a number of a row, or of a set of rows. */
interface RowCall extends Call {
  readonly name: RowNumber;
  /** The row's key, or a set of rows; null if a key is computed and not known yet. */
  readonly row: string | RowSet | null;
}

/** A call that reads a number of the whole table. */
interface TableCall extends Call {
  readonly name: TableFunction;
  readonly row?: undefined;
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

/** A set of rows by the values of their dimension, such as `below("17")`. */
export class RowSet {
  readonly kind: Exclude<SetFunction, 'only'>;
  readonly texts: readonly string[];
  /** Whether it is `only(…)` of the set: the users whose every event has a value of it. */
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
