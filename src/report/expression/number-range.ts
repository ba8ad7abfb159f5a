// The numbers of an assertion. A number is known exactly, by its bounds, or not at all for a reason;
// arithmetic keeps bounds, reasons and the errors of estimates.
import { INEXACT, sharedRows, because, type Sample, type Unknown } from './reasons.ts';
import type { FunctionCall } from './calls.ts';
import { addDistinct, boundsOfDistinct, type DistinctSum, scaleDistinct } from './distinct-sum.ts';
import type { ArithmeticSign } from './syntax.ts';

/**
 * What the error of each estimated count adds to a number's own, at two standard deviations, by the count.
 */
type Errors = ReadonlyMap<string, number>;

/** A call that a number was read by, and what the number rests on. One call is always the same object. */
export interface ReadCall {
  readonly call: FunctionCall;
  /** In each period that the call counts; none before anything is queried. */
  readonly samples: readonly Sample[];
}

/** What a value rests on. */
export type Reads = ReadonlySet<ReadCall>;

const NO_ERRORS: Errors = new Map();
export const NOTHING: Reads = new Set();

/** What several values together rest on. */
export function joinReads(...all: readonly Reads[]): Reads {
  const [first = NOTHING, ...others] = new Set(all);
  const isWhole = others.every((reads) => reads.isSubsetOf(first));
  return isWhole ? first : new Set(all.flatMap((reads) => [...reads]));
}

/** How a number is usually written: as a percentage, or never. */
export type Unit = 'share' | 'change' | 'count';

/** Where a number comes from. */
interface Provenance {
  readonly from: Reads;
  /** The call that it is, or that reads the same; null if it is computed. */
  readonly call: FunctionCall | null;
  /** Which distinct counts it is a sum of; null if it is none. */
  readonly distinct: DistinctSum | null;
  readonly errors: Errors;
  /** Null if it is not known. */
  readonly unit: Unit | null;
  /** The number as it is shown: of a rounded one, the rounded; null if it is not known. */
  readonly shown: number | null;
}

