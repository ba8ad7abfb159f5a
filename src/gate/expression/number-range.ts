/**
 * A number of an assertion: all that is known of it are its bounds, which are equal where it is known exactly. `because`
 * says why it is not. It is never NaN: what cannot be computed throws `UnknownError`.
 */
export class NumberRange {
  readonly low: number;
  readonly high: number;
  readonly because: string | null;

  constructor(low: number, high: number, because: string | null) {
    this.low = low;
    this.high = high;
    this.because = because;
  }

  /** The number where it is known exactly, else null. */
  get exact(): number | null {
    return this.low === this.high && Number.isFinite(this.low) ? this.low : null;
  }
}

/** A number known exactly. */
export function exactNumber(value: number): NumberRange {
  return new NumberRange(value, value, null);
}

/** A number of which only bounds are known, and why. */
export function rangeBetween(low: number, high: number, because: string): NumberRange {
  return new NumberRange(low, high, because);
}

/** The arithmetic of amounts. */
export const ARITHMETIC = {
  '+': (a: NumberRange, b: NumberRange) => checkedRange(a.low + b.low, a.high + b.high, [a, b]),
  '-': (a: NumberRange, b: NumberRange) => checkedRange(a.low - b.high, a.high - b.low, [a, b]),
  '*': (a: NumberRange, b: NumberRange) => rangeOfCorners(a, b, multiply),
  '/': (a: NumberRange, b: NumberRange) => {
    if (b.low <= 0 && b.high >= 0) throw new UnknownError(b.because ?? 'it divides by zero');
    return rangeOfCorners(a, b, (x, y) => x / y);
  },
} as const;

/** The comparisons of amounts; one that the bounds leave open throws `UnknownError`. */
export const COMPARISONS = {
  '<': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.high < b.low, a.low >= b.high),
  '<=': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.high <= b.low, a.low > b.high),
  '>': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.low > b.high, a.high <= b.low),
  '>=': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.low >= b.high, a.high < b.low),
  '==': (a: NumberRange, b: NumberRange) => decideComparison(a, b, isSame(a, b), a.high < b.low || a.low > b.high),
} as const;

/** A change relative to what was, by its size: from −10 to −5 is half of it more. */
export function changeBetween(now: NumberRange, before: NumberRange): NumberRange {
  return ARITHMETIC['/'](ARITHMETIC['-'](now, before), before.high < 0 ? negated(before) : before);
}

/** The amount with its sign turned. */
export function negated(a: NumberRange): NumberRange {
  return checkedRange(-a.high, -a.low, [a]);
}

function isSame(a: NumberRange, b: NumberRange): boolean {
  return a.exact !== null && a.exact === b.exact;
}

function decideComparison(a: NumberRange, b: NumberRange, isTrue: boolean, isFalse: boolean): boolean {
  if (isTrue) return true;
  if (isFalse) return false;
  throw new UnknownError(a.because ?? b.because ?? 'it is not known exactly');
}

/** Nothing times anything is nothing, unbounded or not. */
function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function rangeOfCorners(a: NumberRange, b: NumberRange, compute: (x: number, y: number) => number): NumberRange {
  const corners = [compute(a.low, b.low), compute(a.low, b.high), compute(a.high, b.low), compute(a.high, b.high)];
  return checkedRange(Math.min(...corners), Math.max(...corners), [a, b]);
}

function checkedRange(low: number, high: number, from: readonly NumberRange[]): NumberRange {
  const because = from.find((each) => each.because !== null)?.because ?? null;
  const isUnbounded = because !== null;
  if (Number.isNaN(low) || Number.isNaN(high) || (!isUnbounded && !(Number.isFinite(low) && Number.isFinite(high)))) {
    throw new UnknownError(because ?? 'a number in it grows too large');
  }
  return new NumberRange(low, high, because);
}

/** Something that an assertion needed cannot be known. The message is a reason, without a full stop: "the table is cut off". */
export class UnknownError extends Error {
  override readonly name = 'UnknownError';
}

/** A row that an assertion names is not there, and the threshold says that this fails it. */
export class MissingRowError extends Error {
  override readonly name = 'MissingRowError';
}
