import type { FailedInsight, Results } from '../results.ts';
import { formatMoment } from './dates.ts';
import { cut } from './display.ts';
import { escapeProse } from './escape.ts';
import { link } from './link.ts';
import { runView } from './run-view.ts';

/** How much of an error's message is repeated in the line. */
const MESSAGE_LIMIT = 280;

/** One dated line of Markdown that says why nothing could be reported; it stands above the numbers of an earlier post. */
export function renderFailureLine(results: Results): string {
  const zone = results.timezone;
  const when = `${formatMoment(Date.parse(results.generatedAt), results.locale, zone)} (${zone})`;
  const view = runView(results);
  const run = view === null ? '' : ` · ${link(view.url, view.name)}`;
  return `⚠️ **${escapeProse(when)}**: these numbers could not be renewed. ${reason(results)}${run}`;
}

function reason(results: Results): string {
  const messages = results.insights
    .filter((insight): insight is FailedInsight => insight.status === 'error')
    .map(({ error }) => error.message);
  const [first = '', ...others] = new Set(messages);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return escapeProse(cut(first, MESSAGE_LIMIT)) + more;
}
