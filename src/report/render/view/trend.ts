// Makes trends: the values that a sparkline draws, the time that they span (` over 13 weeks`), and the marks
// (such as releases) in it.
import type { ReportedInsight, Results } from '../../results/results.ts';
import { FEWEST_POINTS } from '../format/chart.ts';
import { formatTick } from '../format/dates.ts';
import { computeSpan, formatSpan, type Span } from './period.ts';
import type { TrendView } from './table-types.ts';

/** The totals of earlier periods, and of this one if it is over; null if nothing can be drawn. */
export function buildTotalTrend(insight: ReportedInsight, results: Results): TrendView | null {
  const { valuesOf, overTime, startMs } = drawHistories(insight, results);
  return buildTrendView(valuesOf(insight.totalHistory, insight.total), overTime, startMs, insight, results);
}

/** A value for each period, oldest first; null where it is not known. */
type TrendValues = readonly (number | null)[];

/** More would not fit on one line. */
const MOST_MARKS = 5;

/**
 * Values over a time, in words (` over 13 weeks`), and what is marked from `startMs` on to the period's end;
 * null if nothing can be drawn.
 */
export function buildTrendView(
  values: TrendValues,
  overTime: string,
  startMs: number,
  { interval, timezone }: ReportedInsight,
  { marks = [], locale }: Results,
): TrendView | null {
  if (values.length < FEWEST_POINTS || values.every((value) => value === null)) return null;
  const style = { unit: 'day', withYear: false, locale, timeZone: timezone } as const;
  const isWithin = (at: string): boolean =>
    Date.parse(at) >= startMs && Date.parse(at) < Date.parse(interval.end);
  const within = marks.filter(({ at }) => isWithin(at)).slice(-MOST_MARKS);
  return {
    values,
    text: `trend${overTime}`,
    marks: within.map(({ at, text }) => ({ text, day: formatTick(Date.parse(at), style, Infinity) })),
  };
}

/**
 * How the histories of an insight's total and rows are drawn, and which time they span.
 *
 * - A history of earlier periods, such as 12 weeks, ends with the current value if this period is over: 13
 *   values, ` over 13 weeks`. If the app has events since the third week only, the two before are left out.
 * - A history of this period's own buckets gets nothing added. A bucket that is still running, or has not
 *   begun, is left out, since it would look like a fall.
 */
export function drawHistories(insight: ReportedInsight, { generatedAt }: Results) {
  const { interval, timezone } = insight;
  const isOver = ({ end }: { readonly end: string }): boolean => Date.parse(end) <= Date.parse(generatedAt);
  const history = interval.complete ? insight.history : insight.history.filter(isOver);
  const [first, last] = [history[0], history.at(-1)];
  const isOfEarlierPeriods = last !== undefined && Date.parse(last.end) <= Date.parse(interval.start);
  const endsWithCurrent = isOfEarlierPeriods && interval.complete;
  const unknownCount = Math.min(
    history.length,
    countUnknown([insight.totalHistory, ...insight.rows.map((row) => row.history)]),
  );
  const count = history.length - unknownCount + (endsWithCurrent ? 1 : 0);
  const span = first && computeSpan(Date.parse(first.start), Date.parse(first.end), timezone);
  return {
    valuesOf: (values: TrendValues, current: number | null): TrendValues => {
      // A row's own history may be shorter.
      const finished =
        values.length === insight.history.length ? values.slice(unknownCount, history.length) : values;
      const drawn = endsWithCurrent ? [...finished, current] : finished;
      const isKnown = finished.some((value) => value !== null);
      return drawn.length >= FEWEST_POINTS && isKnown ? downsample(drawn) : [];
    },
    // The time that a trend spans, after the word: ` over 13 weeks`, ` over 12 periods of 30 days`.
    overTime: span === undefined ? '' : ` over ${writeTimes(span, count)}`,
    startMs: Date.parse((history[unknownCount] ?? interval).start),
  };
}

/** How many of the first values are unknown in every history: those of periods before the first event. */
export function countUnknown(histories: readonly TrendValues[]): number {
  const firstKnown = histories.map((values) => values.findIndex((value) => value !== null));
  const known = firstKnown.filter((index) => index >= 0);
  return known.length === 0 ? 0 : Math.min(...known);
}

function writeTimes(span: Span, count: number): string {
  return span.count === 1 ? formatSpan({ ...span, count }) : `${count} periods of ${formatSpan(span)}`;
}

/** A sparkline of more characters would break in a table. */
const TREND_LENGTH = 60;

/** Values averaged in groups, so that at most 60 remain; the mean of a group ignores missing ones. */
export function downsample(values: TrendValues): (number | null)[] {
  const size = Math.ceil(values.length / TREND_LENGTH);
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    computeMean(values.slice(index * size, (index + 1) * size)),
  );
}

/** The mean of the values that are not null; null if all are. */
export function computeMean(values: TrendValues): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
