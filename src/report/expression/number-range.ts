// The numbers of an assertion. A number is known exactly, only by its bounds (between 30 and 50 users), or
// not at all. `gate/evidence/` makes them of what was counted, and `evaluate.ts` computes with them.
import { INEXACT, sharedRows, because, type Sample, type Unknown } from './reasons.ts';
import type { FunctionCall } from './calls.ts';
import { addDistinct, boundsOfDistinct, type DistinctSum, scaleDistinct } from './distinct-sum.ts';
import type { ArithmeticSign } from './syntax.ts';

/**
 * The errors of the estimated counts that a number is computed from, at two standard deviations, by the
 * count. A count that is in it twice has one error, so that `a - a` has none.
 */
type Errors = ReadonlyMap<string, number>;

/** A call that read a number. The same call is always the same object. */
interface ReadCall {
  readonly call: FunctionCall;
  /** What was counted in each period that the call counts; none before anything is queried. */
  readonly samples: readonly Sample[];
}

/** The calls that a value was computed from. */
export type Reads = ReadonlySet<ReadCall>;

export const NOTHING: Reads = new Set();

/** The calls that several values were computed from. */
export function joinReads(...all: readonly Reads[]): Reads {
  const [first = NOTHING, ...others] = new Set(all);
  // The same set is kept, since what is found for one is cached by it.
  const hasAll = others.every((reads) => reads.isSubsetOf(first));
  return hasAll ? first : new Set(all.flatMap((reads) => [...reads]));
}

/** What a number is: shares and changes are compared with percentages, a count never is. */
export type Unit = 'share' | 'change' | 'count';

/** Where a number comes from. */
interface Provenance {
  readonly from: Reads;
  /** The call that reads it; null if it is computed. */
  readonly call: FunctionCall | null;
  /** The sum of distinct counts that it is; null if it is none. */
  readonly distinct: DistinctSum | null;
  readonly errors: Errors;
  /** Null if it is not known. */
  readonly unit: Unit | null;
  /** What a report shows for it, even if it is not exact; null: the exact number, or nothing. */
  readonly shown: number | null;
}

/**
 * A number that lies between `low` and `high`. If it is known exactly, these are equal; otherwise `reason`
 * says why it is not. If nothing is known of it, they are infinite.
 */
export class NumberRange implements Provenance {
  readonly kind = 'number';
  readonly low: number;
  readonly high: number;
  readonly reason: Unknown | null;
  readonly from: Reads;
  readonly call: FunctionCall | null;
  readonly distinct: DistinctSum | null;
  readonly errors: Errors;
  readonly unit: Unit | null;
  readonly shown: number | null;

  constructor(low: number, high: number, reason: Unknown | null, provenance: Partial<Provenance> = {}) {
    this.low = low;
    this.high = high;
    this.reason = reason;
    this.from = provenance.from ?? NOTHING;
    this.call = provenance.call ?? null;
    this.distinct = provenance.distinct ?? null;
    this.errors = provenance.errors ?? new Map();
    this.unit = provenance.unit ?? null;
    this.shown = provenance.shown ?? this.exact;
  }

  /** A copy with another provenance or reason. */
  with({ reason = this.reason, ...provenance }: Partial<Provenance & Pick<this, 'reason'>>): NumberRange {
    const { low, high, ...ownProvenance } = this;
    return new NumberRange(low, high, reason, { ...ownProvenance, ...provenance });
  }

  /** A copy of which only these bounds are known. It is shown as before. */
  between(low: number, high: number, reason: Unknown | null): NumberRange {
    return rangeBetween(low, high, reason).with({ shown: this.shown, errors: this.errors });
  }

  /** The error of an estimate, at two standard deviations: the errors of several counts add up as squares. */
  get error(): number {
    return Math.hypot(...this.errors.values());
  }

  /** The number if it is known exactly, otherwise null. */
  get exact(): number | null {
    return this.low === this.high && Number.isFinite(this.low) ? this.low : null;
  }

  /** Whether nothing is known of it. */
  get isUnknown(): boolean {
    return this.low === -Infinity && this.high === Infinity;
  }
}

/** A number known exactly. */
export function exactNumber(value: number): NumberRange {
  return new NumberRange(value, value, null);
}

/** A number known by its bounds only, and why. */
export function rangeBetween(low: number, high: number, reason: Unknown | null): NumberRange {
  return new NumberRange(low, high, reason ?? INEXACT);
}

