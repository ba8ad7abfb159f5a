// Renders an insight's table in Markdown or CSV, and its tables of versions: for the template helpers
// `table`, `csv` and `versionTable`. Pure.
import { getOrAdd } from '../../../text/get-or-add.ts';
import { type InsightView, isByTime } from '../view/insight-types.ts';
import type { ColumnView, RowView } from '../view/table-types.ts';
import { type Phrases, phrasesOf } from '../view/sentences/phrases.ts';
import { sentenceAsCell, sentenceAsMarkdown } from './sentence.ts';
import type { VersionFamilyView, VersionsView } from '../view/analysis-types.ts';
import { csvField } from '../../../text/layout/csv.ts';
import type { ResultValue } from '../../../tql/result.ts';
import { textOf } from '../format/display.ts';
import { cellOf, headingOf, numberOf, outputOf, restCells } from '../view/cells.ts';

/** An insight's table in Markdown, without a line break at its end; empty if there are no rows. */
export function renderMarkdownTable(insight: InsightView, locale: string): string {
  if (insight.rows.length === 0) return '';
  const columns = columnsOf(insight);
  const phrases = phrasesOf(locale, insight.format);
  const { rest } = insight;
  const hasValue = rest !== null && (rest.value !== null || rest.share !== null || rest.fewerThan !== null);
  const head = `| ${joinCells(columns.map((column) => sentenceAsCell(headingOf(column))))} |\n|${columns.map((column) => ALIGNMENT[column.align]).join('|')}|`;
  const restRow = hasValue ? [joinCells(restTexts({ ...insight, columns }, phrases))] : [];
  const rows = rowTexts(insight, phrases);
  const body = isByTime(insight) ? [...restRow, ...rows] : [...rows, ...restRow];
  const below = rest === null || hasValue ? '' : `\n\n<sub>${rest.text}</sub>`;
  return `${head}\n| ${body.join(' |\n| ')} |${below}`;
}

/** The columns without the rank: the rows are in this order anyway, and a phone has little room. */
function columnsOf({ columns }: InsightView): readonly ColumnView[] {
  return columns.filter(({ kind }) => kind !== 'rank');
}

const ALIGNMENT = { left: ':--', right: '--:' } as const;

function restTexts(insight: InsightView, phrases: Phrases): readonly string[] {
  const cells = restCells(insight, phrases) ?? [];
  return cells.map((cell, index) => {
    const kind = insight.columns[index]?.kind;
    const isBlank = kind === 'key' || kind === 'bar' || kind === 'trend';
    if (cell === null) return isBlank ? '' : '–';
    return isBlank ? `_${sentenceAsCell(cell)}_` : sentenceAsCell(cell);
  });
}

/**
 * A row's text without the pipes at its ends. `join` makes one flat string; `+` would keep a tree of pieces
 * in memory.
 */
function joinCells(cells: readonly string[]): string {
  return cells.join(' | ');
}

// Fitting renders a report repeatedly with fewer of the same rows.
const texts = new WeakMap<RowView, string>();

function rowTexts(insight: InsightView, phrases: Phrases): string[] {
  const columns = columnsOf(insight);
  const rows = insight.average === null ? insight.rows : [...insight.rows, insight.average];
  return rows.map((row) =>
    getOrAdd(texts, row, () =>
      joinCells(columns.map((column) => sentenceAsCell(cellOf(row, column, insight, phrases)))),
    ),
  );
}

/**
 * What requiring a version would lose, in Markdown: a sentence and a table for each word that versions begin
 * with.
 */
export function renderVersions({ families }: VersionsView): string {
  return families.map(renderFamily).join('\n\n');
}

function renderFamily({ conclusion, lines, numeric, explanation }: VersionFamilyView): string {
  const [titles = [], ...rows] = lines.map((line) => line.map(sentenceAsCell));
  const alignment = numeric.map((isNumber) => ALIGNMENT[isNumber ? 'right' : 'left']);
  const table = [titles, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const below = `<sub>${sentenceAsMarkdown(explanation)}</sub>`;
  return [sentenceAsMarkdown(conclusion), table.join('\n'), below].join('\n\n');
}

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
      if (insight.kind === 'series') return row.key;
      return column.name === null ? row.label : (row.parts[column.index] ?? null);
    case 'output':
    case 'time':
      return outputOf(row, column);
    default:
      return numberOf(row, column, insight);
  }
}

function formatField(value: ResultValue): string {
  return value === null ? '' : csvField(textOf(value).replaceAll('@', '@\u200b'));
}
