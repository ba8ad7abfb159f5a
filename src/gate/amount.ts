import { UnknownError } from './unknown.ts';

/**
 * A number of an assertion: all that is known of it are its bounds, which are equal where it is known exactly. `because`
 * says why it is not. It is never NaN: what cannot be computed throws `UnknownError`.
 */
export class Amount {
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
export function amountOf(value: number): Amount {
  return new Amount(value, value, null);
}

/** A number of which only bounds are known, and why. */
export function between(low: number, high: number, because: string): Amount {
  return new Amount(low, high, because);
}

/** The arithmetic of amounts. */
export const ARITHMETIC = {
  '+': (a: Amount, b: Amount) => made(a.low + b.low, a.high + b.high, [a, b]),
  '-': (a: Amount, b: Amount) => made(a.low - b.high, a.high - b.low, [a, b]),
  '*': (a: Amount, b: Amount) => spanning(a, b, multiply),
  '/': (a: Amount, b: Amount) => {
    if (b.low <= 0 && b.high >= 0) throw new UnknownError(b.because ?? 'it divides by zero');
    return spanning(a, b, (x, y) => x / y);
  },
} as const;

/** The comparisons of amounts; one that the bounds leave open throws `UnknownError`. */
export const COMPARISONS = {
  '<': (a: Amount, b: Amount) => decided(a, b, a.high < b.low, a.low >= b.high),
  '<=': (a: Amount, b: Amount) => decided(a, b, a.high <= b.low, a.low > b.high),
  '>': (a: Amount, b: Amount) => decided(a, b, a.low > b.high, a.high <= b.low),
  '>=': (a: Amount, b: Amount) => decided(a, b, a.low >= b.high, a.high < b.low),
  '==': (a: Amount, b: Amount) => decided(a, b, isSame(a, b), a.high < b.low || a.low > b.high),
} as const;

/** A comparison's sign. */
export type Comparison = keyof typeof COMPARISONS | '!=';

/** A change relative to what was, by its size: from −10 to −5 is half of it more. */
export function changeBetween(now: Amount, before: Amount): Amount {
  return ARITHMETIC['/'](ARITHMETIC['-'](now, before), before.high < 0 ? negated(before) : before);
}

/** The amount with its sign turned. */
export function negated(a: Amount): Amount {
  return made(-a.high, -a.low, [a]);
}

function isSame(a: Amount, b: Amount): boolean {
  return a.exact !== null && a.exact === b.exact;
}

function decided(a: Amount, b: Amount, isTrue: boolean, isFalse: boolean): boolean {
  if (isTrue) return true;
  if (isFalse) return false;
  throw new UnknownError(a.because ?? b.because ?? 'it is not known exactly');
}

/** Nothing times anything is nothing, unbounded or not. */
function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function spanning(a: Amount, b: Amount, compute: (x: number, y: number) => number): Amount {
  const corners = [compute(a.low, b.low), compute(a.low, b.high), compute(a.high, b.low), compute(a.high, b.high)];
  return made(Math.min(...corners), Math.max(...corners), [a, b]);
}

function made(low: number, high: number, from: readonly Amount[]): Amount {
  const because = from.find((each) => each.because !== null)?.because ?? null;
  const isUnbounded = because !== null;
  if (Number.isNaN(low) || Number.isNaN(high) || (!isUnbounded && !(Number.isFinite(low) && Number.isFinite(high)))) {
    throw new UnknownError(because ?? 'a number in it grows too large');
  }
  return new Amount(low, high, because);
}
