import type { GoneView, RowView } from '../table-types.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { Phrases } from './phrases.ts';
import { join, prose, say, type Sentence, strong, value, words } from './sentence.ts';

/** What one line says besides the total; with `withChange` also how the average has changed. */
export function newsOf(
  insight: InsightFacts,
  phrases: Phrases,
  withChange: boolean,
): readonly (Sentence | null)[] {
  const { up, down, added, lost, upMostly, downMostly } = insight.movers;
  const moved = [
    up && moverSentence('Up most', up, upMostly, phrases),
    down && moverSentence('Down most', down, downMostly, phrases),
    added && say`New: ${strong(value(added.label))} (${phrases.measured(added.value)}).`,
    lost && goneSentence(lost, phrases),
  ];
  const isMoved = moved.some((each) => each !== null);
  return [
    averageSentence(insight, phrases, withChange || insight.change === null),
    ...moved,
    isMoved ? null : mostSentence(insight, phrases),
    insight.finding === '' ? null : strong(prose(insight.finding)),
    unusualSentence(insight, phrases),
  ];
}

function averageSentence(insight: InsightFacts, phrases: Phrases, withChange: boolean): Sentence | null {
  const { average, averageChange, averageDifference, averageChangeNote: note, highest } = insight;
  if (average === null) return null;
  const noted = note === '' ? null : say` (${words(note)})`;
  const change =
    withChange && averageChange !== null
      ? say`, ${strong(phrases.change(averageChange, averageDifference))}${noted}`
      : null;
  const peak = highest && say`, highest ${strong(value(highest.label))} (${phrases.measured(highest.value)})`;
  return say`Average ${strong(phrases.measured(average))}${change}${peak}.`;
}

function moverSentence(
  what: 'Up most' | 'Down most',
  { label, difference }: RowView,
  mostly: readonly string[],
  phrases: Phrases,
): Sentence {
  const within = mostly.length === 0 ? null : say`, mostly ${join(mostly.map(value), ', ')}`;
  return say`${words(what)}: ${strong(value(label))} (${phrases.difference(difference)}${within}).`;
}

function goneSentence({ label, previous }: GoneView, { measured }: Phrases): Sentence {
  return say`Gone: ${strong(value(label))} (${measured(previous)} before).`;
}

function mostSentence(
  { cutOff, most, rowCount, unit }: InsightFacts,
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
export function isUnusual({ total, usual }: InsightFacts): boolean {
  return usual !== null && total !== null && (total < usual.low || total > usual.high);
}

function unusualSentence(insight: InsightFacts, { measured, number }: Phrases): Sentence | null {
  const { usual } = insight;
  if (usual === null || !isUnusual(insight)) return null;
  const range = say`${measured(usual.low)} to ${measured(usual.high)}`;
  return say`Usual by the ${number(usual.periods)} periods before are ${range}.`;
}
