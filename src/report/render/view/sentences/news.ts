// Writes what is new about an insight: its average, the rows that moved most (`Biggest gain: iPhone 17
// (+412).`), breaks, and unusual totals. Pure.
import type { InsightFacts } from '../insight-types.ts';
import type { GoneView, MoverView, RowView, SeriesView, TrendView } from '../table-types.ts';
import type { Phrases } from './phrases.ts';
import { chart, join, prose, say, type Sentence, strong, value, words } from './sentence.ts';
import { sparkline } from '../../format/chart.ts';
import { isBeyondNoise } from '../../../compare/movers.ts';
import { partByWeekdays } from '../../../compare/by-day.ts';
import { numberFormat } from '../../format/numbers.ts';

/**
 * What a line about an insight says besides the total: its average, the rows that moved most, a break in its
 * course, a total outside of its usual range; with `withChange` also how the average has changed. Null if
 * there is nothing.
 */
export function newsOf(
  insight: InsightFacts,
  phrases: Phrases,
  { withChange }: { readonly withChange: boolean },
): Sentence | null {
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
  const { change, difference } = average;
  const moved = withChange && change !== null ? say`, ${strong(phrases.change(change, difference))}` : null;
  const peak = highest && say`, highest ${strong(value(highest.label))} (${phrases.measured(highest.value)})`;
  return say`Average ${strong(phrases.measured(average.value))}${moved}${peak}.`;
}

/** The rows that moved by more than chance; null if none did. */
function moversOf(
  { up, down, added, lost }: NonNullable<InsightFacts['ranking']>,
  phrases: Phrases,
): Sentence | null {
  const parts = [
    up && moverSentence('Biggest gain', up, phrases),
    down && moverSentence('Biggest drop', down, phrases),
    added && say`New: ${strong(value(added.label))} (${phrases.measured(added.value)}).`,
    lost && say`Gone: ${goneRow(lost, phrases, strong)}.`,
  ];
  return join(parts, ' ');
}

/** `Biggest gain: iPhone 17 (+412, mostly DE).` */
function moverSentence(
  what: 'Biggest gain' | 'Biggest drop',
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

/** `iPhone 16 Pro has the most (25.6%).` */
function mostSentence(
  { cutOff, rowCount, rest, unit }: InsightFacts,
  most: RowView | null,
  { measured, percent }: Phrases,
): Sentence | null {
  if (most === null) return null;
  const name = strong(value(most.label));
  if (rowCount === 1 && !cutOff && rest === null) return say`Only ${name} (${measured(most.value)}).`;
  const size = most.share === null ? measured(most.value) : percent(most.share);
  const isMean = most.share === null && unit === 'other';
  return say`${name} has the ${words(isMean ? 'highest' : 'most')} (${size}).`;
}

/** Whether a total lies outside of its usual range. */
export function isUnusual({ total, usual }: Pick<InsightFacts, 'total' | 'usual'>): boolean {
  return usual !== null && total !== null && (total < usual.low || total > usual.high);
}

function unusualSentence(insight: InsightFacts, { measured, number }: Phrases): Sentence | null {
  const { usual, series } = insight;
  if (usual === null || !isUnusual(insight)) return null;
  const range = say`${measured(usual.low)} to ${measured(usual.high)}`;
  // Beside an average, the range would seem to be that of the average.
  const counted = series?.average?.leads === true ? ' of different users' : '';
  return say`Usual range${words(counted)}: ${range} (from the ${number(usual.periods)} periods before).`;
}

/**
 * `lowest Tue, Nov 10 (3,871) · trend over 14 weeks ▅▅▅▆ · Nov 9 – 15`: the line below a section's heading.
 */
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

/** The lowest bucket, and the last one unless it is the highest or the lowest. */
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

/**
 * `12 rows`; `first 10 rows` of an answer that was cut off there; null for a single row, which anyone can
 * see.
 */
export function countOf(
  { cutOff, rows, rowCount, rowWord }: InsightFacts,
  { number }: Phrases,
): Sentence | null {
  if (rowCount === 1 && !cutOff) return null;
  const part = cutOff ? words(rowCount > rows.length ? 'at least ' : 'first ') : null;
  return say`${part}${number(rowCount)} ${words(rowWord)}`;
}

/** From fewer users or events, a percentage says less than the two numbers. */
const SMALL = 30;
/** A change of more users or events than these is hardly chance, so it is not tested. */
const HARDLY_CHANCE = 300;

/**
 * What is shown next to a change: whether it is good news (`🟢 better`), if the insight says which direction
 * is, and the numbers of a small one (`from 4 to 9, may be chance`).
 */
export function describeChange(
  insight: Pick<InsightFacts, 'good' | 'unit' | 'period' | 'compared'>,
  value: number | null,
  previous: number | null,
  locale: string,
): string {
  const { good, unit, period, compared } = insight;
  if (value === null || previous === null || value === previous || previous === 0) return '';
  const isCount = unit !== 'other';
  const isSmall = isCount && previous > 0 && previous < SMALL;
  const isChance = isCount && value < HARDLY_CHANCE && !isBeyondNoise(value, previous, []);
  const parts: string[] = [];
  // A Sunday has fewer users than a Saturday: so much of the change may come from other days of the week.
  const byWeekdays = partByWeekdays({ interval: period, compare: compared }) * Math.max(value, previous);
  if (good != null && !isChance && Math.abs(value - previous) > byWeekdays) {
    const isBetter = value > previous === (good === 'up');
    parts.push(isBetter ? '🟢 better' : '🔴 worse');
  }
  if (isSmall) {
    const { number } = numberFormat(locale);
    parts.push(`from ${number(previous)} to ${number(value)}`);
    parts.push(isChance ? 'may be chance' : 'small numbers');
  }
  return parts.join(', ');
}
