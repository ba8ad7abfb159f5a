import type { InsightView, RowView } from './view.ts';

/** How many rows there are, in words too, how many of them are not shown, and the largest value that is. */
export function rowCount(
  count: number,
  rows: readonly RowView[],
  word: string,
): Pick<InsightView, 'rowCount' | 'rowWord' | 'hidden' | 'largest'> {
  return {
    rowCount: count,
    rowWord: count === 1 ? word : `${word}s`,
    hidden: count - rows.length,
    largest: largestOf(rows),
  };
}

function largestOf(rows: readonly RowView[]): number | null {
  let largest = 0;
  for (const { value } of rows) if (typeof value === 'number' && Math.abs(value) > largest) largest = Math.abs(value);
  return largest > 0 ? largest : null;
}
