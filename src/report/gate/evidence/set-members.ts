// Which values of a dimension are in a set: `below("iOS 17")` has `iOS 16.4`.
import type { DimensionValue } from '../../tables/dimension-values.ts';
import { versionComparison } from '../../tables/versions/versions.ts';
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { matchesPattern } from '../../expression/pattern.ts';
import type { RowSet } from '../../expression/calls.ts';

/** The values that are in a set. A missing value is only in a set that names it: `oneOf("null")`. */
export function findMembers(set: RowSet, values: readonly DimensionValue[]): readonly DimensionValue[] {
  const isMember = membership(set);
  return values.filter(({ shown }) => isMember(shown));
}

function membership({ kind, texts }: RowSet): (value: string | null) => boolean {
  const [text = ''] = texts;
  switch (kind) {
    case 'oneOf': {
      const keys = new Set(texts.map((each) => each.normalize()));
      return (value) =>
        [value ?? 'null', appleModelNames().get(value ?? '')].some(
          (each) => each !== undefined && keys.has(each.normalize()),
        );
    }
    case 'startsWith':
      return (value) => value?.startsWith(text) === true;
    case 'matches':
      return (value) => value !== null && matchesPattern(text, value);
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

/**
 * Whether a version among the values begins with the same word as the set's, so that the two can be compared.
 */
export function hasComparableValue(
  { texts: [text = ''] }: RowSet,
  values: readonly DimensionValue[],
): boolean {
  const compare = versionComparison(text);
  return values.some(({ shown }) => compare(shown) !== null);
}