/** A number of which nothing is known, and why. */
export function unknownNumber(reason: Unknown | null): NumberRange {
  return rangeBetween(-Infinity, Infinity, reason);
}

/** A number of users (or other things) in some rows. Someone may be in several rows, but counts once. */
export function distinctNumber(
  { low, high, reason, shown, errors }: NumberRange,
  of: Pick<DistinctSum['counts'][number], 'counted' | 'rows' | 'total'>,
): NumberRange {
  const counts = [{ ...of, sign: 1 as const, low, high }];
  return rangeOfDistinct({ base: 0, counts }, reason).with({ shown, errors });
}

/** The range of a sum of distinct counts. `reason` says why one of them is not known exactly. */
function rangeOfDistinct(distinct: DistinctSum, reason: Unknown | null): NumberRange {
  const { low, high, open } = boundsOfDistinct(distinct);
  return new NumberRange(low, high, open === null ? reason : sharedRows(open), { distinct });
}

/**
 * The arithmetic of ranges. `quotientOfTotal` is tried first, then an unknown operand, then the sign's
 * function. The result has the calls (`from`) of both operands, and their `unit` if they are added and have
 * the same. What is `shown` is computed from what they show, and `errors` are theirs times the derivative by
 * each. A sum of distinct counts stays `distinct`, also times an exact number. Only `value("a") / total()`
 * has a `call`, as it reads the same as `share("a")`.
 */
export function calculate(sign: ArithmeticSign, a: NumberRange, b: NumberRange): NumberRange {
  const unknown = [a, b].find(({ isUnknown }) => isUnknown);
  const range = quotientOfTotal(sign, a, b) ?? unknown ?? COMPUTED[sign](a, b);
  return range.with({
    from: joinReads(a.from, b.from),
    shown: shownResult(sign, a, b, range),
    unit: range.unit ?? unitOf(sign, a, b),
    call: range === unknown ? null : range.call,
  });
}

/** The result of the numbers that are shown; null if there is none to show. */
function shownResult(
  sign: ArithmeticSign,
  a: NumberRange,
  b: NumberRange,
  range: NumberRange,
): number | null {
  // A sum of distinct counts shows its bounds, or the number that they lead to.
  const isDistinctSum = range.distinct !== null && range.exact !== null;
  if (isDistinctSum || range.reason?.kind === 'shared-rows') return null;
  if (a.shown === null || b.shown === null) return null;
  const shown = PLAIN[sign](a.shown, b.shown);
  return Number.isFinite(shown) ? shown : null;
}

const PLAIN: Readonly<Record<ArithmeticSign, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

const COMPUTED: Readonly<Record<ArithmeticSign, (a: NumberRange, b: NumberRange) => NumberRange>> = {
  '+': sum,
  '-': (a, b) => sum(a, negated(b)),
  '*': product,
  '/': quotient,
};

function sum(a: NumberRange, b: NumberRange): NumberRange {
  const distinct = addDistinct(a.distinct ?? a.exact, b.distinct ?? b.exact);
  const range = distinctOr(distinct, a.reason ?? b.reason, () =>
    checkedRange(a.low + b.low, a.high + b.high, a, b),
  );
  return range.with({ errors: joinErrors({ range: a, factor: 1 }, { range: b, factor: 1 }) });
}

function product(a: NumberRange, b: NumberRange): NumberRange {
  const distinct = scaled(a, b.exact) ?? scaled(b, a.exact);
  const range = distinctOr(distinct, a.reason ?? b.reason, () => rangeOfCorners(a, b, multiply));
  const errors = joinErrors({ range: a, factor: b.shown ?? 0 }, { range: b, factor: a.shown ?? 0 });
  return range.with({ errors });
}

function quotient(a: NumberRange, b: NumberRange): NumberRange {
  if (b.low <= 0 && b.high >= 0) return unknownNumber(b.reason ?? DIVISION_BY_ZERO);
  const distinct = b.exact === null ? null : scaled(a, 1 / b.exact);
  const divided = (): NumberRange => rangeOfCorners(a, b, (x, y) => x / y);
  // An exact quotient is divided, not multiplied by a reciprocal, which may differ in the last bit.
  const range = a.exact === null ? distinctOr(distinct, a.reason, divided) : divided().with({ distinct });
  const isShare = a.call?.name === 'value' && isPartOfTotal(a.call, b.call);
  const share = isShare ? ({ ...a.call, name: 'share', as: 'quotient' } as const) : null;
  // The derivatives of x / y.
  const [x, y] = [a.shown ?? 0, b.shown ?? Infinity];
  const errors = joinErrors({ range: a, factor: 1 / y }, { range: b, factor: -x / y ** 2 });
  return range.with({ errors, call: share });
}

