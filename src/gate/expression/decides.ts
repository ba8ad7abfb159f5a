import type { NumberRange } from './number-range.ts';
import type { ComparisonSign } from './syntax.ts';

/** What a comparison comes to for every value of two ranges; null if that depends on the value. */
export function decides(sign: ComparisonSign, a: NumberRange, b: NumberRange): boolean | null {
  switch (sign) {
    case '<':
      return isBelow(a.high, b.low) ? true : isBelow(a.low, b.high) ? null : false;
    case '<=':
      return opposite(decides('<', b, a));
    case '>':
      return decides('<', b, a);
    case '>=':
      return opposite(decides('<', a, b));
    case '==':
      if (isBelow(a.high, b.low) || isBelow(b.high, a.low)) return false;
      return a.exact !== null && b.exact !== null ? true : null;
    case '!=':
      return opposite(decides('==', a, b));
  }
}

/** What `!` makes of a condition; null if that is not known. */
export function opposite(holds: boolean | null): boolean | null {
  return holds === null ? null : !holds;
}

/** Numbers so near to each other (relative) are equal: arithmetic with doubles rounds. */
const EQUAL_WITHIN = 1e-12;

function isBelow(a: number, b: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a < b;
  return a < b && b - a > EQUAL_WITHIN * Math.max(Math.abs(a), Math.abs(b));
}
