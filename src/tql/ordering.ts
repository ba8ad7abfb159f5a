// Druid's orderings of texts: `numeric` puts `"9"` before `"10"`, `version` puts `"1.0-beta"` before `"1.0"`.
// The engine for DuckDB sorts by these functions where SQL has no such order.
import { parseDecimal } from './literals.ts';
import { compareVersions } from './maven-version.ts';

/** How the values of a dimension are compared. These are Druid's names. */
export const ORDERINGS = ['lexicographic', 'alphanumeric', 'numeric', 'strlen', 'version'] as const;
export type Ordering = (typeof ORDERINGS)[number];

type Compare<T> = (a: T, b: T) => number;

/**
 * A function that compares two values of a dimension. Null comes first in every ordering; `version` treats
 * `1.0` and `1.0.0` as equal, and `numeric` `1` and `1.0`.
 */
export function comparatorOf(ordering: Ordering): Compare<string | null> {
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

/** By code points, as Druid documents it; comparing UTF-16 units would differ beyond U+FFFF. */
function compareText(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length;) {
    const [left = 0, right = 0] = [a.codePointAt(i), b.codePointAt(i)];
    if (left !== right) return left - right;
    i += left > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

/** By value. Strings that are not numbers come before all numbers, in the order of strings. */
function compareNumeric(a: string, b: string): number {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  if (left !== null && right !== null) return left - right;
  if (left === null && right === null) return compareText(a, b);
  return left === null ? -1 : 1;
}

/**
 * Runs of digits by value, other runs ignoring case, digits before letters; then by length: `a2` is before
 * `a10`.
 */
function compareAlphanumeric(a: string, b: string): number {
  const [left, right] = [runsOf(a), runsOf(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = compareRuns(comparedRun(left, i), comparedRun(right, i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function runsOf(text: string): readonly string[] {
  return text.match(/[0-9]+|[^0-9]+/g) ?? [];
}

/** `007` → `{zeros: 2, digits: '7'}`; other runs as their text. */
type ComparedRun = string | { readonly zeros: number; readonly digits: string };

/** A run as Druid compares it. `00` has no digits, or the digit 0 if it ends the text. */
function comparedRun(runs: readonly string[], index: number): ComparedRun {
  const run = runs[index] ?? '';
  if (!/^[0-9]/.test(run)) return run;
  const zeros = /^0*/.exec(run)?.[0].length ?? 0;
  const isAllZeros = zeros === run.length;
  return { zeros, digits: isAllZeros && index === runs.length - 1 ? '0' : run.slice(zeros) };
}

function compareRuns(a: ComparedRun, b: ComparedRun): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a.toLowerCase(), b.toLowerCase());
  if (typeof a === 'string') return 1;
  if (typeof b === 'string') return -1;
  // Of equal numbers, the one with fewer leading zeros comes first.
  return a.digits.length - b.digits.length || compareText(a.digits, b.digits) || a.zeros - b.zeros;
}
