// Writes the most important number of an insight and its change: `12,450 users · ▲ 4.2%`. Pure.
import { subtract } from '../../format/numbers.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { Phrases } from './phrases.ts';
import { join, say, type Sentence, words } from './sentence.ts';

/** The number that leads an insight, and its change: `12,450 users · ▲ 4.2%`; null if it has none. */
export function leadOf(insight: InsightFacts, phrases: Phrases, separator: string): Sentence | null {
  const { funnel, returns, series, total, unit } = insight;
  const [experiment, another] = insight.experiments;
  const { amount, change, measured, percent } = phrases;
  if (funnel) return join([say`${percent(funnel.rate)} did every step`, movedOf(funnel, phrases)], separator);
  if (experiment && !another) return experiment.outcome;
  if (returns[0])
    return say`${percent(returns[0].rate)} of ${amount(returns[0].users, 'users')} came back ${words(returns[0].after)}`;
  const average = series?.average ?? null;
  if (average !== null && (average.leads || total === null)) {
    const moved = average.change === null ? null : change(average.change, average.difference);
    return join([say`average ${measured(average.value)}`, moved], separator);
  }
  if (isTotalHidden(insight)) return fewOf(insight, phrases);
  if (total === null) return null;
  const { moved, noneBefore } = totalMoved(insight, phrases);
  return join([amount(total, unit), moved, noneBefore], separator);
}

/** The number that `leadOf` writes; null if it is a verdict, or not known. */
export function leadValue({ funnel, returns, series, total }: InsightFacts): number | null {
  const average = series?.average ?? null;
  if (average !== null && (average.leads || total === null)) return average.value;
  return funnel?.rate ?? returns[0]?.rate ?? total;
}

/** How a total has changed, and whether it is the first that is not 0. */
export function totalMoved(
  { change, previousTotal, total }: InsightFacts,
  phrases: Phrases,
): { readonly moved: Sentence | null; readonly noneBefore: Sentence | null } {
  const isFirst = previousTotal === 0 && (total ?? 0) > 0;
  return {
    moved: change === null ? null : phrases.change(change, subtract(total, previousTotal)),
    noneBefore: isFirst ? words('none before') : null,
  };
}

/** How a funnel's rate has changed; null without a comparison. */
export function movedOf(
  { rate, previousRate }: NonNullable<InsightFacts['funnel']>,
  { points }: Phrases,
): Sentence | null {
  return previousRate === null ? null : points(subtract(rate, previousRate));
}

export function isTotalHidden({ hidden }: InsightFacts): boolean {
  return hidden.includes('total');
}

/** `fewer than 10 users`. */
export function fewOf({ fewerThan, unit }: InsightFacts, { number }: Phrases): Sentence {
  return say`fewer than ${number(fewerThan)} ${words(unit === 'events' ? unit : 'users')}`;
}

/** `12 rows`, `7 days`. */
export function rowsOf({ rowCount, rowWord }: InsightFacts, { number }: Phrases): Sentence {
  return say`${number(rowCount)} ${words(rowWord)}`;
}
