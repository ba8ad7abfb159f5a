// Orders the rows of a topN by Druid's orderings of texts that SQL does not have, such as `version`.
import { comparatorOf, type Ordering } from '../../../../tql/ordering.ts';
import type { Row } from './plan.ts';

/** Selects some rows of a bucket, in their order. */
export type SelectRows = (rows: readonly Row[]) => readonly Row[];

/** Selects the first rows by an ordering of the dimension, whose text is the last column. */
export function firstRowsBy(ordering: Ordering, isInverted: boolean, threshold: number): SelectRows {
  const [compare, compareTies] = [comparatorOf(ordering), comparatorOf('lexicographic')];
  const direction = isInverted ? -1 : 1;
  const inOrder = ({ text: a }: OrderedRow, { text: b }: OrderedRow): number => {
    // Null comes first in both directions.
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return direction * (compare(a, b) || compareTies(a, b));
  };
  return (rows) => {
    const withText = rows.map((row): OrderedRow => {
      const last = row.at(-1);
      return { row, text: typeof last === 'string' ? last : null };
    });
    const ordered = withText.toSorted(inOrder);
    return ordered.slice(0, threshold).map(({ row }) => row);
  };
}

/** A row and the text of its dimension. */
interface OrderedRow {
  readonly row: Row;
  readonly text: string | null;
}