/**
 * A number that is measured, between bounds that are equal if it is known exactly; else `reason` says why it
 * is not. If nothing is known of it, its bounds are infinite.
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
    const { from = NOTHING, call = null, distinct = null, errors = NO_ERRORS, unit = null } = provenance;
    [this.low, this.high, this.reason] = [low, high, reason];
    [this.from, this.call, this.distinct, this.errors, this.unit] = [from, call, distinct, errors, unit];
    this.shown = provenance.shown ?? this.exact;
  }

  /** The same number, of another provenance or for another reason. */
  with({ reason = this.reason, ...provenance }: Partial<Provenance & Pick<this, 'reason'>>): NumberRange {
    const { low, high, ...ownProvenance } = this;
    return new NumberRange(low, high, reason, { ...ownProvenance, ...provenance });
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

/** A number that counts some rows and is a part of a total; who is in several of them counts once. */
export function distinctNumber(
  { low, high, reason, shown, errors }: NumberRange,
  of: Pick<DistinctSum['counts'][number], 'counted' | 'rows' | 'total'>,
): NumberRange {
  const counts = [{ ...of, sign: 1 as const, low, high }];
  return rangeOfDistinct({ base: 0, counts }, reason).with({ shown, errors });
}

/**
 * A sum of distinct counts, known exactly if at most one of each kind is not 0 and `why` does not say that
 * they are not.
 */
function rangeOfDistinct(distinct: DistinctSum, why: Unknown | null): NumberRange {
  const { low, high, open } = boundsOfDistinct(distinct);
  return new NumberRange(low, high, open === null ? why : sharedRows(open), { distinct });
}

/**
 * The arithmetic of ranges. What one number rests on, both do. The errors of estimates are carried along: of
 * `a - b`, as often as `a` and `b` change it.
 */
export function calculate(sign: ArithmeticSign, a: NumberRange, b: NumberRange): NumberRange {
  const from = joinReads(a.from, b.from);
  const unknown = [a, b].find(({ isUnknown }) => isUnknown);
  const range = quotientOfTotal(sign, a, b) ?? unknown ?? COMPUTED[sign](a, b);
  const isSum = range.reason?.kind === 'shared-rows' || (range.distinct !== null && range.exact !== null);
  const shown = isSum || a.shown === null || b.shown === null ? NaN : PLAIN[sign](a.shown, b.shown);
  return range.with({
    from,
    shown: Number.isFinite(shown) ? shown : null,
    unit: range.unit ?? unitOf(sign, a, b),
    call: range === unknown ? null : range.call,
  });
}

const PLAIN: Readonly<Record<ArithmeticSign, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

const COMPUTED: Readonly<Record<ArithmeticSign, (a: NumberRange, b: NumberRange) => NumberRange>> = {
  '+': (a, b) =>
    distinctOr(addDistinct(distinctOf(a), distinctOf(b)), a.reason ?? b.reason, () =>
      checkedRange(a.low + b.low, a.high + b.high, a, b),
    ).with({ errors: joinErrors(a, 1, b, 1) }),
  '-': (a, b) => COMPUTED['+'](a, negated(b)),
  '*': (a, b) =>
    distinctOr(scaled(a, b) ?? scaled(b, a), a.reason ?? b.reason, () => rangeOfCorners(a, b, multiply)).with(
      { errors: joinErrors(a, b.shown ?? 0, b, a.shown ?? 0) },
    ),
  '/': (a, b) => {
    if (b.low <= 0 && b.high >= 0) return unknownNumber(b.reason ?? DIVISION_BY_ZERO);
    const distinct = b.exact === null ? null : scaled(a, exactNumber(1 / b.exact));
    const quotient = (): NumberRange => rangeOfCorners(a, b, (x, y) => x / y);
    const [x, y] = [a.shown ?? 0, b.shown ?? Infinity];
    // An exact quotient is divided, not multiplied by a reciprocal, which may differ in the last bit.
    const range = a.exact === null ? distinctOr(distinct, a.reason, quotient) : quotient().with({ distinct });
    const call = partOfTotal(a.call, b.call);
    const share = call?.name === 'value' ? ({ ...call, name: 'share', as: 'quotient' } as const) : null;
    return range.with({ errors: joinErrors(a, 1 / y, b, -x / y ** 2), call: share });
  },
};

function unitOf(sign: ArithmeticSign, a: NumberRange, b: NumberRange): Unit | null {
  if (sign === '*' || sign === '/') return null;
  // `1 - share("a")` is the share of the others.
  return sign === '-' && a.exact === 1 ? b.unit : a.unit === b.unit ? a.unit : null;
}

/** Of counts of which nothing else is known, `value("a") / total()` is a share; null for anything else. */
function quotientOfTotal(sign: ArithmeticSign, a: NumberRange, b: NumberRange): NumberRange | null {
  const isShare = sign === '/' && a.unit === 'count' && partOfTotal(a.call, b.call) !== null;
  return isShare ? rangeBetween(0, 1, null).with({ unit: 'share' }) : null;
}

const DIVISION_BY_ZERO: Unknown = { kind: 'division-by-zero', why: 'it divides by zero' };
const TOTALS: Readonly<Record<string, string>> = { value: 'total', previous: 'previousTotal' };

/** The call whose number is a part of that of another call; null if it is none. */
function partOfTotal(part: FunctionCall | null, total: FunctionCall | null): FunctionCall | null {
  if (part === null || total === null || TOTALS[part.name] !== total.name || part.as !== undefined)
    return null;
  return part.insight === total.insight && part.output === total.output ? part : null;
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
 * The range of a sum of distinct counts; the computed one if there is no such sum or it overflows, which that
 * reports.
 */
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
  // Of bounds, `before` is read once, so that the change is not bounded as if it were two numbers.
  if (before.exact === null && before.low > 0)
    return calculate('-', calculate('/', now, before), exactNumber(1));
  return calculate(
    '/',
    calculate('-', now, before),
    (before.shown ?? before.high) < 0 ? negated(before) : before,
  );
}

/** The range with its sign reversed. */
export function negated(a: NumberRange): NumberRange {
  const distinct = a.distinct === null ? null : scaleDistinct(a.distinct, -1);
  const unit = a.unit === 'change' ? a.unit : null;
  const errors = joinErrors(a, -1, a, 0);
  const shown = a.shown === null ? null : -a.shown;
  return new NumberRange(-a.high, -a.low, a.reason, { from: a.from, distinct, errors, unit, shown });
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
  const corners = [a.low, a.high].flatMap((x) => [compute(x, b.low), compute(x, b.high)]);
  return checkedRange(Math.min(...corners), Math.max(...corners), a, b);
}

function checkedRange(low: number, high: number, a: NumberRange, b: NumberRange): NumberRange {
  const reason = a.reason ?? b.reason;
  const isBounded = Number.isFinite(low) && Number.isFinite(high);
  if (Number.isNaN(low) || Number.isNaN(high) || (reason === null && !isBounded))
    return unknownNumber(reason ?? because('a number in it grows too large'));
  return new NumberRange(low, high, reason);
}
