import type { DimensionValue } from '../../tables/set-queries.ts';
import { comparatorOf } from '../../tql/ordering.ts';
import { compilePattern } from '../expression/pattern.ts';
import type { RowSet } from '../expression/sets.ts';

/** The values that are in a set. A missing value is only in one that names it: `oneOf("null")`. */
export function findMembers(set: RowSet, values: readonly DimensionValue[]): readonly DimensionValue[] {
  const isMember = membership(set);
  return values.filter(({ shown }) => isMember(shown));
}

function membership({ kind, texts }: RowSet): (value: string | null) => boolean {
  const [text = ''] = texts;
  switch (kind) {
    case 'oneOf': {
      const keys = new Set(texts);
      return (value) => keys.has(value ?? 'null');
    }
    case 'startsWith':
      return (value) => value?.startsWith(text) === true;
    case 'matches': {
      const pattern = compilePattern(text);
      return (value) => value !== null && 'matches' in pattern && pattern.matches(value);
    }
    case 'below':
    case 'atLeast': {
      const compare = versionComparison(text);
      return (value) => {
        const difference = compare(value);
        return difference !== null && (kind === 'below' ? difference < 0 : difference >= 0);
      };
    }
  }
}

/** Whether a version among the values begins with the same word as the set's, so that the two can be compared. */
export function hasComparableValue({ texts: [text = ''] }: RowSet, values: readonly DimensionValue[]): boolean {
  const compare = versionComparison(text);
  return values.some(({ shown }) => compare(shown) !== null);
}

/** Compares values with a version in the query language's `version` ordering; null if they do not begin with the same word. */
export function versionComparison(version: string): (value: string | null) => number | null {
  const compare = comparatorOf('version');
  const limit = splitVersion(version);
  return (value) => {
    const given = value === null ? null : splitVersion(value);
    if (given === null || limit === null || given.word !== limit.word) return null;
    return compare(given.number, limit.number);
  };
}

/** The word that a version begins with, whatever its case, and the rest from the first digit on; null without a digit. */
export function splitVersion(version: string): { readonly word: string; readonly number: string } | null {
  const at = version.search(/[0-9]/);
  return at < 0 ? null : { word: version.slice(0, at).trim().toLowerCase(), number: version.slice(at).trim() };
}
