import { bar, sparkline } from '../format/chart.ts';
import { numberFormat } from '../format/numbers.ts';
import { formatRate, formatRowChange, isNumeric, keyOf, outputOf, rowMark, timeOf } from '../view/cells.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { ColumnView, RestView, RowView } from '../view/table-types.ts';
import { codeSpan, escapeValue, formatValueAsMarkdown } from './escape.ts';

/** An insight's table in Markdown, without a line break at its end; empty if there are no rows. */
export function renderMarkdownTable(insight: InsightView, locale: string): string {
  if (insight.rows.length === 0) return '';
  // The rows are in their order: a phone has no room for a number that says so.
  const columns = columnsOf(insight);
  const { rest } = insight;
  const hasValue = rest !== null && (rest.value !== null || rest.share !== null);
  const head = `${tableLine(columns.map(heading))}\n|${columns.map((column) => ALIGNMENT[column.align]).join('|')}|`;
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

/** A column's heading. Only the names of outputs and dimensions come from outside and need escaping. */
function heading(column: ColumnView): string {
  return column.name === null ? column.title : escapeValue(column.title, 'cell');
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

/** A row's cells, joined. The last key column carries the row's mark. */
function rowText(row: RowView, insight: InsightView, marked: ColumnView | undefined, locale: string): string {
  const cells: string[] = [];
  for (const column of columnsOf(insight)) {
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
      return column.name === null && DATED.has(insight.kind)
        ? datedKey(row)
        : escapeValue(keyOf(row, column), 'cell');
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
        timeOf(row, column, insight, locale)?.replaceAll(' ', '\u00a0') ??
        escapeValue(outputOf(row, column), 'cell')
      );
  }
}

const DATED: ReadonlySet<InsightView['kind']> = new Set(['series', 'retention']);

/** A date with no-break spaces, so that a phone does not break it over three lines. */
function datedKey({ label }: RowView): string {
  return escapeValue(label, 'cell').replaceAll(' ', '\u00a0');
}

/**
 * A bar or a sparkline in a code span. Nothing in it needs escaping, but spaces at its start do need
 * `codeSpan`.
 */
function codeCell(characters: string): string {
  if (characters === '') return '';
  return characters.startsWith(' ') ? codeSpan(characters, 'cell') : `\`${characters}\``;
}

function markOf(row: RowView, insight: InsightView): string {
  const mark = rowMark(row, insight);
  const shown = [...(mark === '' ? [] : [mark]), ...row.marks.map((text) => escapeValue(text, 'cell'))];
  return shown.length === 0 ? '' : ` <sup>${shown.join(', ')}</sup>`;
}
