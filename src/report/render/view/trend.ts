// Makes trends: the values that a sparkline draws, the time that they span (` over 13 weeks`), and the marks
// (such as releases) in it. Pure.
import type { ReportedInsight, Results } from '../../results/results.ts';
import { FEWEST_POINTS } from '../format/chart.ts';
import { formatTick } from '../format/buckets.ts';
import { computeSpan, formatSpan } from './span.ts';
import type { TrendView } from './table-types.ts';

/** The totals of earlier periods, and of this one if it is over; null if nothing can be drawn. */
export function buildTotalTrend(insight: ReportedInsight, results: Results): TrendView | null {
  const span = trendSpanOf(insight, results);
  const values = drawHistory(insight.totalHistory, insight.total, span);
  return buildTrendView(values, span.overTime, span.startMs, insight, results);
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
  const isWithin = (at: string) => Date.parse(at) >= startMs && Date.parse(at) < Date.parse(interval.end);
  const within = marks.filter(({ at }) => isWithin(at)).slice(-MOST_MARKS);
  return {
    values,
    text: `trend${overTime}`,
    marks: within.map(({ at, text }) => ({ text, day: formatTick(Date.parse(at), style, Infinity) })),
  };
}

/** Which part of an insight's histories is drawn. */
interface TrendSpan {
  /** How many values a history of the insight has; a row's own may have fewer. */
  readonly length: number;
  /** The places of the first drawn value, and of the first one that is not drawn any more. */
  readonly first: number;
  readonly end: number;
  /** Whether the current value is drawn after them. */
  readonly endsWithCurrent: boolean;
  /** When the first drawn value begins, in epoch milliseconds. */
  readonly startMs: number;
  /** The time that is drawn, for a heading: ` over 13 weeks`, ` over 12 periods of 30 days`. */
  readonly overTime: string;
}

/**
 * Which part of the histories of an insight's total and rows is drawn.
 *
 * - A history of earlier periods, such as 12 weeks, ends with the current value if this period is over: 13
 *   values, ` over 13 weeks`. If the app has events since the third week only, the two before are left out.
 * - A history of this period's own buckets gets nothing added. A bucket that is still running, or has not
 *   begun, is left out, since it would look like a fall.
 */
export function trendSpanOf(insight: ReportedInsight, { generatedAt }: Results): TrendSpan {
  const { interval, history, timezone, totalHistory, rows } = insight;
  const isOver = ({ end }: { readonly end: string }) => Date.parse(end) <= Date.parse(generatedAt);
  const end = interval.complete ? history.length : history.filter(isOver).length;
  const first = Math.min(end, countUnknown([totalHistory, ...rows.map((row) => row.history)]));
  const endsWithCurrent = interval.complete && hasEarlierPeriods(insight);
  const [period] = history.slice(first, end);
  const count = end - first + (endsWithCurrent ? 1 : 0);
  return {
    length: history.length,
    first,
    end,
    endsWithCurrent,
    startMs: Date.parse((period ?? interval).start),
    overTime: period === undefined ? '' : ` over ${writeTimes(period, count, timezone)}`,
  };
}

/** Whether the history is of earlier periods. That of a timeseries may be of its own buckets instead. */
export function hasEarlierPeriods({ history, interval }: ReportedInsight): boolean {
  const last = history.at(-1);
  return last !== undefined && Date.parse(last.end) <= Date.parse(interval.start);
}

/** `13 weeks`, or `12 periods of 30 days`. */
function writeTimes({ start, end }: ReportedInsight['history'][number], count: number, timezone: string) {
  const span = computeSpan(Date.parse(start), Date.parse(end), timezone);
  return span.count === 1 ? formatSpan({ ...span, count }) : `${count} periods of ${formatSpan(span)}`;
}

/** The drawn values of a history, and perhaps the current one; none if they are too few or all unknown. */
export function drawHistory(
  history: TrendValues,
  current: number | null,
  { length, first, end, endsWithCurrent }: TrendSpan,
): TrendValues {
  const past = history.length === length ? history.slice(first, end) : history;
  const values = endsWithCurrent ? [...past, current] : past;
  const isDrawn = values.length >= FEWEST_POINTS && past.some((value) => value !== null);
  return isDrawn ? downsample(values) : [];
}

/** How many of the first values are unknown in every history: those of periods before the first event. */
export function countUnknown(histories: readonly TrendValues[]): number {
  const firstPlaces = histories
    .map((values) => values.findIndex((value) => value !== null))
    .filter((place) => place >= 0);
  return firstPlaces.length === 0 ? 0 : Math.min(...firstPlaces);
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
