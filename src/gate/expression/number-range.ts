import type { UnknownReason } from '../reasons.ts';
import { addDistinct, boundsOfDistinct, type DistinctSum, scaleDistinct } from './distinct-sum.ts';

/**
 * What the error of each estimated count adds to a number's own, at two standard deviations, by the count.
 */
export type Errors = ReadonlyMap<string, number>;

const NO_ERRORS: Errors = new Map();

/** How a number is usually written: as a percentage, or never. */
export type Unit = 'share' | 'change' | 'count';

/** Where a number comes from. */
interface Provenance {
  /** Which distinct counts it is a sum of; null if it is none. */
  readonly distinct: DistinctSum | null;
  readonly errors: Errors;
  /** Null if it is not known. */
  readonly unit: Unit | null;
}

/**
 * A number in an assertion, known by its bounds; they are equal if it is known exactly, and `reason` says why
 * it is not. It is never NaN: what cannot be computed throws `UnknownError`.
 */
export class NumberRange implements Provenance {
  readonly low: number;
  readonly high: number;
  readonly reason: UnknownReason | null;
  readonly distinct: DistinctSum | null;
  readonly errors: Errors;
  readonly unit: Unit | null;

  constructor(
    low: number,
    high: number,
    reason: UnknownReason | null,
    { distinct = null, errors = NO_ERRORS, unit = null }: Partial<Provenance> = {},
  ) {
    this.low = low;
    this.high = high;
    this.reason = reason;
    this.distinct = distinct;
    this.errors = errors;
    this.unit = unit;
  }

  /** The same number, of another provenance. */
  with(provenance: Partial<Provenance>): NumberRange {
    const { low, high, reason, distinct, errors, unit } = this;
    return new NumberRange(low, high, reason, { distinct, errors, unit, ...provenance });
  }

