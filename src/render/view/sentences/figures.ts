import { sparkline } from '../../format/chart.ts';
import type { RowView } from '../table-types.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { Phrases } from './phrases.ts';
import { chart, join, say, type Sentence, strong, value, words } from './sentence.ts';

/** The figures that a glance does not have, in one line, with the period at its end. */
export function figuresOf(insight: InsightFacts, phrases: Phrases, when: Sentence | null): Sentence | null {
  const { kind, marks, totalTrend, totalTrendText, trend, trendText } = insight;
  const happened = marks.map(({ text, day }) => say`${value(text)} on ${words(day)}`);
  const marked = happened.length === 0 ? null : say` (${join(happened, ', ')})`;
  const hasTotals = totalTrend.length > 1 && kind !== 'ranking';
  const parts = [
    ...lowestParts(insight, phrases),
    trend.length > 1 ? say`${trendOf(trendText, trend)}${marked}` : countOf(insight, phrases),
    hasTotals ? trendOf(totalTrendText, totalTrend) : null,
    when,
  ];
  return join(parts, ' · ');
}

function lowestParts({ highest, last, lowest, period }: InsightFacts, phrases: Phrases): readonly Sentence[] {
  if (lowest === null) return [];
  const low = bucket('lowest', lowest, phrases);
  if (last === null || last.key === lowest.key || last.key === highest?.key) return [low];
  return [low, bucket(period?.complete === true ? 'last' : 'last complete', last, phrases)];
}

function bucket(name: string, row: RowView, { measured }: Phrases): Sentence {
  return say`${words(name)} ${strong(value(row.label))} (${measured(row.value)})`;
}

function trendOf(text: string, trend: InsightFacts['trend']): Sentence {
  return say`${words(text)} ${chart(sparkline(trend))}`;
}

/** How many rows there are, as far as that is known; null for a single one, which is there to be seen. */
export function countOf(
  { cutOff, hidden, rowCount, rowWord }: InsightFacts,
  { number }: Phrases,
): Sentence | null {
  if (rowCount === 1 && !cutOff) return null;
  const some = cutOff ? words(hidden > 0 ? 'at least ' : 'first ') : null;
  return say`${some}${number(rowCount)} ${words(rowWord)}`;
}
