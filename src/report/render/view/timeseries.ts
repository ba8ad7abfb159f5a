import { begunRows, completeBuckets } from '../../compare/complete-buckets.ts';
import { relativeChange } from '../../compare/rows.ts';
import { bucketEndMs } from '../../../tql/buckets.ts';
import { parseGranularity } from '../../../tql/granularity.ts';
import { MS_PER_DAY, rangeOf } from '../../../tql/interval.ts';
import type { ReportedInsight, Results, ResultsRow } from '../../results/results.ts';
import { numberFormat, subtract } from '../format/numbers.ts';
import { bucketDays, dayRatio } from '../../compare/by-day.ts';
import { outputKind } from '../../tables/aggregations.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { type BucketStyle, bucketUnit, formatBucket, formatTick, isoDay } from '../format/dates.ts';
import { buildColumns, metricTitle } from './columns.ts';
import { type DiagramPoint, MARK, MOST_POINTS, renderLineDiagram } from './diagram.ts';
import { buildPeriodView, daysBetween, formatSpan } from './period.ts';
import { bucketStyle, buildRowView, displayedChange, formatBucketLabel, tableOf } from './rows.ts';
import type { InsightFacts } from './insight-types.ts';
import type { AverageView, RowView } from './table-types.ts';
import { buildTrendView, computeMean, downsample } from './trend.ts';
import { findBreak } from '../../compare/breaks.ts';
import { display } from '../format/display.ts';
import { plural } from '../../../text/plural.ts';

const LONG_TABLE_ROWS = 7;

/** The fields of a timeseries. */
export function buildTimeseriesView(insight: ReportedInsight, results: Results): Partial<InsightFacts> {
  const { buckets, finished } = selectTimeseriesRows(insight, results);
  const style = bucketStyle(insight, results, buckets);
  const { dates, soFar } = buildPeriodView(insight, results);
  const isOne = isOneBucket(insight.query) && buckets.length === 1;
  const labelOf = (key: string): string =>
    isOne ? dates : formatBucketLabel(key, (ms) => `${formatBucket(ms, style)}${partText(ms, insight)}`);
  const marksOf = marksByBucket(buckets, insight, results);
  const last = finished.at(-1);
  const toRow = (row: ResultsRow): RowView =>
    buildRowView(row, insight, {
      marks: marksOf.get(row.key) ?? [],
      label: labelOf(row.key),
      soFar: row === buckets.at(-1) && row !== last && soFar.endsWith('so far'),
    });
  const rows = buckets.slice(Math.max(0, buckets.length - insight.top)).map(toRow);
  const values = finished.map(({ value }) => value);
  const [least, highest] = findExtremes(finished, daysOf(insight));
  const hidesSome = finished.some(hides('value'));
  const lowest = hidesSome ? null : least;
  const unit = bucketUnit(insight.query.granularity);
  const columns = buildColumns(insight, rows, { kind: 'series' });
  const count = finished.length;
  const overTime = ` over ${count} ${plural(unit ?? 'bucket', count)}`;
  return {
    ...tableOf('series', columns, rows, buckets.length, unit ?? 'row'),
    trend: buildTrendView(downsample(values), overTime, Date.parse(insight.interval.start), insight, results),
    series: {
      average: averageOf(finished, insight),
      highest: highest && toRow(highest),
      lowest: lowest && toRow(lowest),
      last: finished.length > 1 && last !== undefined && last.value !== null ? toRow(last) : null,
      finding: hidesSome ? '' : describeBreak(insight, results, finished, labelOf),
    },
    diagram: values.includes(null)
      ? ''
      : renderLineDiagram(buildAxisPoints(finished, style, marksOf), metricTitle(insight)),
    long: rows.length >= LONG_TABLE_ROWS,
    notes: [...insight.notes, ...lengthNotes(insight, rows.length)],
  };
}

/**
 * ` (incomplete, 5 of 7 days)` for a week, month, quarter or year of which the period has only a part;
 * else empty.
 */
