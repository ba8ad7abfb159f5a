// What a topN is ordered by (its `ORDER BY`), and Druid's orderings of texts: `numeric` puts `"9"` before
// `"10"`, `version` puts `"1.0-beta"` before `"1.0"`. The engine for DuckDB sorts with these functions where
// SQL has no such order.
import * as v from 'valibot';
import { parseDecimal } from './literals.ts';
import type { ChildNode, WithChildren } from './tree.ts';
import { text, unsupportedKeys } from './validation.ts';

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

/**
 * Compares versions as Maven does (its class `ComparableVersion`), which Druid's `version` ordering uses:
 * dots, dashes and changes between digits and letters separate items; a dash, or such a change, opens a list
 * within the list; trailing zeros are ignored; qualifiers such as `beta` come before the release.
 */
function compareVersions(a: string, b: string): number {
  return compareItems(parseVersion(a.toLowerCase()), parseVersion(b.toLowerCase()));
}

/** `1.2-beta3` → `[1, 2, ['beta', [3]]]`. */
type Item = bigint | string | readonly Item[];

/**
 * Qualifiers in their order; the empty one is the release itself. Any other string comes after all of them.
 */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
]);
const SHORT_QUALIFIERS: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

function parseVersion(version: string): readonly Item[] {
  const root: Item[] = [];
  let list = root;
  const lists = [root];
  const openList = (): void => {
    trimInsignificant(list);
    const inner: Item[] = [];
    list.push(inner);
    list = inner;
    lists.push(inner);
  };
  const tokens = version.match(/[0-9]+|[^0-9.-]+|[.-]/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const isAfterSeparator = before === undefined || before === '.' || before === '-';
    if (token === '.' || token === '-') {
      if (isAfterSeparator) list.push(0n);
      if (token === '-') openList();
      continue;
    }
    if (!isAfterSeparator) openList();
    list.push(itemOf(token, tokens[index + 1]));
  }
  for (const each of lists.toReversed()) trimInsignificant(each);
  return root;
}

function itemOf(token: string, next: string | undefined): Item {
  if (/^[0-9]/.test(token)) return BigInt(token);
  // A single letter abbreviates a qualifier only directly before a digit: 1-a1 is alpha 1.
  const long = next !== undefined && /^[0-9]/.test(next) ? (SHORT_QUALIFIERS.get(token) ?? token) : token;
  return ALIASES.get(long) ?? long;
}

/**
 * Removes zeros, empty qualifiers and empty lists from the end, back to the last other item that is not a
 * list.
 */
function trimInsignificant(list: Item[]): void {
  for (let i = list.length - 1; i >= 0; i--) {
    const item = list[i];
    if (item === 0n || item === '' || (Array.isArray(item) && item.length === 0)) list.splice(i, 1);
    else if (!Array.isArray(item)) return;
  }
}

function compareItems(a: readonly Item[], b: readonly Item[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = compareItem(a[i], b[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareItem(a: Item | undefined, b: Item | undefined): number {
  if (a === undefined) return b === undefined ? 0 : -compareWithEnd(b);
  if (b === undefined) return compareWithEnd(a);
  const [left, right] = [rankItem(a), rankItem(b)];
  if (left !== right) return left - right;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : Number(a > b);
  if (typeof a === 'string' && typeof b === 'string') return compareQualifiers(a, b);
  return typeof a === 'object' && typeof b === 'object' ? compareItems(a, b) : 0;
}

/** Text comes before lists, lists before numbers. */
function rankItem(item: Item): number {
  if (typeof item === 'string') return 0;
  return typeof item === 'bigint' ? 2 : 1;
}

/** Compares an item with the end of the other version: `1.1` is after `1`, `1-beta` before it. */
function compareWithEnd(item: Item): number {
  if (typeof item === 'bigint') return item === 0n ? 0 : 1;
  if (typeof item === 'string') return compareQualifiers(item, '');
  for (const inner of item) {
    const difference = compareWithEnd(inner);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareQualifiers(a: string, b: string): number {
  const [left, right] = [qualifierRank(a), qualifierRank(b)];
  if (left !== right) return left - right;
  return left < QUALIFIERS.length ? 0 : Number(a > b) - Number(a < b);
}

function qualifierRank(qualifier: string): number {
  const index = QUALIFIERS.indexOf(qualifier);
  return index === -1 ? QUALIFIERS.length : index;
}

const nested: v.GenericSchema<unknown, ChildNode> = v.lazy(() => metric);
const metric = v.variant('type', [
  v.object({ type: v.literal('numeric'), metric: text }),
  v.object({
    type: v.literal('dimension'),
    ordering: v.exactOptional(v.picklist(ORDERINGS)),
    ...unsupportedKeys('previousStop'),
  }),
  v.object({ type: v.literal('inverted'), metric: nested }),
]);

/**
 * What a topN is ordered by: `numeric` is `ORDER BY output DESC`, `dimension` is `ORDER BY dimension ASC`,
 * and `inverted` reverses another one.
 */
export type Metric = WithChildren<v.InferOutput<typeof metric>, { readonly child: Metric }>;

/** A metric without the `inverted` ones around it; an odd number of them inverts it. */
export type FlatMetric = { readonly isInverted: boolean } & Exclude<Metric, { readonly type: 'inverted' }>;

export function flattenMetric(metric: Metric, isInverted = false): FlatMetric {
  return metric.type === 'inverted' ? flattenMetric(metric.metric, !isInverted) : { ...metric, isInverted };
}

/** The output that a metric orders by; null if it orders by the dimension. */
export function outputOfMetric(metric: Metric): string | null {
  const flat = flattenMetric(metric);
  return flat.type === 'numeric' ? flat.metric : null;
}

/** A metric spec of any kind. What is nested has passed the same schema. */
export const metricSchema = metric as v.GenericSchema<unknown, Metric>;
