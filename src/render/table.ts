import type { ResultValue } from '../tql/result.ts';
import { bar } from './chart.ts';
import { codeSpan, escapeValue } from './escape.ts';
import { numberFormat } from './format.ts';
import type { ColumnView, InsightView, RowView } from './view.ts';

/** An insight's table in Markdown, without a line break at its end; empty where there are no rows. */
export function markdownTable(insight: InsightView, locale: string): string {
  if (insight.rows.length === 0) return '';
  const { columns } = insight;
  const lines = [line(columns.map(heading))];
  lines.push(`|${columns.map((column) => ALIGNMENT[column.align]).join('|')}|`);
  const more = moreText(insight, locale);
  const moreLine = more === null ? [] : [line(besideKey(columns, `_${more}_`))];
  if (insight.series) lines.push(...moreLine);
  for (const row of insight.rows) lines.push(rowLine(row, insight, locale));
  if (!insight.series) lines.push(...moreLine);
  return lines.join('\n');
}

/** Names of outputs and dimensions come from outside, the other headings are ours. */
function heading(column: ColumnView): string {
  return column.name === null || column.title !== column.name ? column.title : escapeValue(column.title, 'cell');
}

const ALIGNMENT = { left: ':--', right: '--:' } as const;

/** How many rows are not in the table, in words; null where all are. */
export function moreText(insight: InsightView, locale: string): string | null {
  const { number } = numberFormat(locale);
  const { hidden, cutOff, rowCount } = insight;
  if (insight.series) return hidden > 0 ? `${number(hidden)} earlier` : null;
  if (hidden === 0) return cutOff ? `others may exist beyond these ${number(rowCount)}` : null;
  return cutOff
    ? `${number(hidden)} more, and others beyond the ${number(rowCount)} asked for`
    : `${number(hidden)} more`;
}

function besideKey(columns: readonly ColumnView[], text: string): string[] {
  const index = Math.max(
    0,
    columns.findIndex((column) => column.kind === 'key'),
  );
  return columns.map((_, place) => (place === index ? text : ''));
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

// Fitting renders a report again and again with fewer rows; a row's line stays the same.
const lines = new WeakMap<RowView, string>();

function rowLine(row: RowView, insight: InsightView, locale: string): string {
  let known = lines.get(row);
  if (known === undefined) {
    known = line(insight.columns.map((column) => markdownCell(row, column, insight, locale)));
    lines.set(row, known);
  }
  return known;
}

function markdownCell(row: RowView, column: ColumnView, insight: InsightView, locale: string): string {
  switch (column.kind) {
    case 'rank':
      return numberFormat(locale).number(row.rank);
    case 'key':
      return escapeValue(keyOf(row, column), 'cell') + (row.soFar ? ' <sup>so far</sup>' : '');
    case 'metric':
      return numberFormat(locale).number(row.value);
    case 'share':
      return numberFormat(locale).percent(row.share);
    case 'bar': {
      const drawn = bar(typeof row.value === 'number' ? row.value : null, insight.largest);
      return drawn === '' ? '' : codeSpan(drawn, 'cell');
    }
    case 'output': {
      const value = outputOf(row, column);
      return isNumeric(value) ? numberFormat(locale).number(value) : value === null ? '–' : escapeValue(value, 'cell');
    }
  }
}

/** What a key column shows of a row: one of its dimensions, a bucket's date, a step's name. */
export function keyOf(row: RowView, column: ColumnView): string | null {
  return column.name === null ? row.label : (row.parts[column.index] ?? null);
}

/** The row's value of an output column; null where it has none. An output may be named like what every object inherits. */
export function outputOf(row: RowView, column: ColumnView): ResultValue {
  const name = column.name ?? '';
  return Object.hasOwn(row.values, name) ? (row.values[name] ?? null) : null;
}

/** A number, or one of the words that a number travels as where JSON has none. */
export function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || value === 'Infinity' || value === '-Infinity' || value === 'NaN';
}