function partText(startMs: number, { query, interval, timezone }: ReportedInsight): string {
  const granularity = parseGranularity(query.granularity);
  const end = granularity === null ? null : bucketEndMs(granularity, timezone, startMs);
  const { startMs: fromMs, endMs: untilMs } = rangeOf(interval);
  // The bucket of now is said to be so far.
  if (end === null || (!interval.complete && end > untilMs)) return '';
  const day = (ms: number): string => isoDay(ms, timezone);
  const all = daysBetween(day(startMs), day(end));
  const coveredDays = daysBetween(day(Math.max(startMs, fromMs)), day(Math.min(end, untilMs)));
  return all > 1 && coveredDays < all && coveredDays > 0
    ? ` (incomplete, ${coveredDays} of ${all} days)`
    : '';
}

/**
 * The mean of the buckets. Its change is of those that have both values: buckets before the app's first day
 * would distort it.
 */
function averageOf(finished: readonly ResultsRow[], insight: ReportedInsight): AverageView | null {
  const mean = finished.length > 1 ? computeMean(finished.map(({ value }) => value)) : null;
  // The mean of what is shown would be too high.
  if (mean === null || finished.some(hides('value'))) return null;
  const comparable = finished.filter(({ value, previous }) => value !== null && previous !== null);
  const compared = comparable.length < 2 || finished.some(hides('previous')) ? [] : comparable;
  const now = computeMean(compared.map(({ value }) => value));
  const earlier = computeMean(compared.map(({ previous }) => previous));
  const hasDays = ['hour', 'day', 'week'].includes(bucketUnit(insight.query.granularity) ?? 'day');
  const before = earlier === null || hasDays ? earlier : earlier * dayRatio(insight, insight.metric);
  return {
    value: insight.unit !== 'other' && Math.abs(mean) >= 100 ? Math.round(mean) : mean,
    change: displayedChange(relativeChange(now, before), now, before),
    difference: subtract(now, before),
    leads: insight.unit === 'users',
  };
}

function hides(name: string): (row: ResultsRow) => boolean {
  return ({ hidden }) => hidden?.includes(name) === true;
}

/** The texts of the marks in each bucket, by its key. */
function marksByBucket(
  buckets: readonly ResultsRow[],
  { interval }: ReportedInsight,
  { marks = [] }: Results,
): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>();
  for (const { at, text } of marks) {
    const isWithin = Date.parse(at) < Date.parse(interval.end);
    const bucket = buckets.findLast(({ key }) => Date.parse(key) <= Date.parse(at));
    if (isWithin && bucket !== undefined) texts.set(bucket.key, [...(texts.get(bucket.key) ?? []), text]);
  }
  return texts;
}

function buildAxisPoints(
  finished: readonly ResultsRow[],
  style: BucketStyle,
  marks: ReadonlyMap<string, readonly string[]>,
): DiagramPoint[] {
  const shown = finished.slice(-MOST_POINTS);
  return shown.map(({ key, value }) => ({
    label: `${formatBucketLabel(key, (ms) => formatTick(ms, style, shown.length))}${marks.has(key) ? MARK : ''}`,
    value: value ?? 0,
  }));
}

/**
 * The buckets of a timeseries that have begun, oldest first; `finished` are those that are over and lie
 * entirely within the period.
 */
function selectTimeseriesRows(
  insight: ReportedInsight,
  { generatedAt }: Results,
): { readonly buckets: readonly ResultsRow[]; readonly finished: readonly ResultsRow[] } {
  const nowMs = Date.parse(generatedAt);
  // A `descending` query is answered newest first.
  const buckets = begunRows(insight, nowMs).toSorted(
    (one, other) => (Date.parse(one.key) || 0) - (Date.parse(other.key) || 0),
  );
  // The buckets that a limit left out may be the highest, the lowest or the last.
  return { buckets, finished: insight.cutOff ? [] : completeBuckets({ ...insight, rows: buckets }, nowMs) };
}

/** The length of a bucket in days; 1 of what does not add up. */
function daysOf({ query, metric, timezone, interval }: ReportedInsight): (row: ResultsRow) => number {
  const isSum = metric !== null && outputKind(query, metric) === 'additive';
  return ({ key }) =>
    isSum ? bucketDays(query.granularity, timezone, rangeOf(interval), Date.parse(key)) : 1;
}

