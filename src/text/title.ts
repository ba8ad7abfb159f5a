// Makes a text the title of a post on GitHub: of an issue, a discussion or a check run.
import { truncateUnits } from './truncate.ts';
import { makeControlsVisible, toOneLine } from './visible.ts';

const GITHUB_TITLE_LIMIT_UNITS = 256;

/**
 * The first text that is not blank, as a title that GitHub takes: one line of at most 256 UTF-16 units,
 * controls visible.
 */
export function toTitle(...texts: readonly string[]): string {
  const lines = texts.map((text) => makeControlsVisible(toOneLine(text)));
  return truncateUnits(lines.find((line) => line !== '') ?? 'Insight report', GITHUB_TITLE_LIMIT_UNITS);
}
