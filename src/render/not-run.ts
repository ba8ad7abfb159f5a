import type { Results } from '../results.ts';
import { renderSignals } from '../signals/presenting/markdown.ts';
import { escapeProse } from './markdown/escape.ts';

/** The lines of a reason that a page shows; the step's log has all of them. */
const LINE_LIMIT = 200;

/**
 * The page of a run without a report: why. Null if there is a report, or if an older results file does not
 * say why.
 */
export function renderNotRun({
  title,
  error,
  reason,
  signals,
  locale,
}: Pick<Results, 'title' | 'error' | 'reason' | 'signals' | 'locale'>): string | null {
  if (error !== undefined) {
    return `## ${escapeProse(title)}\n\n❌ **The run could not begin**:\n\n${renderLines(error.message)}\n`;
  }
  if (reason === undefined) return null;
  const skipped = `## ${escapeProse(title)}\n\n⏭️ **Skipped.** ${escapeProse(reason)}\n`;
  // What the code says needs no answer of the service.
  return signals === undefined ? skipped : `${skipped}\n${renderSignals(signals, locale)}\n`;
}

/** Paragraphs, and lists of the lines that begin with a dash. */
function renderLines(message: string): string {
  const lines = message.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  const shown = lines.slice(0, LINE_LIMIT).map((line) => {
    return line.startsWith('- ') ? `- ${escapeProse(line.slice(2))}` : escapeProse(line);
  });
  const more = lines.length - shown.length;
  const blocks = more === 0 ? shown : [...shown, `${more} more lines are in the step's log.`];
  return blocks
    .map((block, index) => (index === 0 ? block : `${separatorBefore(block, blocks[index - 1])}${block}`))
    .join('');
}

function separatorBefore(block: string, before: string | undefined): string {
  return block.startsWith('- ') && before?.startsWith('- ') === true ? '\n' : '\n\n';
}
