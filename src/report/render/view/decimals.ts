import { numberOf, outputOf } from './cells.ts';
import type { ColumnView, RowView } from './table-types.ts';

/** A table's columns, each with the decimals that all of its numbers get: 3.60% next to 1.96%, not 3.6%. */
export function withDecimals(
  columns: readonly ColumnView[],
  rows: readonly RowView[],
): readonly ColumnView[] {
  return columns.map((column) => {
    const sizes = rows
      .flatMap((row) => numbersOf(row, column))
      .filter((value) => typeof value === 'number')
      .map(Math.abs);
    const isRate = column.kind === 'share' || column.kind === 'rate';
    const decimals = sizes.every(Number.isInteger) ? 0 : isRate ? 1 : decimalsOf(sizes);
    return { ...column, decimals };
  });
}

/** The value and the one before have the same decimals. */
function numbersOf(row: RowView, column: ColumnView): readonly unknown[] {
  if (column.kind === 'metric' || column.kind === 'before') return [row.value, row.previous];
  return [column.kind === 'output' ? outputOf(row, column) : numberOf(row, column, { metric: null })];
}

/** The decimals that the numbers need, and no more than the largest does. */
function decimalsOf(sizes: readonly number[]): number {
  const largest = Math.max(...sizes.filter(Number.isFinite));
  const most = largest >= 1 ? (largest >= 100 ? 1 : 2) : Math.min(9, 2 - Math.floor(Math.log10(largest)));
  const needed = sizes.map((size) => {
    let decimals = most;
    while (decimals > 0 && Number(size.toFixed(decimals - 1)) === Number(size.toFixed(most))) decimals -= 1;
    return decimals;
  });
  return Math.max(1, ...needed);
}
