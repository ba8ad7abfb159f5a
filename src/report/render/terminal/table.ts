// Renders an insight's table, and its table of versions, for a terminal: in aligned columns that fit its
// width. Pure.
import stringWidth from 'string-width';
import { alignCells } from '../../../text/layout/align.ts';
import { wrapText } from '../../../text/layout/wrap.ts';
import { bar } from '../format/chart.ts';
import { phrasesOf } from '../view/sentences/phrases.ts';
import { type InsightView, isByTime } from '../view/insight-types.ts';
import type { ColumnView, RowView } from '../view/table-types.ts';
import type { VersionFamilyView, VersionsView } from '../view/analysis-types.ts';
import { sentenceAsText } from '../view/sentences/sentence.ts';
import { cellOf, headingOf, keyOf, restCells } from '../view/cells.ts';
import { fitToWidth } from './width.ts';

/** The styles of a text, by the names that `node:util`'s `styleText` has for them. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'cyan' | 'underline';

/** Paints a text of final width. Without colours it returns the text unchanged. */
export type Paint = (style: Style, text: string) => string;

/** Between two columns. */
const GAP = '  ';

/** The width of a bar at full length, in characters. */
const BAR_WIDTH = 20;

/**
 * What gets narrower if a line is too long for the terminal, and to how many characters at least: first the
 * drawings, then texts, which end with `…`.
 */
const SHRINKING: readonly (readonly [kind: ColumnView['kind'], least: number])[] = [
  ['bar', 10],
  ['trend', 0],
  ['key', 8],
  ['output', 8],
  ['bar', 0],
];

/** The lines of an insight's table, in aligned columns; cut where the terminal is too narrow. */
export function renderTerminalTable(
  insight: InsightView,
  locale: string,
  width: number,
  paint: Paint,
): string[] {
  const { columns } = insight;
  const phrases = phrasesOf(locale, insight.format);
  const rows = insight.average === null ? insight.rows : [...insight.rows, insight.average];
  const texts = rows.map((row) =>
    columns.map((column) => sentenceAsText(cellOf(row, column, insight, phrases))),
  );
  const restTexts = restCells(insight, phrases)?.map(sentenceAsText) ?? [];
  const widths = columnWidths(columns, [...texts, restTexts], width);
  const fit = (cells: readonly string[]) =>
    joinCells(columns.map((column, index) => fitCell(cells[index] ?? '', column, widths[index] ?? 0)));
  const lines = rows.map((row, place) => renderRow(row, texts[place] ?? [], insight, widths, paint));
  const restLines = restTexts.length === 0 ? [] : [paint('dim', fit(restTexts))];
  return [
    paint('dim', fit(columns.map((column) => sentenceAsText(headingOf(column))))),
    ...(isByTime(insight) ? [...restLines, ...lines] : [...lines, ...restLines]),
  ];
}

function renderRow(
  row: RowView,
  texts: readonly string[],
  insight: InsightView,
  widths: readonly number[],
  paint: Paint,
): string {
  const cells = insight.columns.map((column, index) => {
    const width = widths[index] ?? 0;
    if (column.kind === 'bar') return padDrawing(bar(row.value, insight.largest, width), width, paint);
    const text = fitCell(texts[index] ?? '', column, width);
    if (column.kind === 'trend') return padDrawing(text.trimEnd(), width, paint);
    if (column.kind === 'change' && row.change !== null && row.change !== 0)
      return insight.good === null
        ? text
        : paint(row.change > 0 === (insight.good === 'up') ? 'green' : 'red', text);
    const isQuiet = column.kind === 'rank' || column.kind === 'before' || isMissing(row, column);
    return isQuiet ? paint('dim', text) : text;
  });
  return joinCells(cells);
}

function joinCells(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd();
}

function fitCell(text: string, column: ColumnView, width: number): string {
  return fitToWidth(text, width, column.align === 'left' ? 'right' : 'left');
}

/** Paints a drawing, but not the spaces after it, so that they can be trimmed at the end of a line. */
function padDrawing(drawn: string, width: number, paint: Paint): string {
  return paint('cyan', drawn) + ' '.repeat(Math.max(0, width - stringWidth(drawn)));
}

/** Whether a column of keys has no name in a row: `not set` or `empty` is shown. */
function isMissing(row: RowView, column: ColumnView): boolean {
  const key = column.kind === 'key' ? keyOf(row, column) : 'present';
  return key === null || key === '';
}

/** The widths of the columns: those of their widest texts, shrunk if the line is too long. */
function columnWidths(
  columns: readonly ColumnView[],
  texts: readonly (readonly string[])[],
  width: number,
): number[] {
  const widths = columns.map((column, index) => {
    if (column.kind === 'bar') return BAR_WIDTH;
    const cells = [sentenceAsText(headingOf(column)), ...texts.map((row) => row[index] ?? '')];
    return Math.max(...cells.map((cell) => stringWidth(cell)));
  });
  const gaps = GAP.length * (columns.length - 1);
  let excess = widths.reduce((sum, size) => sum + size, gaps) - width;
  for (const [kind, least] of SHRINKING)
    for (const [index, column] of columns.entries()) {
      const size = widths[index] ?? 0;
      const less = column.kind === kind ? Math.max(0, Math.min(excess, size - least)) : 0;
      widths[index] = size - less;
      excess -= less;
    }
  return widths;
}

/** What requiring a version would lose: a sentence and a table for each word that versions begin with. */
export function renderVersions({ families }: VersionsView, width: number, paint: Paint): string[] {
  return families.flatMap((family) => [
    '',
    ...wrapText(sentenceAsText(family.conclusion), width),
    ...tableLines(family, width, paint),
  ]);
}

function tableLines({ lines, numeric, required }: VersionFamilyView, width: number, paint: Paint): string[] {
  const cells = lines.map((line) => line.map(sentenceAsText));
  return alignCells(cells, (column) => numeric[column] === true).map((line, index) => {
    const text = fitToWidth(line, width, 'right').trimEnd();
    if (index === 0) return paint('dim', text);
    return index === required ? paint('bold', text) : text;
  });
}
