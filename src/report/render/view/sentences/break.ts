// Writes where a timeseries leaves its usual course: "Since Nov 3 about 2.1 times as many as before, the day
// after v4.1.". Pure.
import { findBreak } from '../../../compare/breaks.ts';
import type { ReportedInsight, Results, ResultsRow } from '../../../results/results.ts';
import { MS_PER_DAY } from '../../../../tql/time/interval.ts';
import { isoDay } from '../../format/dates.ts';
import { bucketUnit } from '../../format/buckets.ts';
import { display } from '../../format/display.ts';
import { numberFormat } from '../../format/numbers.ts';
import { LATE_MS } from '../period.ts';
import { daysBetween } from '../span.ts';

/**
 * Where the finished buckets of a series leave their usual course, in a sentence; empty if they do not.
 * `labelOf` writes a bucket's key as a reader sees it.
 */
export function describeBreak(
  insight: ReportedInsight,
  { insights, locale, generatedAt, marks = [] }: Results,
  finished: readonly ResultsRow[],
  labelOf: (key: string) => string,
): string {
  if (insight.unit === 'other') return '';
  const values = finished.map(({ value }) => value ?? 0);
  const [startMs = NaN, nextMs = NaN] = finished.map(({ key }) => Date.parse(key));
  const change = findBreak(values, seasonOf(insight.query.granularity, nextMs - startMs), insights.length);
  const bucket = finished[change?.index ?? NaN];
  if (change === null || bucket === undefined) return '';
  // Events of the last hours are still to arrive.
  const isLate = Date.parse(generatedAt) - (Date.parse(bucket.key) + nextMs - startMs) < LATE_MS;
  const isUnsure = (factor: number) => insight.noEventsOn !== undefined || (factor < 1 && isLate);
  if (change.kind !== 'silence' && isUnsure(change.factor)) return '';
  const [label, after] = [labelOf(bucket.key), markBefore(bucket.key, marks, insight.timezone)];
  const { number, percent, tenths } = numberFormat(locale);
  switch (change.kind) {
    case 'silence':
      return `No ${insight.unit} since ${label}${after}.`;
    case 'step':
      return change.factor > 1
        ? `Since ${label} about ${tenths(change.factor)} times as many as before${after}.`
        : `Since ${label} about ${percent(1 - change.factor)} fewer than before${after}.`;
    case 'outlier':
      return `${label} had ${tenths(change.factor)} times the usual (about ${number(Math.round(change.usual))})${after}.`;
  }
}

/**
 * After how many buckets a rhythm repeats: a week, which has a weekend. It is 7 for days and 28 for buckets
 * of six hours; 1 (no rhythm) for whole weeks and longer units; infinite if weeks do not divide into the
 * buckets, as with those of two or ten days: then only silence is found.
 */
function seasonOf(granularity: unknown, bucketMs: number): number {
  const unit = bucketUnit(granularity);
  if (unit === 'day') return 7;
  const perWeek = (7 * MS_PER_DAY) / bucketMs;
  if (perWeek > 1.5) return Number.isInteger(perWeek) ? perWeek : Infinity;
  return unit !== null || Number.isInteger(1 / perWeek) ? 1 : Infinity;
}

/** For how many days after a mark a change may have come from it. */
const FOLLOWS_DAYS = 3;

/** The last mark that a bucket follows, in words; empty if there is none. */
function markBefore(key: string, marks: NonNullable<Results['marks']>, timeZone: string): string {
  const dayOf = (at: string) => isoDay(Date.parse(at), timeZone);
  const daysAfter = (at: string) => daysBetween(dayOf(at), dayOf(key));
  const mark = marks.findLast(({ at }) => daysAfter(at) >= 0 && daysAfter(at) <= FOLLOWS_DAYS);
  if (mark === undefined) return '';
  const days = daysAfter(mark.at);
  const when = ['the day of', 'the day after'][days] ?? `${days} days after`;
  return `, ${when} ${display(mark.text)}`;
}
