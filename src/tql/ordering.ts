import { decimalNumber } from './decimal.ts';
import { type Ordering } from './metric.ts';
import { compareVersions } from './version-ordering.ts';

type Compare<T> = (a: T, b: T) => number;

/** Compares two values of a dimension; null comes first in every ordering. `version` finds `1.0` and `1.0.0` equal. */
export function compareBy(ordering: Ordering): Compare<string | null> {
  const compare = COMPARE[ordering];
  return (a, b) => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return compare(a, b);
  };
}

const COMPARE: Readonly<Record<Ordering, Compare<string>>> = {
  lexicographic: compareText,
  alphanumeric: compareAlphanumeric,
  numeric: compareNumeric,
  strlen: (a, b) => a.length - b.length || compareText(a, b),
  version: compareVersions,
};

/** By code points, as Druid's documentation says; UTF-16 units differ from it only beyond U+FFFF. */
function compareText(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length;) {
    const [left = 0, right = 0] = [a.codePointAt(i), b.codePointAt(i)];
    if (left !== right) return left - right;
    i += left > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

/** By size; what is no number comes before all numbers, as text. */
function compareNumeric(a: string, b: string): number {
  const [left, right] = [decimalNumber(a), decimalNumber(b)];
  if (left === null || right === null) {
    if (left === null && right === null) return compareText(a, b);
    return left === null ? -1 : 1;
  }
  return left - right || compareText(a, b);
}

/** Runs of digits by their number, other runs without regard to case, digits before letters; at last by length. */
function compareAlphanumeric(a: string, b: string): number {
  const [left, right] = [runsOf(a), runsOf(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = compareRuns(left[i] ?? '', right[i] ?? '');
    if (difference !== 0) return difference;
  }
  return a.length - b.length || compareText(a, b);
}

function runsOf(text: string): readonly string[] {
  return text.match(/[0-9]+|[^0-9]+/g) ?? [];
}

function compareRuns(a: string, b: string): number {
  const [isLeft, isRight] = [isDigits(a), isDigits(b)];
  if (isLeft !== isRight) return isLeft ? -1 : 1;
  if (!isLeft) return compareText(a.toLowerCase(), b.toLowerCase());
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  // Of equal numbers the one with fewer leading zeros comes first.
  return left.length - right.length || compareText(left, right) || a.length - b.length;
}

function isDigits(run: string): boolean {
  return /^[0-9]/.test(run);
}