  /**
   * The error of an estimate, at two standard deviations; 0 if the number is exact. The errors of several
   * counts add up as squares.
   */
  get error(): number {
    return Math.hypot(...this.errors.values());
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

/**
 * A sum of distinct counts, known exactly if at most one of each kind is not 0 and `why` does not say that
 * they are not.
 */
export function rangeOfDistinct(distinct: DistinctSum, why: UnknownReason | null = null): NumberRange {
  const { low, high, open } = boundsOfDistinct(distinct);
  const reason = open === null ? null : ({ kind: 'shared-rows', reads: open, asked: null } as const);
  return new NumberRange(low, high, why ?? reason, { distinct });
}

/**
 * The arithmetic of ranges. The errors of estimates are carried along: of `a - b`, as often as `a` and `b`
 * change it.
 */
export const ARITHMETIC: Readonly<
  Record<'+' | '-' | '*' | '/', (a: NumberRange, b: NumberRange) => NumberRange>
> = {
  '+': (a, b) =>
    distinctOr(addDistinct(distinctOf(a), distinctOf(b)), () =>
      checkedRange(a.low + b.low, a.high + b.high, [a, b]),
    ).with({ errors: joinErrors(a, 1, b, 1), unit: sameUnit(a, b) }),
  // `1 - share("a")` is the share of the others.
  '-': (a, b) => ARITHMETIC['+'](a, negated(b)).with({ unit: a.exact === 1 ? b.unit : sameUnit(a, b) }),
  '*': (a, b) =>
    distinctOr(scaled(a, b) ?? scaled(b, a), () => rangeOfCorners(a, b, multiply)).with({
      errors: joinErrors(a, b.exact ?? 0, b, a.exact ?? 0),
    }),
  '/': (a, b) => {
    if (b.low <= 0 && b.high >= 0) throw new UnknownError(b.reason ?? { kind: 'division-by-zero' });
    const distinct = b.exact === null ? null : scaled(a, exactNumber(1 / b.exact));
    const quotient = (): NumberRange => rangeOfCorners(a, b, (x, y) => x / y);
    const [x, y] = [a.exact ?? 0, b.exact ?? Infinity];
    // An exact quotient is divided, not multiplied by a reciprocal, which may differ in the last bit.
    const range = a.exact === null ? distinctOr(distinct, quotient) : quotient().with({ distinct });
    return range.with({ errors: joinErrors(a, 1 / y, b, -x / y ** 2) });
  },
};

function sameUnit(a: NumberRange, b: NumberRange): Unit | null {
  return a.unit === b.unit ? a.unit : null;
}

/** The errors of a number computed from `a` and `b`, which changes by `perA` and `perB` with each. */
function joinErrors(a: NumberRange, perA: number, b: NumberRange, perB: number): Errors {
  if (a.errors.size + b.errors.size === 0) return NO_ERRORS;
  const errors = new Map<string, number>();
  const add = (of: Errors, per: number): void => {
    for (const [count, error] of of) errors.set(count, (errors.get(count) ?? 0) + error * per);
  };
  add(a.errors, perA);
  add(b.errors, perB);
  return errors;
}

/**
 * The distinct counts that a number is a sum of, else the number itself; null if that is not known exactly.
 */
function distinctOf(a: NumberRange): DistinctSum | number | null {
  return a.distinct ?? a.exact;
}

function scaled(a: NumberRange, factor: NumberRange): DistinctSum | null {
  return a.distinct === null || factor.exact === null ? null : scaleDistinct(a.distinct, factor.exact);
}

/**
 * The range of a sum of distinct counts, else what is computed. A sum that overflows is computed, which tells
 * so.
 */
function distinctOr(distinct: DistinctSum | null, compute: () => NumberRange): NumberRange {
  if (distinct === null) return compute();
  const range = rangeOfDistinct(distinct);
  return Number.isFinite(range.low) && Number.isFinite(range.high) ? range : compute();
}

/** The signs that compare two numbers. */
export const COMPARISON_SIGNS = ['<', '<=', '>', '>=', '==', '!='] as const;
export type ComparisonSign = (typeof COMPARISON_SIGNS)[number];

/** What a comparison comes to for every value of two ranges; null if that depends on the value. */
export function decides(sign: ComparisonSign, a: NumberRange, b: NumberRange): boolean | null {
  switch (sign) {
    case '<':
      return isBelow(a.high, b.low) ? true : isBelow(a.low, b.high) ? null : false;
    case '<=':
      return isBelow(b.high, a.low) ? false : isBelow(b.low, a.high) ? null : true;
    case '>':
      return decides('<', b, a);
    case '>=':
      return decides('<=', b, a);
    case '==':
      if (isBelow(a.high, b.low) || isBelow(b.high, a.low)) return false;
      return a.exact !== null && b.exact !== null ? true : null;
    case '!=': {
      const isSame = decides('==', a, b);
      return isSame === null ? null : !isSame;
    }
  }
}

/** Whether a comparison holds. One that the ranges do not decide throws `UnknownError`. */
export function compareRanges(sign: ComparisonSign, a: NumberRange, b: NumberRange): boolean {
  const holds = decides(sign, a, b);
  if (holds === null) throw new UnknownError(a.reason ?? b.reason ?? { kind: 'inexact' });
  return holds;
}

/** Numbers so near to each other (relative) are equal: arithmetic with doubles rounds. */
const EQUAL_WITHIN = 1e-12;

function isBelow(a: number, b: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a < b;
  return a < b && b - a > EQUAL_WITHIN * Math.max(Math.abs(a), Math.abs(b));
}

/** The change relative to the size of `before`: from −10 to −5 it is +50 %. */
export function changeBetween(now: NumberRange, before: NumberRange): NumberRange {
  // Of bounds, `before` is read once, so that the change is not bounded as if it were two numbers.
  if (before.exact === null && before.low > 0)
    return ARITHMETIC['-'](ARITHMETIC['/'](now, before), exactNumber(1));
  return ARITHMETIC['/'](ARITHMETIC['-'](now, before), before.high < 0 ? negated(before) : before);
}

/** The range with its sign reversed. */
export function negated(a: NumberRange): NumberRange {
  const distinct = a.distinct === null ? null : scaleDistinct(a.distinct, -1);
  const unit = a.unit === 'change' ? a.unit : null;
  return checkedRange(-a.high, -a.low, [a]).with({ distinct, errors: joinErrors(a, -1, a, 0), unit });
}

/** 0 × ∞ is NaN to JavaScript; a bound of infinity is some large number here, and 0 times that is 0. */
function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function rangeOfCorners(
  a: NumberRange,
  b: NumberRange,
  compute: (x: number, y: number) => number,
): NumberRange {
  const corners = [
    compute(a.low, b.low),
    compute(a.low, b.high),
    compute(a.high, b.low),
    compute(a.high, b.high),
  ];
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

/** A number that is read; null if it is not known exactly. */
export function exactOrNull(read: () => NumberRange): number | null {
  try {
    return read().exact;
  } catch (error) {
    if (error instanceof UnknownError || error instanceof MissingRowError) return null;
    throw error;
  }
}

/** A row that an assertion names is not in the table, and `missing-row: fail` is given. */
export class MissingRowError extends Error {
  override readonly name = 'MissingRowError';
  readonly key: string;
  /** The row's insight, if the assertion reads several. */
  readonly of: string | null;

  constructor(key: string, of: string | null = null) {
    super('missing-row');
    this.key = key;
    this.of = of;
  }
}
