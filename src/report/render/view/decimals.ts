// Decides how many decimals the numbers of each column have. Pure.
import { numberOf, outputOf } from './cells.ts';
import type { ColumnView, RowView } from './table-types.ts';

/** A table's columns, each with the decimals that all of its numbers get. */
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
    const decimalsOfFractions = isRate ? 1 : decimalsOf(sizes);
    return { ...column, decimals: sizes.every(Number.isInteger) ? 0 : decimalsOfFractions };
  });
}

/** The value and the one before have the same decimals. */
function numbersOf(row: RowView, column: ColumnView): readonly unknown[] {
  if (column.kind === 'metric' || column.kind === 'before') return [row.value, row.previous];
  return [column.kind === 'output' ? outputOf(row, column) : numberOf(row, column, { metric: null })];
}

/**
 * The decimals that all numbers of a column get: as many as show each of them, at least one, and at most what
 * the largest deserves. 1.5 and 2.25 get two, but one beside 120, where 2.25 reads 2.3.
 */
function decimalsOf(sizes: readonly number[]): number {
  const most = mostDecimals(Math.max(...sizes.filter(Number.isFinite)));
  const needed = sizes.map((size) => {
    const isEnough = (decimals: number) => Number(size.toFixed(decimals)) === Number(size.toFixed(most));
    let decimals = most;
    while (decimals > 0 && isEnough(decimals - 1)) decimals -= 1;
    return decimals;
  });
  return Math.max(1, ...needed);
}

/** Enough decimals for three digits of a number below 100: 12.3, 1.23, 0.0123; one from 100 on. */
function mostDecimals(largest: number): number {
  if (largest >= 100) return 1;
  return largest >= 1 ? 2 : Math.min(9, 2 - Math.floor(Math.log10(largest)));
}
