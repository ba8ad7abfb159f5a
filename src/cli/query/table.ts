// Lays out a table for a terminal or as CSV. Every command that shows rows calls this: `query`, `org list`,
// `minimums`. Pure.
import { display, textOf } from '../../report/render/format/display.ts';
import { alignCells } from '../../text/layout/align.ts';
import { csvField } from '../../text/layout/csv.ts';
import type { ResultValue } from '../../tql/result.ts';

/** Rows of values under names. */
export interface PlainTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly ResultValue[])[];
}

/** A table in aligned columns: numbers to the right, a missing one as `-`. An empty one says so. */
export function formatTable({ header, rows }: PlainTable): string {
  const isNumber = header.map((_, i) => hasNumbers(rows.flatMap((row) => row[i] ?? [])));
  const cells = rows.map((row) => row.map((value, i) => formatCell(value, isNumber[i] === true)));
  const names = header.map((name) => display(name));
  const lines = alignCells([names, ...cells], (column) => isNumber[column] === true);
  return rows.length === 0 ? '(no rows)\n' : `${lines.join('\n')}\n`;
}

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

function hasNumbers(values: readonly ResultValue[]): boolean {
  const isNumber = (value: ResultValue) => typeof value === 'number' || NOT_FINITE.has(value);
  return values.some((value) => typeof value === 'number') && values.every(isNumber);
}

/** How the service writes numbers that JSON does not have. */
const NOT_FINITE: ReadonlySet<ResultValue> = new Set(['NaN', 'Infinity', '-Infinity']);

function formatCell(value: ResultValue, isNumber: boolean): string {
  if (value === null && isNumber) return '-';
  return typeof value === 'number' ? NUMBERS.format(value) : display(value);
}

/** A table as CSV; a missing value is empty. */
export function formatCsv({ header, rows }: PlainTable): string {
  const field = (value: ResultValue) => (value === null ? '' : csvField(textOf(value)));
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