/**
 * The buckets with the lowest and the highest value; null if there are fewer than two buckets, or several
 * are equal. A month that is lowest because it is shorter is none.
 */
function findExtremes(
  rows: readonly ResultsRow[],
  days: (row: ResultsRow) => number,
): [lowest: ResultsRow | null, highest: ResultsRow | null] {
  const valued = rows.flatMap((row) =>
    row.value === null ? [] : [{ row, value: row.value, byDay: row.value / days(row) }],
  );
  const [first, ...others] = valued;
  if (first === undefined || rows.length < 2) return [null, null];
  const best = (sign: 1 | -1, measure: 'value' | 'byDay') =>
    others.reduce(
      (bestSoFar, each) => (sign * (each[measure] - bestSoFar[measure]) > 0 ? each : bestSoFar),
      first,
    );
  const [lowest, highest] = ([-1, 1] as const).map((sign) => {
    const [most, byDay] = [best(sign, 'value'), best(sign, 'byDay')];
    const isSole = valued.filter(({ value }) => value === most.value).length === 1;
    return isSole && most.byDay === byDay.byDay ? most : null;
  });
  if (best(1, 'byDay').byDay === best(-1, 'byDay').byDay) return [null, null];
  return [lowest?.row ?? null, highest?.row ?? null];
}

/**
 * A note if days are compared with other days of the week, because people use an app differently on Sundays,
 * or months with longer ones.
 */
function lengthNotes(
  { compare, interval, metric, query, timezone }: ReportedInsight,
  rowCount: number,
): readonly string[] {
  const unit = bucketUnit(query.granularity);
  if (compare === null || rowCount < 2 || unit === null) return [];
  if (unit !== 'hour' && unit !== 'day' && unit !== 'week')
    return compare.length === undefined && outputKind(query, metric) === 'additive'
      ? [`A ${unit} may be longer than the one it is compared with, so sums are compared by day.`]
      : [];
  const [compared = '', start = ''] = [compare, interval].map((each) =>
    isoDay(Date.parse(each.start), timezone),
  );
  const count = daysBetween(compared, start);
  const words = formatSpan({ count, unit: 'day' });
  return unit !== 'day' || count % 7 === 0
    ? []
    : [`Each day is compared with the one ${words} before it, another day of the week.`];
}

/** After how many buckets a rhythm repeats: for days and what is shorter, a week, which has a weekend. */
function seasonOf(granularity: unknown, finished: readonly ResultsRow[]): number {
  if (bucketUnit(granularity) === 'day') return 7;
  const [first, second] = finished.map(({ key }) => Date.parse(key));
  const stepMs = (second ?? NaN) - (first ?? NaN);
  return stepMs < MS_PER_DAY ? Math.round((7 * MS_PER_DAY) / stepMs) : 1;
}

/** Where the finished buckets of a series leave their usual course, in a sentence; empty if they do not. */
function describeBreak(
  insight: ReportedInsight,
  { insights, locale, marks = [] }: Results,
  finished: readonly ResultsRow[],
  labelOf: (key: string) => string,
): string {
  if (insight.unit === 'other') return '';
  const values = finished.map(({ value }) => value ?? 0);
  const season = seasonOf(insight.query.granularity, finished);
  const change = findBreak(values, season, insights.length);
  const bucket = finished[change?.index ?? NaN];
  if (change === null || bucket === undefined) return '';
  if (change.kind !== 'silence' && insight.noEventsOn !== undefined) return '';
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

/** How many days after a mark a change may be its doing. */
const FOLLOWS_DAYS = 3;
/** The last mark that a bucket follows, in words; empty if there is none. */
function markBefore(key: string, marks: NonNullable<Results['marks']>, timeZone: string): string {
  const dayOf = (at: string): string => isoDay(Date.parse(at), timeZone);
  const daysAfter = (at: string): number => daysBetween(dayOf(at), dayOf(key));
  const mark = marks.findLast(({ at }) => daysAfter(at) >= 0 && daysAfter(at) <= FOLLOWS_DAYS);
  if (mark === undefined) return '';
  const days = daysAfter(mark.at);
  const when = days === 0 ? 'the day of' : days === 1 ? 'the day after' : `${days} days after`;
  return `, ${when} ${display(mark.text)}`;
}