function unitOf(sign: ArithmeticSign, a: NumberRange, b: NumberRange): Unit | null {
  if (sign === '*' || sign === '/') return null;
  return a.unit === b.unit ? a.unit : null;
}

/** The range of `value("a") / total()` before anything is counted: that of a share; else null. */
function quotientOfTotal(sign: ArithmeticSign, a: NumberRange, b: NumberRange): NumberRange | null {
  const isShare = sign === '/' && a.unit === 'count' && isPartOfTotal(a.call, b.call);
  return isShare ? rangeBetween(0, 1, null).with({ unit: 'share' }) : null;
}

const DIVISION_BY_ZERO: Unknown = { kind: 'division-by-zero', why: 'it divides by zero' };
/** The functions that read the total of what another function reads of a row. */
const TOTALS: Readonly<Record<string, string>> = { value: 'total', previous: 'previousTotal' };

/** Whether the number of a call is a part of another call's number, as `value("a")` is of `total()`. */
function isPartOfTotal(part: FunctionCall | null, total: FunctionCall | null): boolean {
  if (part === null || total === null || TOTALS[part.name] !== total.name) return false;
  return part.as === undefined && part.insight === total.insight && part.output === total.output;
}

/** The errors of a number computed from others: if an operand changes by 1, it changes by the factor. */
function joinErrors(...operands: readonly { range: NumberRange; factor: number }[]): Errors {
  const errors = new Map<string, number>();
  for (const { range, factor } of operands)
    for (const [count, error] of range.errors) errors.set(count, (errors.get(count) ?? 0) + error * factor);
  return errors;
}

function scaled(a: NumberRange, factor: number | null): DistinctSum | null {
  return a.distinct === null || factor === null ? null : scaleDistinct(a.distinct, factor);
}

/** The range of a sum of distinct counts; computed as any other if there is none, or it is too large. */
function distinctOr(
  distinct: DistinctSum | null,
  why: Unknown | null,
  compute: () => NumberRange,
): NumberRange {
  if (distinct === null) return compute();
  const range = rangeOfDistinct(distinct, why?.kind === 'shared-rows' ? null : why);
  return Number.isFinite(range.low) && Number.isFinite(range.high) ? range : compute();
}

/** The change relative to the size of `before`: from −10 to −5 it is +50 %. */
export function changeBetween(now: NumberRange, before: NumberRange): NumberRange {
  // With `before` in it once, the bounds are closer than if it were in it twice.
  if (before.exact === null && before.low > 0)
    return calculate('-', calculate('/', now, before), exactNumber(1));
  const size = (before.shown ?? before.high) < 0 ? negated(before) : before;
  return calculate('/', calculate('-', now, before), size);
}

/** The range with its sign reversed. */
export function negated(a: NumberRange): NumberRange {
  const distinct = a.distinct === null ? null : scaleDistinct(a.distinct, -1);
  const unit = a.unit === 'change' ? a.unit : null;
  const errors = joinErrors({ range: a, factor: -1 });
  const shown = a.shown === null ? null : -a.shown;
  return new NumberRange(-a.high, -a.low, a.reason, { from: a.from, distinct, errors, unit, shown });
}

/** 0 × ∞ is NaN to JavaScript; a bound of infinity is some large number here, and 0 times that is 0. */
function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/** The bounds of what is computed from two ranges: at the corners, as it is monotonic in both numbers. */
function rangeOfCorners(
  a: NumberRange,
  b: NumberRange,
  compute: (x: number, y: number) => number,
): NumberRange {
  const corners = [a.low, a.high].flatMap((x) => [compute(x, b.low), compute(x, b.high)]);
  return checkedRange(Math.min(...corners), Math.max(...corners), a, b);
}

/** A range computed from two others; unknown if it overflows. */
function checkedRange(low: number, high: number, a: NumberRange, b: NumberRange): NumberRange {
  const reason = a.reason ?? b.reason;
  const isBounded = Number.isFinite(low) && Number.isFinite(high);
  if (Number.isNaN(low) || Number.isNaN(high) || (reason === null && !isBounded))
    return unknownNumber(reason ?? because('a number in it grows too large'));
  return new NumberRange(low, high, reason);
}
