// Renders the comment about gates that changed since the last report of a rolling issue. Pure.
import type { Outcome, Results } from '../results/results.ts';
import { formatDayOrMoment } from './format/dates.ts';
import { renderLink } from './markdown/link.ts';
import { escapeInline } from './markdown/prose.ts';
import { strongName } from './markdown/gates.ts';
import { buildGateView } from './view/gates.ts';
import { buildRunView } from './view/report.ts';
import { plural } from '../../text/plural.ts';

/**
 * A gate that changed: its place among the report's thresholds, and when (epoch milliseconds) it had which
 * outcome.
 */
export interface Flip {
  readonly place: number;
  readonly was: Outcome;
  readonly wasMs: number;
  readonly sinceMs: number;
}

/** How many gates one comment names. */
const MOST_FLIPS = 50;

/** A comment that says which gates changed: from what, to what and since when. */
export function renderFlips(results: Results, flips: readonly Flip[]): string {
  const { locale, timezone } = results;
  const [first] = flips;
  if (first === undefined) return '';
  const before = formatDayOrMoment(first.wasMs, first.sinceMs, locale, timezone);
  const run = buildRunView(results);
  const more = flips.length - MOST_FLIPS;
  return [
    `**${flips.length} usage ${plural('gate', flips.length)} changed** since the report of ${before}:`,
    '',
    ...flips.slice(0, MOST_FLIPS).flatMap((flip) => renderFlip(flip, results)),
    ...(more > 0 ? [`- ${more} more`] : []),
    ...(run === null ? [] : ['', `<sub>${renderLink(run.url, run.name)}</sub>`]),
  ].join('\n');
}

function renderFlip({ place, was, wasMs, sinceMs }: Flip, results: Results): readonly string[] {
  const verdict = results.thresholds[place];
  if (verdict === undefined) return [];
  const gate = buildGateView(verdict, results);
  const { symbol, words, now, limit } = gate;
  const before = was === 'inconclusive' ? 'was inconclusive before' : `${was} before`;
  const since = formatDayOrMoment(sinceMs, wasMs, results.locale, results.timezone);
  const numbers = [now, limit === null ? null : `limit: ${limit}`].filter((part) => part !== null);
  const detail = numbers.length === 0 ? '' : `: ${escapeInline(numbers.join(', '))}`;
  return [`- ${symbol} ${strongName(gate)} ${before}, **${words}** since ${since}${detail}`];
}
