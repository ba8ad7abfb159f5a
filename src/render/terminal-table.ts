import { bar } from './chart.ts';
import { display } from './display.ts';
import { numberFormat } from './format.ts';
import { isNumeric, keyOf, moreText, outputOf } from './table.ts';
import type { ColumnView, InsightView, RowView } from './view.ts';
import { columnsOf, fitColumns } from './width.ts';

/** How a text can be painted. */
export type Style = 'bold' | 'dim' | 'red' | 'cyan' | 'underline';

/** Paints a text that is already laid out; without colours it stays as it is. */
export type Paint = (style: Style, text: string) => string;

const GAP = '  ';
const BAR_WIDTH = 20;
const SHORTEST_KEY = 8;

/** An insight's table for a terminal, a line each: aligned by columns, keys cut where the width is short. */
export function terminalTable(insight: InsightView, locale: string, width: number, paint: Paint): string[] {
  const { columns } = insight;
  const texts = insight.rows.map((row) => columns.map((column) => cellText(row, column, locale)));
  const widths = columnWidths(columns, texts, width);
  const lines = [
    paint('dim', joined(columns.map((column, index) => fitted(titleOf(column), column, widths[index] ?? 0)))),
  ];
  for (const [place, row] of insight.rows.entries()) {
    const cells = columns.map((column, index) => {
      const size = widths[index] ?? 0;
      if (column.kind === 'bar') return paint('cyan', barText(row, insight, size));
      const text = fitted(texts[place]?.[index] ?? '', column, size);
      return column.kind === 'rank' || isMissing(row, column) ? paint('dim', text) : text;
    });
    lines.push(joined(cells));
  }
  const more = moreText(insight, locale);
  if (more !== null) {
    const before = columns.findIndex((column) => column.kind === 'key');
    const indent = widths.slice(0, Math.max(0, before)).reduce((sum, size) => sum + size + GAP.length, 0);
    lines.splice(insight.series ? 1 : lines.length, 0, paint('dim', ' '.repeat(indent) + more));
  }
  return lines;
}

function titleOf(column: ColumnView): string {
  return column.title === '' ? '' : display(column.title);
}

function joined(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd();
}

function fitted(text: string, column: ColumnView, width: number): string {
  return fitColumns(text, width, column.align === 'left' ? 'right' : 'left');
}

function barText(row: RowView, insight: InsightView, width: number): string {
  return bar(typeof row.value === 'number' ? row.value : null, insight.largest, width);
}

function isMissing(row: RowView, column: ColumnView): boolean {
  const key = column.kind === 'key' ? keyOf(row, column) : 'present';
  return key === null || key === '';
}

function cellText(row: RowView, column: ColumnView, locale: string): string {
  const { number, percent } = numberFormat(locale);
  switch (column.kind) {
    case 'rank':
      return number(row.rank);
    case 'key':
      return display(keyOf(row, column)) + (row.soFar ? ' so far' : '');
    case 'metric':
      return number(row.value);
    case 'share':
      return percent(row.share);
    case 'bar':
      return '';
    case 'output': {
      const value = outputOf(row, column);
      return value === null ? '–' : isNumeric(value) ? number(value) : display(value);
    }
  }
}

/** Each column as wide as its widest text; where that is too much, keys give way first, then the bar. */
function columnWidths(columns: readonly ColumnView[], texts: readonly (readonly string[])[], width: number): number[] {
  const natural = columns.map((column, index) =>
    column.kind === 'bar'
      ? BAR_WIDTH
      : texts.reduce((most, cells) => Math.max(most, columnsOf(cells[index] ?? '')), columnsOf(titleOf(column))),
  );
  let over = natural.reduce((sum, size) => sum + size, GAP.length * (columns.length - 1)) - width;
  const shrink = (kind: ColumnView['kind'], least: number): void => {
    for (const [index, column] of columns.entries()) {
      const size = natural[index] ?? 0;
      if (column.kind !== kind || over <= 0) continue;
      const less = Math.max(0, Math.min(over, size - least));
      natural[index] = size - less;
      over -= less;
    }
  };
  shrink('bar', 10);
  shrink('key', SHORTEST_KEY);
  shrink('output', SHORTEST_KEY);
  shrink('bar', 0);
  return natural;
}
