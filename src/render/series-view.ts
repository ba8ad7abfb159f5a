import { relativeChange } from '../compare/rows.ts';
import type { ReportedInsight, Results, ResultsRow } from '../results.ts';
import { isOneBucket } from '../tables/total.ts';
import { columnsOf, metricTitle } from './columns.ts';
import { type BucketStyle, bucketUnit, formatBucket, formatTick } from './dates.ts';
import { type DiagramPoint, lineDiagram, MOST_POINTS } from './diagram.ts';
import { periodView } from './period-view.ts';
import { rowCount } from './row-count.ts';
import { bucketLabel, bucketStyle, rowView, shownChange } from './row-view.ts';
import { extremes, meanOf, sample, seriesRows } from './series.ts';
import type { InsightView, RowView } from './view.ts';
import { weekdayNotes } from './weekday-note.ts';

const LONG = 7;

/** What the view of a timeseries has of its own. */
export function seriesView(insight: ReportedInsight, results: Results): Partial<InsightView> {
  const { known, finished } = seriesRows(insight, results);
  const style = bucketStyle(insight, results, known);
  const { dates } = periodView(insight, results);
  const isOne = isOneBucket(insight.query.granularity) && known.length === 1;
  const labelOf = (key: string): string => (isOne ? dates : bucketLabel(key, (ms) => formatBucket(ms, style)));
  const toRow = (row: ResultsRow): RowView =>
    rowView(row, insight, {
      label: labelOf(row.key),
      soFar: row === known.at(-1) && !insight.interval.complete,
      moved: null,
    });
  const rows = known.slice(Math.max(0, known.length - insight.top)).map(toRow);
  const last = finished.at(-1);
  const values = finished.map(({ value }) => value);
  // A count is missing only where it is kept back for being small: the others' mean is too high, and none of them the lowest.
  const isPartial = insight.unit !== 'other' && values.includes(null);
  const trend = sample(values, isPartial);
  const hasValues = trend.some((value) => value !== null);
  const [lowest, highest] = isPartial ? [null, null] : extremes(finished);
  const unit = bucketUnit(insight.query.granularity) ?? 'row';
  return {
    kind: 'series',
    series: true,
    columns: columnsOf(insight, rows, { kind: 'series', shareTitle: '', more: [] }),
    ...rowCount(known.length, rows, unit),
    ...{ rows, others: known.length },
    trend: hasValues ? trend : [],
    trendText: hasValues && finished.length > 1 && unit !== 'row' ? `${finished.length}-${unit} trend` : '',
    average: finished.length > 1 && !isPartial ? readable(meanOf(values), insight.unit) : null,
    averageChange: averageChange(finished),
    highest: highest && toRow(highest),
    lowest: lowest && toRow(lowest),
    last: finished.length > 1 && last !== undefined && last.value !== null ? toRow(last) : null,
    diagram: values.includes(null) ? '' : lineDiagram(ticks(finished, style), metricTitle(insight)),
    long: rows.length >= LONG,
    notes: [...insight.notes, ...weekdayNotes(insight, rows.length)],
  };
}

/** Of hundreds of people nobody wants to know tenths. */
function readable(mean: number | null, unit: ReportedInsight['unit']): number | null {
  return mean !== null && unit !== 'other' && Math.abs(mean) >= 100 ? Math.round(mean) : mean;
}

function ticks(finished: readonly ResultsRow[], style: BucketStyle): DiagramPoint[] {
  const shown = finished.slice(-MOST_POINTS);
  return shown.map(({ key, value }) => ({
    label: bucketLabel(key, (ms) => formatTick(ms, style, shown.length)),
    value: value ?? 0,
  }));
}

/** Only buckets that have both values count: a period before the app's first day would make any mean a lie. */
function averageChange(rows: readonly ResultsRow[]): number | null {
  const both = rows.filter(({ value, previous }) => value !== null && previous !== null);
  if (both.length < 2) return null;
  const [now, before] = [meanOf(both.map(({ value }) => value)), meanOf(both.map(({ previous }) => previous))];
  return shownChange(relativeChange(now, before), now, before);
}
