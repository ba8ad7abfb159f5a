import { sparkline } from '../../format/chart.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { RowView, TrendView } from '../table-types.ts';
import type { Phrases } from './phrases.ts';
import { chart, join, say, type Sentence, strong, value, words } from './sentence.ts';

/** The figures that a glance does not have, in one line, with the period at its end. */
export function figuresOf(insight: InsightFacts, phrases: Phrases, when: Sentence | null): Sentence | null {
  const { totalTrend, trend } = insight;
  const parts = [
    ...lowestParts(insight, phrases),
    trend === null ? countOf(insight, phrases) : say`${trendOf(trend)}${marksOf(trend)}`,
    totalTrend === null || totalTrend === trend ? null : trendOf(totalTrend),
    when,
  ];
  return join(parts, ' · ');
}

function lowestParts({ series, period }: InsightFacts, phrases: Phrases): readonly Sentence[] {
  if (series === null || series.lowest === null) return [];
  const { lowest, last, highest } = series;
  const low = bucket('lowest', lowest, phrases);
  if (last === null || last.key === lowest.key || last.key === highest?.key) return [low];
  return [low, bucket(period?.complete === true ? 'last' : 'last complete', last, phrases)];
}

function bucket(name: string, row: RowView, { measured }: Phrases): Sentence {
  return say`${words(name)} ${strong(value(row.label))} (${measured(row.value)})`;
}

function trendOf({ text, values }: TrendView): Sentence {
  return say`${words(text)} ${chart(sparkline(values))}`;
}

function marksOf({ marks }: TrendView): Sentence | null {
  const happened = marks.map(({ text, day }) => say`${value(text)} on ${words(day)}`);
  return happened.length === 0 ? null : say` (${join(happened, ', ')})`;
}

/** How many rows there are, as far as that is known; null for a single one, which is there to be seen. */
export function countOf(
  { cutOff, rows, rowCount, rowWord }: InsightFacts,
  { number }: Phrases,
): Sentence | null {
  if (rowCount === 1 && !cutOff) return null;
  const some = cutOff ? words(rowCount > rows.length ? 'at least ' : 'first ') : null;
  return say`${some}${number(rowCount)} ${words(rowWord)}`;
}
