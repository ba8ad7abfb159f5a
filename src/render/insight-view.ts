import { changeOf } from '../compare/join.ts';
import { moversOf } from '../compare/movers.ts';
import { restOf } from '../compare/rest.ts';
import type { FailedInsight, GoneRow, InsightResult, ReportedInsight, Results, ResultsRow } from '../results.ts';
import { columnsOf, metricTitle } from './columns.ts';
import { type BucketStyle, bucketUnit, formatBucket, formatTick, isWhole } from './dates.ts';
import { type DiagramPoint, lineDiagram, MOST_POINTS, pieDiagram } from './diagram.ts';
import { armsOf } from './experiment-view.ts';
import { funnelRows, funnelView } from './funnel-view.ts';
import { isByName, leadersOf, mostOf } from './leaders.ts';
import { comparedView, periodView } from './period-view.ts';
import { queryText } from './query-text.ts';
import { restAt } from './rest-view.ts';
import { triangleOf } from './retention-view.ts';
import { bucketLabel, bucketStyle, goneView, rowView, shownChange } from './row-view.ts';
import { extremes, meanOf, sample, seriesRows } from './series.ts';
import { trendOf } from './trend.ts';
import { formatOf } from './value-format.ts';
import type { InsightView, RowView } from './view.ts';
import { weekdayNotes } from './weekday-note.ts';

/** The view of one insight, reported or failed. */
export function buildInsightView(insight: InsightResult, results: Results): InsightView {
  if (insight.status === 'error') return { ...NOTHING, ...namesOf(insight), ok: false, error: insight.error };
  const view = { ...NOTHING, ...commonOf(insight, results), ...ownOf(insight, results) };
  return { ...view, rest: restAt(insight, view, view.rows.length, results.locale) };
}

const NO_MOVERS = { up: null, down: null, added: null, lost: null } as const;

const NOTHING: Omit<InsightView, 'name' | 'id' | 'title' | 'ok' | 'error'> = {
  ...{ queryType: null, kind: null, series: false, metric: null, unit: 'other', counted: 'rows', format: null },
  ...{ total: null, previousTotal: null, change: null, period: null, compared: null },
  ...{ samePeriod: false, highlighted: false, repeatsTotal: false },
  ...{ movers: NO_MOVERS, gone: [], goneMore: 0, columns: [], rows: [] },
  ...{ leaders: [], most: null, others: 0, largest: null },
  ...{
    rowCount: 0,
    rowWord: 'rows',
    hidden: 0,
    rest: null,
    cutOff: false,
    trend: [],
    trendText: '',
    totalTrend: [],
    totalTrendText: '',
    average: null,
    averageChange: null,
  },
  ...{ highest: null, lowest: null, last: null, funnel: null, returns: [], experiments: [], diagram: '', long: false },
  ...{ notes: [], durationMs: null, query: null },
};

function namesOf({ name, id, title }: FailedInsight | ReportedInsight): Pick<InsightView, 'name' | 'id' | 'title'> {
  return { name, id, title };
}

/** What every kind of insight has. */
function commonOf(
  insight: ReportedInsight,
  results: Results,
): Omit<InsightView, keyof typeof NOTHING> & Partial<InsightView> {
  const { queryType, metric, unit, total, previousTotal, cutOff, notes, durationMs } = insight;
  const trend = trendOf(insight, results);
  const totalTrend = trend.of(insight.totalHistory, total);
  return {
    ...namesOf(insight),
    ...{ ok: true, error: null, queryType, metric, unit, counted: unit === 'other' ? 'rows' : unit },
    format: formatOf(insight.query),
    ...{ total, previousTotal, change: shownChange(changeOf(total, previousTotal), total, previousTotal) },
    ...{ totalTrend, totalTrendText: totalTrend.length > 1 ? trend.text : '' },
    period: periodView(insight, results),
    compared: comparedView(insight, results.locale),
    gone: largestGone(insight).map(goneView),
    goneMore: Math.max(0, insight.gone.length - MOST_GONE),
    ...{ cutOff, notes, durationMs, query: queryText(insight.query) },
  };
}

const MOST_GONE = 5;

/** Of a table in the order of its names the first ones gone may be the smallest. */
function largestGone({ gone }: ReportedInsight): readonly GoneRow[] {
  const sizeOf = ({ previous }: GoneRow): number => previous ?? -Infinity;
  return gone.toSorted((one, other) => sizeOf(other) - sizeOf(one) || 0).slice(0, MOST_GONE);
}

