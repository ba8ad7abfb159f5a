import { compare, toNumber, type Value } from './values.ts';

/** Compares two values of a dimension by an ordering, and equal ones by their text. Nulls come first. */
export function byOrdering(ordering: string, a: Value, b: Value): number {
  return inOrdering(ordering, a, b) || compare(a, b);
}

/** Compares two values of a dimension by the ordering alone. */
export function inOrdering(ordering: string, a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  const [x, y] = [String(a), String(b)];
  switch (ordering) {
    case 'strlen':
      return x.length - y.length || compare(x, y);
    case 'numeric':
      return bySize(x, y);
    case 'alphanumeric':
      return byRuns(x, y);
    case 'version':
      return byVersion(x, y);
    default:
      return compare(a, b);
  }
}

/** Texts that are not numbers come before all numbers. */
function bySize(a: string, b: string): number {
  const [x, y] = [toNumber(a), toNumber(b)];
  if (x === null || y === null) return Number(x !== null) - Number(y !== null) || compare(a, b);
  return compare(x, y);
}

function byRuns(a: string, b: string): number {
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [run(a, i), run(b, j)];
    i += x.length;
    j += y.length;
    const [left, right] = [/^\d/.test(x), /^\d/.test(y)];
    if (left !== right) return left ? -1 : 1;
    const difference = left
      ? byDigits(x, i === a.length, y, j === b.length)
      : compare(x.toLowerCase(), y.toLowerCase());
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Leading zeros do not count, but of zeros that end the text, one does: seen in Druid. */
function byDigits(x: string, xEnds: boolean, y: string, yEnds: boolean): number {
  const counted = (digits: string, ends: boolean): string => digits.replace(/^0+/, '') || (ends ? '0' : '');
  const [left, right] = [counted(x, xEnds), counted(y, yEnds)];
  if (left.length !== right.length) return left.length - right.length;
  const zeros = (digits: string): number => digits.length - digits.replace(/^0+/, '').length;
  return Number(left > right) - Number(left < right) || zeros(x) - zeros(y);
}

function run(text: string, from: number): string {
  return /^(?:[0-9]+|[^0-9]+)/.exec(text.slice(from))?.[0] ?? '';
}

/** A part of a version. A dash, or a change between digits and letters, begins a nested list. */
type Part = number | string | readonly Part[];

const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];

function byVersion(a: string, b: string): number {
  return compareParts(versionOf(a.toLowerCase()), versionOf(b.toLowerCase()));
}

function versionOf(text: string): readonly Part[] {
  const marked = text.replace(/(\d)(?=[^\d.-])/g, '$1-').replace(/([^\d.-])(?=\d)/g, '$1\u0001-');
  const lists = marked.split('-').map((group) => group.split('.').map(part));
  return (
    lists.reduceRight<readonly Part[] | null>(
      (inner, list) => trimmed(inner === null ? list : [...list, inner]),
      null,
    ) ?? []
  );
}

function part(text: string): number | string {
  if (text === '') return 0;
  if (/^\d+$/.test(text)) return Number(text);
  const isBeforeDigit = text.endsWith('\u0001');
  const bare = text.replace('\u0001', '');
  const short: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };
  const long = isBeforeDigit && Object.hasOwn(short, bare) ? (short[bare] ?? bare) : bare;
  return ['ga', 'final', 'release'].includes(long) ? '' : long === 'cr' ? 'rc' : long;
}

function trimmed(parts: readonly Part[]): readonly Part[] {
  const kept = [...parts];
  for (let i = kept.length - 1; i >= 0; i--) {
    const one = kept[i];
    if (one === 0 || one === '' || (Array.isArray(one) && one.length === 0)) kept.splice(i, 1);
    else if (!Array.isArray(one)) break;
  }
  return kept;
}

function compareParts(a: readonly Part[], b: readonly Part[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = comparePart(a[i], b[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function comparePart(a: Part | undefined, b: Part | undefined): number {
  if (a === undefined && b === undefined) return 0;
  if (a === undefined) return -againstNothing(b ?? 0);
  if (b === undefined) return againstNothing(a);
  const rank = (one: Part): number => (typeof one === 'string' ? 0 : Array.isArray(one) ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string') return byQualifier(a, b);
  return Array.isArray(a) && Array.isArray(b) ? compareParts(a, b) : Number(a) - Number(b);
}

function againstNothing(one: Part): number {
  if (typeof one === 'number') return one;
  if (typeof one === 'string') return byQualifier(one, '');
  return one.map(againstNothing).find((difference) => difference !== 0) ?? 0;
}

function byQualifier(a: string, b: string): number {
  const place = (one: string): number =>
    QUALIFIERS.includes(one) ? QUALIFIERS.indexOf(one) : QUALIFIERS.length;
  return place(a) - place(b) || (place(a) < QUALIFIERS.length ? 0 : a < b ? -1 : Number(a > b));
}
