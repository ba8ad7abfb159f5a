import { csvField } from '../../text/csv.ts';
import type { ResultValue } from '../../tql/result.ts';
import { textOf } from '../format/display.ts';
import { measuredOf, outputOf } from '../view/cells.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { ColumnView, RowView } from '../view/table-types.ts';

/** An insight's rows as CSV with a header line. Numbers are not formatted; bars and trends are left out. */
export function renderCsv(insight: InsightView): string {
  const columns = insight.columns.filter(({ kind }) => kind !== 'bar' && kind !== 'trend');
  const lines = [columns.map((column) => formatField(column.name ?? (column.title || 'key')))];
  for (const row of insight.rows)
    lines.push(columns.map((column) => formatField(valueOf(row, column, insight))));
  return lines.map((fields) => fields.join(',')).join('\n');
}

function valueOf(row: RowView, column: ColumnView, insight: InsightView): ResultValue {
  switch (column.kind) {
    case 'key':
      return insight.kind === 'series'
        ? row.key
        : column.name === null
          ? row.label
          : (row.parts[column.index] ?? null);
    case 'rank':
      return row.rank;
    case 'metric':
      return measuredOf(row, insight);
    case 'share':
      return row.share;
    case 'change':
      return row.change;
    case 'before':
      return row.previous;
    case 'count':
    case 'rate':
      return row.cells[column.index] ?? null;
    case 'output':
    case 'time':
      return outputOf(row, column);
    case 'bar':
    case 'trend':
      return null;
  }
}

function formatField(value: ResultValue): string {
  return value === null ? '' : csvField(textOf(value).replaceAll('@', '@\u200b'));
}