/** What an insight has by its kind. */
function ownOf(insight: ReportedInsight, results: Results): Partial<InsightView> {
  switch (insight.queryType) {
    case 'timeseries':
      return seriesView(insight, results);
    case 'funnel':
      return funnelPart(insight);
    case 'retention':
      return retentionPart(insight, results) ?? rankingView(insight, results);
    case 'experiment':
      return experimentPart(insight) ?? rankingView(insight, results);
    default:
      return rankingView(insight, results);
  }
}

function rankingView(insight: ReportedInsight, results: Results): Partial<InsightView> {
  const { metric, top, total } = insight;
  const trend = trendOf(insight, results);
  const place = isByName(insight) ? ({ moved: null } as const) : {};
  const toRow = (row: ReportedInsight['rows'][number]): RowView =>
    rowView(row, insight, { trend: row.history.length === 0 ? [] : trend.of(row.history, row.value), ...place });
  const rows = insight.rows.slice(0, top).map(toRow);
  const leaders = leadersOf(insight);
  const most = mostOf(leaders);
  const { up, down, isNew, gone } = moversOf(insight);
  const totals = trend.of(insight.totalHistory, total);
  return {
    kind: metric === null ? 'list' : 'ranking',
    movers: {
      up: up && toRow(up),
      down: down && toRow(down),
      added: isNew && toRow(isNew),
      lost: gone && goneView(gone),
    },
    columns: columnsOf(insight, rows, { kind: metric === null ? 'list' : 'ranking', shareTitle: 'Share', more: [] }),
    ...counted(insight.rows.length, rows, 'row'),
    ...{ rows, leaders: leaders.map(toRow), most: most && toRow(most), others: insight.rows.length - leaders.length },
    ...{ trend: totals, trendText: totals.length > 1 ? trend.text : '' },
    // Parts of a whole are what adds up: distinct users would be drawn twice.
    diagram: restOf(insight, rows.length).value === null ? '' : pieDiagram(rows, total),
  };
}

const LONG = 7;

function seriesView(insight: ReportedInsight, results: Results): Partial<InsightView> {
  const { known, finished } = seriesRows(insight, results);
  const style = bucketStyle(insight, results, known);
  const { dates } = periodView(insight, results);
  const isOne = isWhole(insight.query.granularity) && known.length === 1;
  const labelOf = (key: string): string => (isOne ? dates : bucketLabel(key, (ms) => formatBucket(ms, style)));
  const toRow = (row: ReportedInsight['rows'][number]): RowView =>
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
    ...counted(known.length, rows, unit),
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
  return shownChange(changeOf(now, before), now, before);
}

function funnelPart(insight: ReportedInsight): Partial<InsightView> {
  const all = funnelRows(insight);
  const rows = all.slice(0, insight.top);
  const more = [{ kind: 'rate', name: null, title: 'Of the step before' }] as const;
  return {
    kind: 'funnel',
    columns: columnsOf(insight, rows, { kind: 'funnel', shareTitle: 'Of all', more }),
    ...counted(all.length, rows, 'step'),
    ...{ rows, others: all.length, funnel: funnelView(all, insight) },
  };
}

function retentionPart(insight: ReportedInsight, results: Results): Partial<InsightView> | null {
  const triangle = triangleOf(insight, results);
  if (triangle === null) return null;
  const rows = triangle.rows.slice(Math.max(0, triangle.rows.length - insight.top));
  return {
    ...{ kind: 'retention', series: true, columns: triangle.columns, returns: triangle.returns },
    ...counted(triangle.rows.length, rows, 'cohort'),
    ...{ rows, others: triangle.rows.length, notes: [...insight.notes, ...triangle.notes] },
  };
}

function experimentPart(insight: ReportedInsight): Partial<InsightView> | null {
  const arms = armsOf(insight);
  if (arms === null) return null;
  const rows = arms.rows.slice(0, Math.max(2, insight.top));
  return {
    ...{ kind: 'experiment', columns: arms.columns, experiments: arms.experiments, unit: 'users', counted: 'users' },
    ...counted(arms.rows.length, rows, 'variant'),
    ...{ rows, others: arms.rows.length },
  };
}

function counted(
  count: number,
  rows: readonly RowView[],
  word: string,
): Pick<InsightView, 'rowCount' | 'rowWord' | 'hidden' | 'largest'> {
  return {
    rowCount: count,
    rowWord: count === 1 ? word : `${word}s`,
    hidden: count - rows.length,
    largest: largestOf(rows),
  };
}

function largestOf(rows: readonly RowView[]): number | null {
  let largest = 0;
  for (const { value } of rows) if (typeof value === 'number' && Math.abs(value) > largest) largest = Math.abs(value);
  return largest > 0 ? largest : null;
}
