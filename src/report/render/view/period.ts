// Writes periods in words: `Nov 9 – 15, 2026 (UTC), today so far`, compared with `the week before`; and
// lengths of time: `13 weeks`. Pure.
import type { ComparedPeriod, ReportedInsight, Results } from '../../results/results.ts';
import { otherWeekdays } from '../../compare/by-day.ts';
import { plural } from '../../../text/plural.ts';
import { rangeOf } from '../../results/dates.ts';
import { formatDays, formatProgress, formatRange, isMidnight, isoDay } from '../format/dates.ts';
import type { ComparedView, PeriodView } from './insight-types.ts';
import { computeSpan, daysBetween, formatSpan, HOUR_MS } from './span.ts';

/** An insight's period, with its dates in words. */
export function buildPeriodView(insight: ReportedInsight, results: Results): PeriodView {
  const { interval, timezone } = insight;
  const { startMs } = rangeOf(interval);
  const count = daysBetween(isoDay(startMs, timezone), isoDay(lastMomentOf(insight, results), timezone)) + 1;
  return {
    ...interval,
    timezone,
    ...periodText(insight, results),
    days: isOfDays(insight) ? `${count} ${plural('day', count)}` : '',
    late: lateNote(insight, results),
  };
}

/** The interval and zone of an insight, or of a gate's numbers. */
type Timed = Pick<ReportedInsight, 'timezone'> & {
  readonly interval: Omit<ReportedInsight['interval'], 'label'>;
};

/** A period's dates, how far it has come, and both in one text. */
export function periodText(timed: Timed, results: Results): Pick<PeriodView, 'dates' | 'soFar' | 'text'> {
  const { interval, timezone } = timed;
  const { startMs, endMs } = rangeOf(interval);
  const lastMs = lastMomentOf(timed, results);
  const dates =
    lastMs < endMs - 1
      ? formatDays(startMs, lastMs + 1, results.locale, timezone)
      : formatRange(startMs, endMs, results.locale, timezone);
  const progress = formatProgress(interval, results.generatedAt);
  const soFar = progress === 'so far' && endsToday(timed, results) ? 'today so far' : progress;
  return { dates, soFar, text: `${dates} (${timezone})${soFar === '' ? '' : `, ${soFar}`}` };
}

/**
 * The period that an insight is compared with, named by its relation to the insight's period; null without a
 * comparison.
 */
export function buildComparedView(insight: ReportedInsight, locale: string): ComparedView | null {
  if (insight.compare === null) return null;
  const { start, end } = insight.compare;
  const { startMs, endMs } = rangeOf(insight.compare);
  const isRunning = !insight.interval.complete;
  const upToNow = isRunning ? ', up to the same point' : '';
  // "Up to the same point" already says where the period is upToNow: the exact minute would be noise.
  const format = isRunning && isMidnight(startMs, insight.timezone) ? formatDays : formatRange;
  const dates = format(startMs, endMs, locale, insight.timezone);
  const { length } = insight.compare;
  const lengths = length && lengthsInWords(length);
  const days = lengths === undefined ? '' : ` (${lengths})`;
  const weekdays = otherWeekdays(insight);
  const relation = describeRelation(insight, insight.compare) ?? dates;
  const words = `${relation}${upToNow}${weekdays && `, ${weekdays}`}${days}`;
  return { start, end, words, dates };
}

/** `31 days against 30 days, so sums are compared by day`; of days on which clocks change, in hours. */
function lengthsInWords({ days, earlier }: NonNullable<ComparedPeriod['length']>): string {
  return Number.isInteger(days) && Number.isInteger(earlier)
    ? `${days} days against ${earlier} days, so sums are compared by day`
    : `${Math.round(days * 24)} hours against ${Math.round(earlier * 24)} hours, so sums are compared by hour`;
}

/** `the week before` if the periods adjoin; `the same dates a year earlier`; null for anything else. */
function describeRelation({ interval, timezone }: ReportedInsight, compared: ComparedPeriod): string | null {
  const { startMs, endMs } = rangeOf(interval);
  const comparedMs = Date.parse(compared.start);
  const length = computeSpan(startMs, endMs, timezone);
  const shift = computeSpan(comparedMs, startMs, timezone);
  if (length.unit === 'hour') {
    const durationMs = endMs - startMs;
    if (durationMs !== startMs - comparedMs) return null;
    if (durationMs % HOUR_MS !== 0) return 'the same length of time before';
    return `the ${formatSpan(length)} before`;
  }
  if (length.unit === shift.unit && length.count === shift.count) return `the ${formatSpan(length)} before`;
  const start = isoDay(startMs, timezone);
  const days = daysBetween(isoDay(comparedMs, timezone), start);
  const lengthDays = daysBetween(start, isoDay(endMs, timezone));
  if (days === lengthDays) return `the ${formatSpan({ count: days, unit: 'day' })} before`;
  switch (compared.relation) {
    case '52-weeks-earlier':
      return 'the same weekdays 52 weeks earlier';
    case 'previous-year':
      return `the same ${plural('date', lengthDays)} a year earlier`;
    default:
      return null;
  }
}

/** How long after a period's end events may still arrive: devices send them when they are next online. */
export const SETTLED_AFTER_MS = 48 * HOUR_MS;

/** So soon after its end, a period may lack so many of its last events that a count seems to have fallen. */
export const LATE_MS = 6 * HOUR_MS;

function lateNote({ interval }: ReportedInsight, { generatedAt }: Results): string {
  if (Date.parse(interval.start) > Date.parse(generatedAt)) return 'the period has not begun yet';
  if (!interval.complete) return 'the period is still running';
  return endedText(interval, Date.parse(generatedAt), SETTLED_AFTER_MS);
}

/** `the period ended 3 hours ago, events may still arrive`, if it ended within some time; else empty. */
export function endedText(
  { end, complete }: Pick<Timed['interval'], 'end' | 'complete'>,
  nowMs: number,
  withinMs: number,
): string {
  const agoMs = nowMs - Date.parse(end);
  if (!complete || !(agoMs < withinMs)) return '';
  const hours = Math.max(1, Math.round(agoMs / HOUR_MS));
  return `the period ended ${hours === 1 ? 'an hour' : `${hours} hours`} ago, events may still arrive`;
}

/** Whether today is one of a period's days, the last of them or not; a period of hours has none. */
function endsToday(timed: Timed, { generatedAt }: Pick<Results, 'generatedAt'>): boolean {
  const { interval, timezone } = timed;
  const { startMs, endMs } = rangeOf(interval);
  const today = isoDay(Date.parse(generatedAt), timezone);
  return isOfDays(timed) && isoDay(startMs, timezone) <= today && isoDay(endMs - 1, timezone) >= today;
}

/** Whether a period begins and ends at midnight in its zone. */
function isOfDays({ interval, timezone }: Timed): boolean {
  const { startMs, endMs } = rangeOf(interval);
  return isMidnight(startMs, timezone) && isMidnight(endMs, timezone);
}

/** The last moment of a period; of days of which the last ones are ahead, now. */
function lastMomentOf(timed: Timed, results: Pick<Results, 'generatedAt'>): number {
  const lastMs = rangeOf(timed.interval).endMs - 1;
  return endsToday(timed, results) ? Math.min(lastMs, Date.parse(results.generatedAt)) : lastMs;
}

/** Whether two periods, or two compared periods, are the same in every field. */
export function isSamePeriod(
  one: PeriodView | ComparedView | null,
  other: PeriodView | ComparedView | null,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
