import type { VersionFamilyView, VersionsView } from '../view/analysis-types.ts';
import { concludeVersions, explainVersions, versionCells } from '../view/versions.ts';
import { codeSpan, escapeValue } from './escape.ts';

/**
 * What requiring a version would lose, in Markdown: a sentence and a table for each word that versions begin
 * with.
 */
export function renderVersions(view: VersionsView, locale: string): string {
  return view.families.map((family) => renderFamily(family, view, locale)).join('\n\n');
}

function renderFamily(family: VersionFamilyView, view: VersionsView, locale: string): string {
  const [titles = [], ...rows] = versionCells(family, view, locale, {
    version: ({ version, isMinimum }) =>
      isMinimum ? `**${escapeValue(version, 'cell')}**` : escapeValue(version, 'cell'),
    trend: (characters) => (characters === '' ? '' : codeSpan(characters, 'cell')),
  });
  const alignment = titles.map((_, i) => (i === 1 || i === 2 ? '--:' : ':--'));
  const lines = [titles, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const conclusion = concludeVersions(family, view, locale, (version) => `**${escapeValue(version)}**`);
  return `${conclusion}\n\n${lines.join('\n')}\n\n<sub>${explainVersions(family)}</sub>`;
}
