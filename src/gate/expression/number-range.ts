import type { UnknownReason } from '../reasons.ts';

/**
 * A number in an assertion, known by its bounds; they are equal if it is known exactly, and `reason` says why it is not. It is never
 * NaN: what cannot be computed throws `UnknownError`.
 */
export class NumberRange {
  readonly low: number;
  readonly high: number;
  readonly reason: UnknownReason | null;

  constructor(low: number, high: number, reason: UnknownReason | null) {
    this.low = low;
    this.high = high;
    this.reason = reason;
  }

  /** The number if it is known exactly, else null. */
  get exact(): number | null {
    return this.low === this.high && Number.isFinite(this.low) ? this.low : null;
  }
}

/** A number known exactly. */
export function exactNumber(value: number): NumberRange {
  return new NumberRange(value, value, null);
}

/** A number known by its bounds only, and why. */
export function rangeBetween(low: number, high: number, reason: UnknownReason): NumberRange {
  return new NumberRange(low, high, reason);
}

/** The arithmetic of ranges. */
export const ARITHMETIC = {
  '+': (a: NumberRange, b: NumberRange) => checkedRange(a.low + b.low, a.high + b.high, [a, b]),
  '-': (a: NumberRange, b: NumberRange) => checkedRange(a.low - b.high, a.high - b.low, [a, b]),
  '*': (a: NumberRange, b: NumberRange) => rangeOfCorners(a, b, multiply),
  '/': (a: NumberRange, b: NumberRange) => {
    if (b.low <= 0 && b.high >= 0) throw new UnknownError(b.reason ?? { kind: 'division-by-zero' });
    return rangeOfCorners(a, b, (x, y) => x / y);
  },
} as const;

/** The comparisons of ranges. One that their bounds do not decide throws `UnknownError`. */
export const COMPARISONS = {
  '<': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.high < b.low, a.low >= b.high),
  '<=': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.high <= b.low, a.low > b.high),
  '>': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.low > b.high, a.high <= b.low),
  '>=': (a: NumberRange, b: NumberRange) => decideComparison(a, b, a.low >= b.high, a.high < b.low),
  '==': (a: NumberRange, b: NumberRange) => decideComparison(a, b, isSame(a, b), a.high < b.low || a.low > b.high),
} as const;

/** The change relative to the size of `before`: from −10 to −5 it is +50 %. */
export function changeBetween(now: NumberRange, before: NumberRange): NumberRange {
  return ARITHMETIC['/'](ARITHMETIC['-'](now, before), before.high < 0 ? negated(before) : before);
}

/** The range with its sign reversed. */
export function negated(a: NumberRange): NumberRange {
  return checkedRange(-a.high, -a.low, [a]);
}

function isSame(a: NumberRange, b: NumberRange): boolean {
  return a.exact !== null && a.exact === b.exact;
}

function decideComparison(a: NumberRange, b: NumberRange, isTrue: boolean, isFalse: boolean): boolean {
  if (isTrue) return true;
  if (isFalse) return false;
  throw new UnknownError(a.reason ?? b.reason ?? { kind: 'inexact' });
}

/** 0 × ∞ is NaN to JavaScript; a bound of infinity is some large number here, and 0 times that is 0. */
function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function rangeOfCorners(a: NumberRange, b: NumberRange, compute: (x: number, y: number) => number): NumberRange {
  const corners = [compute(a.low, b.low), compute(a.low, b.high), compute(a.high, b.low), compute(a.high, b.high)];
  return checkedRange(Math.min(...corners), Math.max(...corners), [a, b]);
}

function checkedRange(low: number, high: number, from: readonly NumberRange[]): NumberRange {
  const reason = from.find((each) => each.reason !== null)?.reason ?? null;
  const isBounded = Number.isFinite(low) && Number.isFinite(high);
  if (Number.isNaN(low) || Number.isNaN(high) || (reason === null && !isBounded)) {
    throw new UnknownError(reason ?? { kind: 'overflow' });
  }
  return new NumberRange(low, high, reason);
}

/** A number that an assertion needs cannot be known. */
export class UnknownError extends Error {
  override readonly name = 'UnknownError';
  readonly reason: UnknownReason;

  constructor(reason: UnknownReason) {
    super(reason.kind);
    this.reason = reason;
  }
}

/** A row that an assertion names is not in the table, and `missing-row: fail` is given. */
export class MissingRowError extends Error {
  override readonly name = 'MissingRowError';
  readonly key: string;

  constructor(key: string) {
    super('missing-row');
    this.key = key;
  }
}
