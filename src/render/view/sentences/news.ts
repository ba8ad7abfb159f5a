import type { InsightFacts } from '../insight-types.ts';
import type { GoneView, MoverView, RowView, SeriesView } from '../table-types.ts';
import type { Phrases } from './phrases.ts';
import { join, prose, say, type Sentence, strong, value, words } from './sentence.ts';

/** What one line says besides the total; with `withChange` also how the average has changed. */
export function newsOf(insight: InsightFacts, phrases: Phrases, withChange: boolean): Sentence | null {
  const { ranking, series } = insight;
  const moved = ranking && moversOf(ranking, phrases);
  const parts = [
    series && averageSentence(series, phrases, withChange || insight.change === null),
    moved ?? (ranking && mostSentence(insight, ranking.most, phrases)),
    series === null || series.finding === '' ? null : strong(prose(series.finding)),
    unusualSentence(insight, phrases),
  ];
  return join(parts, ' ');
}

/** The mean of a series' buckets, and the highest of them. */
function averageSentence(
  { average, highest }: SeriesView,
  phrases: Phrases,
  withChange: boolean,
): Sentence | null {
  if (average === null) return null;
  const { change, difference, note } = average;
  const noted = note === '' ? null : say` (${words(note)})`;
  const moved =
    withChange && change !== null ? say`, ${strong(phrases.change(change, difference))}${noted}` : null;
  const peak = highest && say`, highest ${strong(value(highest.label))} (${phrases.measured(highest.value)})`;
  return say`Average ${strong(phrases.measured(average.value))}${moved}${peak}.`;
}

/** The rows that moved by more than chance; null if none did. */
function moversOf(
  { up, down, added, lost }: NonNullable<InsightFacts['ranking']>,
  phrases: Phrases,
): Sentence | null {
  const parts = [
    up && moverSentence('Up most', up, phrases),
    down && moverSentence('Down most', down, phrases),
    added && say`New: ${strong(value(added.label))} (${phrases.measured(added.value)}).`,
    lost && say`Gone: ${goneRow(lost, phrases, strong)}.`,
  ];
  return join(parts, ' ');
}

function moverSentence(
  what: 'Up most' | 'Down most',
  { label, difference, mostly }: MoverView,
  phrases: Phrases,
): Sentence {
  const within = mostly.length === 0 ? null : say`, mostly ${join(mostly.map(value), ', ')}`;
  return say`${words(what)}: ${strong(value(label))} (${phrases.difference(difference)}${within}).`;
}

/** The largest rows that have disappeared; null if none has. */
export function goneOf({ ranking }: InsightFacts, phrases: Phrases): Sentence | null {
  if (ranking === null || ranking.gone.length === 0) return null;
  const rows = ranking.gone.map((row) => goneRow(row, phrases, (name) => name));
  const more = ranking.goneMore > 0 ? say` and ${phrases.number(ranking.goneMore)} more` : null;
  return say`Gone: ${join(rows, ', ')}${more}.`;
}

function goneRow(
  { label, previous }: GoneView,
  { measured }: Phrases,
  emphasize: (name: Sentence) => Sentence,
): Sentence {
  const before = previous === null ? null : say` (${measured(previous)} before)`;
  return say`${emphasize(value(label))}${before}`;
}

function mostSentence(
  { cutOff, rowCount, unit }: InsightFacts,
  most: RowView | null,
  { measured, percent }: Phrases,
): Sentence | null {
  if (most === null) return null;
  const name = strong(value(most.label));
  if (rowCount === 1 && !cutOff) return say`Only ${name} (${measured(most.value)}).`;
  const size = most.share === null ? measured(most.value) : percent(most.share);
  const isMean = most.share === null && unit === 'other';
  return say`${name} has the ${words(isMean ? 'highest' : 'most')} (${size}).`;
}

/** Whether a total lies outside of its usual range. */
export function isUnusual({ total, usual }: Pick<InsightFacts, 'total' | 'usual'>): boolean {
  return usual !== null && total !== null && (total < usual.low || total > usual.high);
}

function unusualSentence(insight: InsightFacts, { measured, number }: Phrases): Sentence | null {
  const { usual } = insight;
  if (usual === null || !isUnusual(insight)) return null;
  const range = say`${measured(usual.low)} to ${measured(usual.high)}`;
  return say`Usual by the ${number(usual.periods)} periods before are ${range}.`;
}
