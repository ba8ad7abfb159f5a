// Makes the table and the trend of a timeseries, and what is said of it: its average, its highest and lowest
// bucket, and where it leaves its usual course. A bucket is an hour, a day, a week and so on. It is
// - finished, if it is over and the period has all of it: only these count for the average and the trend;
// - running, if it holds the present: the last row, marked "so far";
// - incomplete, if it is over, but the period begins or ends within it: "(incomplete, 5 of 7 days)".
import { begunRows, completeBuckets } from '../../../compare/complete-buckets.ts';
import { relativeChange } from '../../../compare/rows.ts';
import type { ReportedInsight, Results, ResultsRow } from '../../../results/results.ts';
import { displayedChange, subtract } from '../../format/numbers.ts';
import { dayRatio } from '../../../compare/by-day.ts';
import { outputKind } from '../../../tables/query/counting.ts';
import { isOneBucket } from '../../../tables/companion-queries.ts';
import { isoDay } from '../../format/dates.ts';
import { type BucketStyle, bucketUnit, formatBucket, formatTick } from '../../format/buckets.ts';
import { buildColumns } from '../columns.ts';
import { metricTitle } from '../headings.ts';
import { type DiagramPoint, MARK, MOST_POINTS, renderLineDiagram } from '../diagram.ts';
import { buildPeriodView } from '../period.ts';
import { daysBetween, formatSpan } from '../span.ts';
import { buildRowView, tableOf } from '../rows.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { AverageView } from '../table-types.ts';
import { describeBreak } from '../sentences/break.ts';
import { buildTrendView, computeMean, downsample } from '../trend.ts';
import { plural } from '../../../../text/plural.ts';
import { bucketStyle, formatBucketLabel, partText } from './bucket-labels.ts';

/** A table of as many rows is folded. */
const LONG_TABLE_ROWS = 7;

/** The fields of a timeseries. */
export function buildTimeseriesView(insight: ReportedInsight, results: Results): Partial<InsightFacts> {
  const { buckets, finished } = selectTimeseriesRows(insight, results);
  const style = bucketStyle(insight, results, buckets);
  const { dates, soFar } = buildPeriodView(insight, results);
  const isOneBucketForAll = isOneBucket(insight.query) && buckets.length === 1;
  const labelOf = (key: string) =>
    isOneBucketForAll
      ? dates
      : formatBucketLabel(key, (ms) => `${formatBucket(ms, style)}${partText(ms, insight)}`);
  const marksOf = marksByBucket(buckets, insight, results);
  const last = finished.at(-1);
  const isRunning = (row: ResultsRow) => row === buckets.at(-1) && row !== last && soFar.endsWith('so far');
  const toRow = (row: ResultsRow) =>
    buildRowView(row, insight, {
      marks: marksOf.get(row.key) ?? [],
      label: labelOf(row.key),
      soFar: isRunning(row),
    });
  const rows = buckets.slice(Math.max(0, buckets.length - insight.top)).map(toRow);
  const values = finished.map(({ value }) => value);
  const { lowest, highest } = findExtremes(finished);
  const hidesValues = finished.some(hides('value'));
  const unit = bucketUnit(insight.query.granularity);
  const overTime = ` over ${finished.length} ${plural(unit ?? 'bucket', finished.length)}`;
  const columns = buildColumns(insight, rows, { kind: 'series' });
  return {
    ...tableOf({ kind: 'series', columns, rows, count: buckets.length, word: unit ?? 'row' }),
    trend: buildTrendView(downsample(values), overTime, Date.parse(insight.interval.start), insight, results),
    series: {
      average: averageOf(finished, insight),
      highest: highest && toRow(highest),
      // A hidden value may be lower.
      lowest: lowest && !hidesValues ? toRow(lowest) : null,
      last: finished.length > 1 && last !== undefined && last.value !== null ? toRow(last) : null,
      finding: hidesValues ? '' : describeBreak(insight, results, finished, labelOf),
    },
    diagram: values.includes(null)
      ? ''
      : renderLineDiagram(buildAxisPoints(finished, style, marksOf), metricTitle(insight)),
    long: rows.length >= LONG_TABLE_ROWS,
    notes: [...insight.notes, ...lengthNotes(insight, rows.length)],
  };
}

/**
 * The mean of the buckets, and its change; null if there are fewer than two buckets, or one is hidden. Also
 * null if each bucket is a mean: the four events of a Sunday would count as much as all events of a Monday.
 */
function averageOf(finished: readonly ResultsRow[], insight: ReportedInsight): AverageView | null {
  if (outputKind(insight.query, insight.metric) === 'mean') return null;
  const mean = finished.length > 1 ? computeMean(finished.map(({ value }) => value)) : null;
  // Hidden values are low: the mean of the others would be too high.
  if (mean === null || finished.some(hides('value'))) return null;
  // The change is of buckets with both values: those before the app's first day would distort it.
  const withBoth = finished.filter(({ value, previous }) => value !== null && previous !== null);
  const compared = withBoth.length < 2 || finished.some(hides('previous')) ? [] : withBoth;
  const now = computeMean(compared.map(({ value }) => value));
  const earlier = computeMean(compared.map(({ previous }) => previous));
  const isOfEqualBuckets = ['hour', 'day', 'week'].includes(bucketUnit(insight.query.granularity) ?? 'day');
  const ratio = earlier === null || isOfEqualBuckets ? 1 : dayRatio(insight, insight.metric);
  const before = earlier === null ? null : earlier * ratio;
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

/**
 * The buckets with the lowest and the highest value; null if there are fewer than two, or several with that
 * value.
 */
function findExtremes(rows: readonly ResultsRow[]) {
  const values = rows.flatMap(({ value }) => value ?? []);
  const soleBucket = (extreme: number): ResultsRow | null => {
    const [bucket, ...others] = rows.filter(({ value }) => value === extreme);
    return bucket !== undefined && rows.length > 1 && others.length === 0 ? bucket : null;
  };
  return { lowest: soleBucket(Math.min(...values)), highest: soleBucket(Math.max(...values)) };
}

/** A note if days are compared with other days of the week (a Sunday differs), or months with longer ones. */
function lengthNotes(
  { compare, interval, metric, query, timezone }: ReportedInsight,
  rowCount: number,
): readonly string[] {
  const unit = bucketUnit(query.granularity);
  if (compare === null || rowCount < 2) return [];
  if (unit === 'month' || unit === 'quarter' || unit === 'year') {
    const isSum = outputKind(query, metric) === 'additive';
    if (compare.length !== undefined || !isSum) return [];
    return [`A ${unit} may be longer than the one it is compared with, so sums are compared by day.`];
  }
  if (unit !== 'day') return [];
  const dayOf = (date: string) => isoDay(Date.parse(date), timezone);
  const count = daysBetween(dayOf(compare.start), dayOf(interval.start));
  if (count % 7 === 0) return [];
  const words = formatSpan({ count, unit: 'day' });
  return [`Each day is compared with the one ${words} before it, another day of the week.`];
}
