import stringWidth from 'string-width';
import { display } from '../format/display.ts';
import type { VersionFamilyView, VersionsView } from '../view/analysis-types.ts';
import { concludeVersions, versionCells } from '../view/versions.ts';
import type { Paint } from './table.ts';
import { fitToWidth, wrapText } from './width.ts';

/** What requiring a version would lose: a sentence and a table for each word that versions begin with. */
export function renderVersions(view: VersionsView, locale: string, width: number, paint: Paint): string[] {
  return view.families.flatMap((family) => [
    '',
    ...wrapText(concludeVersions(family, view, locale, display), width),
    ...tableLines(family, view, locale, width, paint),
  ]);
}

function tableLines(
  family: VersionFamilyView,
  view: VersionsView,
  locale: string,
  width: number,
  paint: Paint,
): string[] {
  const write = {
    version: (row: { readonly version: string }) => display(row.version),
    trend: (text: string) => text,
  };
  const cells = versionCells(family, view, locale, write);
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => stringWidth(line[column] ?? '')))) ?? [];
  return cells.map((line, index) => {
    const texts = line.map((text, column) =>
      fitToWidth(text, widths[column] ?? 0, column === 1 || column === 2 ? 'left' : 'right'),
    );
    const text = fitToWidth(texts.join('  '), width, 'right').trimEnd();
    if (index === 0) return paint('dim', text);
    return family.rows[index - 1]?.isMinimum === true ? paint('bold', text) : text;
  });
}
