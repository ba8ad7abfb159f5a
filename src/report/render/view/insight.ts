// Builds the view of one insight, which templates print, from its part of the results file. `report.ts` calls
// this; each kind of table has its own file beside.
import { dayRatio, MANY_DAYS } from '../../compare/by-day.ts';
import { relativeChange } from '../../compare/rows.ts';
import { outputKind } from '../../tables/aggregations.ts';
import { findUsualRange } from '../../compare/usual.ts';
import type { InsightResult, ReportedInsight, Results } from '../../results/results.ts';
import { escapeUnits, printJson } from '../../../text/json.ts';
import { MS_PER_DAY } from '../../../tql/interval.ts';
import type { Query } from '../../../tql/query.ts';
import { localizeDates } from '../format/dates.ts';
import { parseValueFormat } from '../format/values.ts';
import { tellApart, withDecimals } from './columns.ts';
import { buildExperimentView } from './experiment.ts';
import { buildFunnelView } from './funnel.ts';
import { buildComparedView, buildPeriodView, endedText, LATE_MS } from './period.ts';
import { buildRankingView } from './ranking.ts';
import { buildRetentionView } from './retention.ts';
import { buildRestView } from './rest.ts';
import { displayedChange } from '../format/numbers.ts';
import { buildTimeseriesView } from './timeseries.ts';
import { buildTotalTrend } from './trend.ts';
import { buildVersionsView } from './versions.ts';
import type { InsightFacts } from './insight-types.ts';

/** The view of an insight without its sentences, which depend on its place in the report. */
export function buildInsightView(insight: InsightResult, results: Results): InsightFacts {
  const { name, id, title } = insight;
  if (insight.status === 'error') return { ...NOTHING, name, id, title, error: insight.error };
  const shown = withoutNewAndGone(insight);
  const view = {
    ...NOTHING,
    name,
    id,
    title,
    ...commonFields(shown, results),
    ...fieldsByQueryType(shown, results),
  };
  return {
    ...view,
    trend: view.kind === 'ranking' ? view.totalTrend : view.trend,
    columns: withDecimals(tellApart(view.columns), view.rows),
    notes: view.notes.map((note) => localizeDates(note, results.locale)),
    rest: buildRestView(insight, view, view.rows.length, results.locale),
  };
}

/**
 * A running period has no new or gone rows: what nobody has used by nine o'clock may be used at ten.
 */
function withoutNewAndGone(insight: ReportedInsight): ReportedInsight {
  if (insight.interval.complete) return insight;
  return { ...insight, gone: [], rows: insight.rows.map((row) => ({ ...row, isNew: false })) };
}

/** The fields of a failed insight, and those that an insight of another kind does not have. */
const NOTHING: Omit<InsightFacts, 'name' | 'id' | 'title'> = {
  error: null,
  kind: null,
  metric: null,
  unit: 'other',
  format: null,
  total: null,
  previousTotal: null,
  change: null,
  good: null,
  usual: null,
  period: null,
  compared: null,
  ranking: null,
  series: null,
  funnel: null,
  returns: [],
  experiments: [],
  versions: null,
  trend: null,
  totalTrend: null,
  columns: [],
  rows: [],
  average: null,
  largest: null,
  rowCount: 0,
  rowWord: 'rows',
  rest: null,
  cutOff: false,
  fewerThan: null,
  hidden: [],
  diagram: '',
  long: false,
  notes: [],
  address: null,
  query: null,
};

/** The fields that do not depend on the query type. */
function commonFields(insight: ReportedInsight, results: Results): Partial<InsightFacts> {
  const { metric, unit, total, cutOff, notes, query } = insight;
  // In a results file that was written by hand, an earlier total may lack its period.
  const previousTotal = insight.compare === null ? null : insight.previousTotal;
  const usual = previousTotal === null ? null : previousTotal * dayRatio(insight, metric);
  return {
    metric,
    unit,
    format: parseValueFormat(query),
    total,
    previousTotal,
    change: displayedChange(relativeChange(total, usual), total, usual),
    good: insight.good ?? null,
    usual: usualOf(insight, results),
    totalTrend: buildTotalTrend(insight, results),
    period: buildPeriodView(insight, results),
    compared: buildComparedView(insight, results.locale),
    cutOff,
    fewerThan: insight.fewerThan ?? null,
    hidden: insight.hidden ?? [],
    versions: buildVersionsView(insight, results),
    notes,
    address: insight.link ?? null,
    query: formatQuery(query),
  };
}

/**
 * The range that earlier totals lead to expect; null if the period is incomplete or has only just ended, or
 * if there are too few.
 */
function usualOf(insight: ReportedInsight, { insights, generatedAt }: Results): InsightFacts['usual'] {
  const { interval, history, totalHistory, total, unit, metric, query } = insight;
  const last = history.at(-1);
  // Otherwise the history is of this period's own buckets.
  const isOfEarlierPeriods = last !== undefined && Date.parse(last.end) <= Date.parse(interval.start);
  const isHidden = insight.hidden?.includes('totalHistory') === true;
  const isLate = endedText(interval, Date.parse(generatedAt), LATE_MS) !== '';
  const isMeasured = interval.complete && !isLate && insight.noEventsOn === undefined;
  if (!isMeasured || !isOfEarlierPeriods || total === null || isHidden) return null;
  const days = daysOf(interval);
  const isSum = metric !== null && outputKind(query, metric) === 'additive';
  const inPeriodsOfThisLength = totalHistory.map((earlierTotal, place) =>
    earlierTotal === null || !isSum
      ? earlierTotal
      : (earlierTotal * days) / daysOf(history[place] ?? interval),
  );
  // Mondays say what is usual on a Monday, and of three days every seventh period is of the same weekdays.
  const isOfWeekdays = days > 0.9 && days < MANY_DAYS && Math.round(days) % 7 !== 0;
  const totals = inPeriodsOfThisLength.filter(
    (_, place) => !isOfWeekdays || (totalHistory.length - place) % 7 === 0,
  );
  return findUsualRange(totals, { isCount: unit !== 'other', among: insights.length });
}

function daysOf({ start, end }: Pick<ReportedInsight['interval'], 'start' | 'end'>): number {
  const days = (Date.parse(end) - Date.parse(start)) / MS_PER_DAY;
  // A week in which the clocks change has an hour more or less.
  return days > 2 ? Math.round(days) : days;
}

/** The fields that depend on the query type. */
function fieldsByQueryType(insight: ReportedInsight, results: Results): Partial<InsightFacts> {
  switch (insight.queryType) {
    case 'timeseries':
      return buildTimeseriesView(insight, results);
    case 'funnel':
      return buildFunnelView(insight);
    case 'retention':
      return buildRetentionView(insight, results) ?? buildRankingView(insight, results);
    case 'experiment':
      return buildExperimentView(insight, results.locale) ?? buildRankingView(insight, results);
    default:
      return buildRankingView(insight, results);
  }
}

// Bidirectional and control characters could reorder or hide text; an `@` could notify someone from a quoted
// mail.
const ESCAPED = /[@\p{Bidi_Control}]|(?!\n)\p{Cc}/gu;

/** A query as indented JSON. It parses to the same query, and nothing in it can act in Markdown or mail. */
export function formatQuery(query: Query): string {
  return escapeUnits(printJson(query, 100), ESCAPED);
}
