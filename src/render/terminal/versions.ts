import stringWidth from 'string-width';
import { sentenceAsText } from '../plain/sentence.ts';
import type { VersionFamilyView, VersionsView } from '../view/analysis-types.ts';
import type { Paint } from './table.ts';
import { fitToWidth, wrapText } from './width.ts';

/** What requiring a version would lose: a sentence and a table for each word that versions begin with. */
export function renderVersions({ families }: VersionsView, width: number, paint: Paint): string[] {
  return families.flatMap((family) => [
    '',
    ...wrapText(sentenceAsText(family.conclusion), width),
    ...tableLines(family, width, paint),
  ]);
}

function tableLines({ lines, required }: VersionFamilyView, width: number, paint: Paint): string[] {
  const cells = lines.map((line) => line.map(sentenceAsText));
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => stringWidth(line[column] ?? '')))) ?? [];
  return cells.map((line, index) => {
    const texts = line.map((text, column) =>
      fitToWidth(text, widths[column] ?? 0, column === 1 || column === 2 ? 'left' : 'right'),
    );
    const text = fitToWidth(texts.join('  '), width, 'right').trimEnd();
    if (index === 0) return paint('dim', text);
    return index === required ? paint('bold', text) : text;
  });
}
