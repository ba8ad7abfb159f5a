import { makeControlsVisible } from '../../text/visible.ts';
import { sparkline } from '../format/chart.ts';
import { display } from '../format/display.ts';
import { numberFormat } from '../format/numbers.ts';
import { formatValue } from '../format/values.ts';
import { formatRate, formatRowChange, isNumeric, keyOf, outputOf, rowMark, timeOf } from '../view/cells.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { ColumnView, RowView } from '../view/table-types.ts';

/** The place of the first column with keys. */
export function firstKey(columns: readonly ColumnView[]): number {
  return Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'key'),
  );
}

/** A column's heading as plain text. */
export function titleOf(column: ColumnView): string {
  return column.title === '' ? '' : display(column.title);
}

/** A cell as plain text; a bar is drawn by whoever knows its width. */
export function cellText(row: RowView, column: ColumnView, insight: InsightView, locale: string): string {
  const { number, percent } = numberFormat(locale);
  const write = (value: number | string | null): string =>
    makeControlsVisible(formatValue(value, column.formatted ? insight.format : null, locale));
  switch (column.kind) {
    case 'rank':
      return number(row.rank);
    case 'key':
      return display(keyOf(row, column)) + markText(row, column, insight);
    case 'metric':
      return write(row.value);
    case 'share':
      return percent(row.share);
    case 'bar':
      return '';
    case 'trend':
      return sparkline(row.trend);
    case 'change':
      return formatRowChange(row, locale);
    case 'before':
      return write(row.previous);
    case 'count':
      return number(row.cells[column.index] ?? null);
    case 'rate':
      return formatRate(row.cells[column.index] ?? null, locale);
    case 'output': {
      const value = outputOf(row, column);
      return value === null ? '–' : isNumeric(value) ? write(value) : display(value);
    }
    case 'time':
      return timeOf(row, column, insight, locale) ?? display(outputOf(row, column));
  }
}

function markText(row: RowView, column: ColumnView, insight: InsightView): string {
  const mark = rowMark(row, insight);
  return mark === '' || column !== insight.columns.findLast(({ kind }) => kind === 'key') ? '' : ` ${mark}`;
}

/** A cell of the line about the remaining rows, as plain text. */
export function restText(column: ColumnView, { columns, rest, format }: InsightView, locale: string): string {
  if (rest === null) return '';
  if (column === columns[firstKey(columns)]) return rest.text;
  if (column.kind === 'metric' && rest.value !== null) return formatValue(rest.value, format, locale);
  return column.kind === 'share' && rest.share !== null ? numberFormat(locale).percent(rest.share) : '';
}
