import type { VersionFamilyView, VersionsView } from '../view/analysis-types.ts';
import { sentenceAsCell, sentenceAsMarkdown } from './sentence.ts';

/**
 * What requiring a version would lose, in Markdown: a sentence and a table for each word that versions begin
 * with.
 */
export function renderVersions({ families }: VersionsView): string {
  return families.map(renderFamily).join('\n\n');
}

function renderFamily({ conclusion, lines, explanation }: VersionFamilyView): string {
  const [titles = [], ...rows] = lines.map((line) => line.map(sentenceAsCell));
  const alignment = titles.map((_, i) => (i === 1 || i === 2 ? '--:' : ':--'));
  const table = [titles, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const below = `<sub>${sentenceAsMarkdown(explanation)}</sub>`;
  return [sentenceAsMarkdown(conclusion), table.join('\n'), below].join('\n\n');
}
