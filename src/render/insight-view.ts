import { relativeChange } from '../compare/rows.ts';
import type { FailedInsight, GoneRow, InsightResult, ReportedInsight, Results } from '../results.ts';
import { columnsOf } from './columns.ts';
import { armsOf } from './experiment-view.ts';
import { funnelRows, funnelView } from './funnel-view.ts';
import { comparedView, periodView } from './period-view.ts';
import { queryText } from './query-text.ts';
import { rankingView } from './ranking-view.ts';
import { restAt } from './rest-view.ts';
import { triangleOf } from './retention-view.ts';
import { rowCount } from './row-count.ts';
import { goneView, shownChange } from './row-view.ts';
import { seriesView } from './series-view.ts';
import { trendOf } from './trend.ts';
import { formatOf } from './value-format.ts';
import type { InsightView } from './view.ts';

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
  const { queryType, metric, unit, total, cutOff, notes, durationMs } = insight;
  // A results file may have been written by hand: an earlier total needs its period.
  const previousTotal = insight.compare === null ? null : insight.previousTotal;
  const trend = trendOf(insight, results);
  const totalTrend = trend.of(insight.totalHistory, total);
  return {
    ...namesOf(insight),
    ...{ ok: true, error: null, queryType, metric, unit, counted: unit === 'other' ? 'rows' : unit },
    format: formatOf(insight.query),
    ...{ total, previousTotal, change: shownChange(relativeChange(total, previousTotal), total, previousTotal) },
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

function funnelPart(insight: ReportedInsight): Partial<InsightView> {
  const all = funnelRows(insight);
  const rows = all.slice(0, insight.top);
  const more = [{ kind: 'rate', name: null, title: 'Of the step before' }] as const;
  return {
    kind: 'funnel',
    columns: columnsOf(insight, rows, { kind: 'funnel', shareTitle: 'Of all', more }),
    ...rowCount(all.length, rows, 'step'),
    ...{ rows, others: all.length, funnel: funnelView(all, insight) },
  };
}

function retentionPart(insight: ReportedInsight, results: Results): Partial<InsightView> | null {
  const triangle = triangleOf(insight, results);
  if (triangle === null) return null;
  const rows = triangle.rows.slice(Math.max(0, triangle.rows.length - insight.top));
  return {
    ...{ kind: 'retention', series: true, columns: triangle.columns, returns: triangle.returns },
    ...rowCount(triangle.rows.length, rows, 'cohort'),
    ...{ rows, others: triangle.rows.length, notes: [...insight.notes, ...triangle.notes] },
  };
}

function experimentPart(insight: ReportedInsight): Partial<InsightView> | null {
  const arms = armsOf(insight);
  if (arms === null) return null;
  const rows = arms.rows.slice(0, Math.max(2, insight.top));
  return {
    ...{ kind: 'experiment', columns: arms.columns, experiments: arms.experiments, unit: 'users', counted: 'users' },
    ...rowCount(arms.rows.length, rows, 'variant'),
    ...{ rows, others: arms.rows.length },
  };
}
