import type { ResultValue } from '../tql/result.ts';
import { bar, sparkline } from './chart.ts';
import { codeSpan, escapeValue } from './escape.ts';
import { delta, numberFormat } from './format.ts';
import { valueText } from './value-format.ts';
import type { ColumnView, InsightView, RestView, RowView } from './view.ts';

/** An insight's table in Markdown, without a line break at its end; empty where there are no rows. */
export function markdownTable(insight: InsightView, locale: string): string {
  if (insight.rows.length === 0) return '';
  const { columns, rest } = insight;
  const lines = [line(columns.map(heading))];
  lines.push(`|${columns.map((column) => ALIGNMENT[column.align]).join('|')}|`);
  const restLine = rest === null ? [] : [line(restCells(rest, insight, locale))];
  if (insight.series) lines.push(...restLine);
  for (const row of insight.rows) lines.push(rowLine(row, insight, locale));
  if (!insight.series) lines.push(...restLine);
  return lines.join('\n');
}

/** Names of outputs and dimensions come from outside, the other headings are ours. */
function heading(column: ColumnView): string {
  return column.name === null ? column.title : escapeValue(column.title, 'cell');
}

const ALIGNMENT = { left: ':--', right: '--:' } as const;

function restCells({ text, value, share }: RestView, insight: InsightView, locale: string): string[] {
  const { columns } = insight;
  const key = columns.find((column) => column.kind === 'key') ?? columns[0];
  return columns.map((column) => {
    if (column === key) return `_${text}_`;
    if (column.kind === 'metric' && value !== null) return valueText(value, insight.format, locale);
    return column.kind === 'share' && share !== null ? numberFormat(locale).percent(share) : '';
  });
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
      return escapeValue(keyOf(row, column), 'cell') + markOf(row, column, insight);
    case 'metric':
      return valueText(row.value, insight.format, locale);
    case 'share':
      return numberFormat(locale).percent(row.share);
    case 'bar':
      return drawn(bar(typeof row.value === 'number' ? row.value : null, insight.largest));
    case 'trend':
      return drawn(sparkline(row.trend));
    case 'change':
      return changeText(row, locale);
    case 'before':
      return valueText(row.previous, insight.format, locale);
    case 'count':
      return numberFormat(locale).number(row.cells[column.index] ?? null);
    case 'rate':
      return rateText(row.cells[column.index] ?? null, locale);
    case 'output': {
      const value = outputOf(row, column);
      return isNumeric(value)
        ? valueText(value, column.formatted ? insight.format : null, locale)
        : value === null
          ? '–'
          : escapeValue(value, 'cell');
    }
  }
}

function drawn(characters: string): string {
  return characters === '' ? '' : codeSpan(characters, 'cell');
}

function markOf(row: RowView, column: ColumnView, insight: InsightView): string {
  const mark = rowMark(row, insight);
  return mark === '' || column !== insight.columns.findLast(({ kind }) => kind === 'key') ? '' : ` <sup>${mark}</sup>`;
}

/** What a row's name carries: `so far`, `new`, or how many places it went up or down; empty for nothing. */
export function rowMark(row: RowView, { kind }: Pick<InsightView, 'kind'>): string {
  if (row.soFar) return 'so far';
  if (row.isNew) return 'new';
  if (kind !== 'ranking' || row.moved === null || row.moved === 0) return '';
  return row.moved > 0 ? `▲${row.moved}` : `▼${-row.moved}`;
}

/** A row's change in words: `new` for one that was not there, never infinity. */
export function changeText(row: RowView, locale: string): string {
  return row.change === null && (row.isNew || row.previous === 0) && row.value !== 0 && row.value !== null
    ? 'new'
    : delta(row.change, locale);
}

/** A part, or nothing where there is no such part (a triangle's empty half). */
export function rateText(rate: number | null, locale: string): string {
  return rate === null ? '' : numberFormat(locale).percent(rate);
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
