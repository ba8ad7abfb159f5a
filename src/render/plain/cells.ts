import { numberFormat } from '../format/numbers.ts';
import { formatValue } from '../format/values.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { ColumnView } from '../view/table-types.ts';

/** The place of the first column with keys. */
export function firstKey(columns: readonly ColumnView[]): number {
  return Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'key'),
  );
}

/** A cell of the line about the remaining rows, as plain text. */
export function restText(column: ColumnView, { columns, rest, format }: InsightView, locale: string): string {
  if (rest === null) return '';
  if (column === columns[firstKey(columns)]) return rest.text;
  if (column.kind === 'metric' && rest.value !== null) return formatValue(rest.value, format, locale);
  return column.kind === 'share' && rest.share !== null ? numberFormat(locale).percent(rest.share) : '';
}
