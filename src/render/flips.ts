import { plural } from '../text/plural.ts';
import type { Outcome, Results } from '../results.ts';
import { formatDayOrMoment } from './format/dates.ts';
import { escapeProse, renderLink } from './markdown/escape.ts';
import { nameOf } from './markdown/gates.ts';
import { buildGateView } from './view/gates.ts';
import { buildRunView } from './view/report.ts';

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
const LIMIT = 50;

/** A comment that says which gates changed: from what, to what and since when. */
export function renderFlips(results: Results, flips: readonly Flip[]): string {
  const { locale, timezone } = results;
  const [first] = flips;
  if (first === undefined) return '';
  const before = formatDayOrMoment(first.wasMs, first.sinceMs, locale, timezone);
  const run = buildRunView(results);
  const more = flips.length - LIMIT;
  return [
    `**${flips.length} usage ${plural('gate', flips.length)} changed** since the report of ${before}:`,
    '',
    ...flips.slice(0, LIMIT).flatMap((flip) => renderFlip(flip, results)),
    ...(more > 0 ? [`- ${more} more`] : []),
    ...(run === null ? [] : ['', `<sub>${renderLink(run.url, run.name)}</sub>`]),
  ].join('\n');
}

function renderFlip({ place, was, wasMs, sinceMs }: Flip, results: Results): readonly string[] {
  const verdict = results.thresholds[place];
  if (verdict === undefined) return [];
  const gate = buildGateView(verdict, results);
  const before = was === 'inconclusive' ? 'was inconclusive before' : `${was} before`;
  const since = formatDayOrMoment(sinceMs, wasMs, results.locale, results.timezone);
  const sample = gate.sample === null ? '' : ` (${escapeProse(gate.sample, true)})`;
  const value = gate.value === null ? '' : `: ${escapeProse(gate.value, true)}${sample}`;
  return [`- ${gate.symbol} ${nameOf(gate)} ${before}, **${gate.words}** since ${since}${value}`];
}
