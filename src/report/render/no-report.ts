// Renders what stands in place of a report: a line above an earlier post whose numbers could not be renewed,
// and the page of a run that was skipped or could not begin. Pure.
import { truncate } from '../../text/truncate.ts';
import type { Results } from '../results/results.ts';
import { formatMoment } from './format/dates.ts';
import { renderLink } from './markdown/link.ts';
import { escapeProse } from './markdown/prose.ts';
import { renderMinimums } from './minimums/section.ts';
import { renderSignals } from './signals/markdown.ts';
import { buildRunView } from './view/report.ts';

/** How many characters of an error's message the line repeats. */
const MESSAGE_LIMIT = 280;

/**
 * One dated line of Markdown that says why nothing could be reported, to be put above the numbers of an
 * earlier post.
 */
export function renderFailureLine(results: Results): string {
  const zone = results.timezone;
  const when = `${formatMoment(Date.parse(results.generatedAt), results.locale, zone)} (${zone})`;
  const view = buildRunView(results);
  const run = view === null ? '' : ` · ${renderLink(view.url, view.name)}`;
  return `⚠️ **${escapeProse(when)}**: these numbers could not be renewed. ${failureReasons(results)}${run}`;
}

function failureReasons(results: Results): string {
  const messages = results.insights
    .filter((insight) => insight.status === 'error')
    .map(({ error }) => error.message);
  const [first = '', ...others] = new Set(messages);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return escapeProse(truncate(first, MESSAGE_LIMIT, MESSAGE_LIMIT)) + more;
}

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
  minimums,
  locale,
}: Pick<Results, 'title' | 'error' | 'reason' | 'signals' | 'minimums' | 'locale'>): string | null {
  if (error !== undefined) {
    return `## ${escapeProse(title)}\n\n❌ **The run could not begin**:\n\n${renderLines(error.message)}\n`;
  }
  if (reason === undefined) return null;
  const skipped = `## ${escapeProse(title)}\n\n⏭️ **Skipped.** ${escapeProse(reason)}\n`;
  // What the code says needs no answer of the service.
  const sections = [renderMinimums(minimums ?? null, locale), renderSignals(signals ?? null, locale)];
  return [skipped, ...sections.filter(Boolean).map((section) => `${section}\n`)].join('\n');
}

/** A paragraph or a list item for each line; items begin with a dash. */
function renderLines(message: string): string {
  const lines = message.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  const more = lines.length - LINE_LIMIT;
  return [
    ...lines
      .slice(0, LINE_LIMIT)
      .map((line) => (line.startsWith('- ') ? `- ${escapeProse(line.slice(2))}` : escapeProse(line))),
    ...(more > 0 ? [`${more} more lines are in the step's log.`] : []),
  ].join('\n\n');
}
