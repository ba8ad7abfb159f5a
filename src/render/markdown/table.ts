import { numberFormat } from '../format/numbers.ts';
import { cellOf, headingOf } from '../view/cells.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { ColumnView, RestView, RowView } from '../view/table-types.ts';
import { phrasesOf } from '../view/sentences/phrases.ts';
import { formatValueAsMarkdown } from './escape.ts';
import { sentenceAsCell } from './sentence.ts';

/** An insight's table in Markdown, without a line break at its end; empty if there are no rows. */
export function renderMarkdownTable(insight: InsightView, locale: string): string {
  if (insight.rows.length === 0) return '';
  // The rows are in their order: a phone has no room for a number that says so.
  const columns = columnsOf(insight);
  const { rest } = insight;
  const hasValue = rest !== null && (rest.value !== null || rest.share !== null);
  const head = `${tableLine(columns.map((column) => sentenceAsCell(headingOf(column))))}\n|${columns.map((column) => ALIGNMENT[column.align]).join('|')}|`;
  const restRow = rest === null || !hasValue ? [] : [joinCells(restCells(rest, columns, insight, locale))];
  const rows = rowTexts(insight, locale);
  const body = insight.series ? [...restRow, ...rows] : [...rows, ...restRow];
  const below = rest === null || hasValue ? '' : `\n\n<sub>${rest.text}</sub>`;
  return `${head}\n| ${body.join(' |\n| ')} |${below}`;
}

// Kept by the insight's own columns, which are the key of the rows' cache, too.
const shownColumns = new WeakMap<readonly ColumnView[], readonly ColumnView[]>();

function columnsOf({ columns }: InsightView): readonly ColumnView[] {
  const shown = shownColumns.get(columns) ?? columns.filter(({ kind }) => kind !== 'rank');
  shownColumns.set(columns, shown);
  return shown;
}

const ALIGNMENT = { left: ':--', right: '--:' } as const;

function restCells(
  { text, value, share }: RestView,
  columns: readonly ColumnView[],
  insight: InsightView,
  locale: string,
): string[] {
  const key = columns.find((column) => column.kind === 'key') ?? columns[0];
  return columns.map((column) => {
    if (column === key) return `_${text}_`;
    if (column.kind === 'metric') return formatValueAsMarkdown(value, insight.format, locale);
    if (column.kind === 'share' && share !== null) return numberFormat(locale).percent(share);
    return column.kind === 'key' || column.kind === 'bar' || column.kind === 'trend' ? '' : '–';
  });
}

function tableLine(cells: readonly string[]): string {
  return `| ${joinCells(cells)} |`;
}

/**
 * A row's text without the pipes at its ends. `join` makes one flat string; `+` would keep a tree of pieces
 * in memory.
 */
function joinCells(cells: readonly string[]): string {
  return cells.join(' | ');
}

// Fitting renders a report repeatedly with fewer rows, so the text of each row is cached by the table's
// columns, which stay the same. The cache starts with a table's second rendering (null marks the first one),
// since most reports fit at once.
const tables = new WeakMap<readonly ColumnView[], Map<RowView, string> | null>();

function rowTexts(insight: InsightView, locale: string): string[] {
  const { columns, rows } = insight;
  const phrases = phrasesOf(locale, insight.format);
  const textOf = (row: RowView): string =>
    joinCells(columnsOf(insight).map((column) => sentenceAsCell(cellOf(row, column, insight, phrases))));
  const before = tables.get(columns);
  const known = before === null ? new Map<RowView, string>() : before;
  if (known !== before || known === undefined) tables.set(columns, known ?? null);
  const texts: string[] = [];
  for (const row of rows) {
    const text = known?.get(row) ?? textOf(row);
    known?.set(row, text);
    texts.push(text);
  }
  return texts;
}
