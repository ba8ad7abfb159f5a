import type { ResultValue } from '../../tql/result.ts';
import { bar, sparkline } from '../format/chart.ts';
import { formatSecond } from '../format/dates.ts';
import { codeSpan, escapeValue } from './escape.ts';
import { formatChange, numberFormat } from '../format/numbers.ts';
import { formatValueAsMarkdown } from '../format/values.ts';
import type { ColumnView, InsightView, RestView, RowView } from '../view/types.ts';

/** An insight's table in Markdown, without a line break at its end; empty where there are no rows. */
export function renderMarkdownTable(insight: InsightView, locale: string): string {
  if (insight.rows.length === 0) return '';
  const { columns, rest } = insight;
  const head = `${tableLine(columns.map(heading))}\n|${columns.map((column) => ALIGNMENT[column.align]).join('|')}|`;
  const restRow = rest === null ? [] : [joinCells(restCells(rest, insight, locale))];
  const rows = rowTexts(insight, locale);
  const body = insight.series ? [...restRow, ...rows] : [...rows, ...restRow];
  return `${head}\n| ${body.join(' |\n| ')} |`;
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
    if (column.kind === 'metric' && value !== null) return formatValueAsMarkdown(value, insight.format, locale);
    return column.kind === 'share' && share !== null ? numberFormat(locale).percent(share) : '';
  });
}

function tableLine(cells: readonly string[]): string {
  return `| ${joinCells(cells)} |`;
}

/** A row's text without the pipes at its ends: joined and not added up, so that it is one string and not a tree of pieces. */
function joinCells(cells: readonly string[]): string {
  return cells.join(' | ');
}

// Fitting renders a report again and again with fewer rows; its columns stay the same ones, and so does each row's text.
// Kept from a table's second rendering on: most reports fit at once.
const tables = new WeakMap<readonly ColumnView[], Map<RowView, string> | null>();

function rowTexts(insight: InsightView, locale: string): string[] {
  const { columns, rows } = insight;
  const marked = columns.findLast(({ kind }) => kind === 'key');
  const before = tables.get(columns);
  const known = before === null ? new Map<RowView, string>() : before;
  if (known !== before || known === undefined) tables.set(columns, known ?? null);
  const texts: string[] = [];
  for (const row of rows) {
    const text = known?.get(row) ?? rowText(row, insight, marked, locale);
    known?.set(row, text);
    texts.push(text);
  }
  return texts;
}

/** A row's cells; the mark stands in the last column of the key. */
function rowText(row: RowView, insight: InsightView, marked: ColumnView | undefined, locale: string): string {
  const cells: string[] = [];
  for (const column of insight.columns) {
    const cell = markdownCell(row, column, insight, locale);
    cells.push(column === marked ? cell + markOf(row, insight) : cell);
  }
  return joinCells(cells);
}

function markdownCell(row: RowView, column: ColumnView, insight: InsightView, locale: string): string {
  switch (column.kind) {
    case 'rank':
      return numberFormat(locale).number(row.rank);
    case 'key':
      return column.name === null && DATED.has(insight.kind) ? datedKey(row) : escapeValue(keyOf(row, column), 'cell');
    case 'metric':
      return formatValueAsMarkdown(row.value, insight.format, locale);
    case 'share':
      return numberFormat(locale).percent(row.share);
    case 'bar':
      return codeCell(bar(typeof row.value === 'number' ? row.value : null, insight.largest));
    case 'trend':
      return codeCell(sparkline(row.trend));
    case 'change':
      return formatRowChange(row, locale);
    case 'before':
      return formatValueAsMarkdown(row.previous, insight.format, locale);
    case 'count':
      return numberFormat(locale).number(row.cells[column.index] ?? null);
    case 'rate':
      return formatRate(row.cells[column.index] ?? null, locale);
    case 'output': {
      const value = outputOf(row, column);
      return isNumeric(value)
        ? formatValueAsMarkdown(value, column.formatted ? insight.format : null, locale)
        : value === null
          ? '–'
          : escapeValue(value, 'cell');
    }
    case 'time':
      return (
        timeOf(row, column, insight, locale)?.replaceAll(' ', '\u00a0') ?? escapeValue(outputOf(row, column), 'cell')
      );
  }
}

const DATED: ReadonlySet<InsightView['kind']> = new Set(['series', 'retention']);

/** A date that a phone does not break over three lines. */
function datedKey({ label }: RowView): string {
  return escapeValue(label, 'cell').replaceAll(' ', '\u00a0');
}

/** Nothing in a bar or a line can act; only one that begins with a gap needs what a code span makes of spaces. */
function codeCell(characters: string): string {
  if (characters === '') return '';
  return characters.startsWith(' ') ? codeSpan(characters, 'cell') : `\`${characters}\``;
}

function markOf(row: RowView, insight: InsightView): string {
  const mark = rowMark(row, insight);
  return mark === '' ? '' : ` <sup>${mark}</sup>`;
}

/** What a row's name carries: `so far`, `new`, or how many places it went up or down; empty for nothing. */
export function rowMark(row: RowView, { kind }: Pick<InsightView, 'kind'>): string {
  if (row.soFar) return 'so far';
  if (row.isNew) return 'new';
  if (kind !== 'ranking' || row.moved === null || row.moved === 0) return '';
  return row.moved > 0 ? `▲${row.moved}` : `▼${-row.moved}`;
}

/** A row's change in words: `new` for one that was not there, never infinity. */
export function formatRowChange(row: RowView, locale: string): string {
  return row.change === null && (row.isNew || row.previous === 0) && row.value !== 0 && row.value !== null
    ? 'new'
    : formatChange(row.change, locale);
}

/** A part, or nothing where there is no such part (a triangle's empty half). */
export function formatRate(rate: number | null, locale: string): string {
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

/** The moment that an output column shows, in the insight's zone; null for what is none. */
export function timeOf(row: RowView, column: ColumnView, { period }: InsightView, locale: string): string | null {
  const value = outputOf(row, column);
  const ms = typeof value === 'string' && DATED_TEXT.test(value) ? Date.parse(value) : value;
  const isMoment = typeof ms === 'number' && Math.abs(ms) <= LAST_MS;
  return isMoment ? formatSecond(ms, locale, period?.timezone ?? 'UTC') : null;
}

const DATED_TEXT = /^\d{4}-\d\d-\d\dT/;

/** What a date holds at most. */
const LAST_MS = 8.64e15;

/** A number, or one of the words that a number travels as where JSON has none. */
export function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || value === 'Infinity' || value === '-Infinity' || value === 'NaN';
}
