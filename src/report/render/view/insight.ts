// Builds the view of one insight, which templates print, from its part of the results file. Each kind of
// table (`ranking.ts`, `timeseries.ts`, …) has its own file beside this one.
import { dayRatio, MANY_DAYS } from '../../compare/by-day.ts';
import { relativeChange } from '../../compare/rows.ts';
import { outputKind } from '../../tables/query/counting.ts';
import { findUsualRange } from '../../compare/usual.ts';
import { rateOutputs } from '../../tables/rates.ts';
import { toNumber } from '../../tables/table.ts';
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
    good: isRateByChance(insight) ? null : (insight.good ?? null),
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

/** Whether a rate of the whole period differs from the earlier one by no more than three standard errors. */
function isRateByChance({ query, metric, rows, total, previousTotal }: ReportedInsight): boolean {
  const rate = metric === null ? null : rateOutputs(query, metric);
  const counted = rate && rows.length === 1 ? toNumber(rows[0]?.values[rate.whole]) : null;
  if (counted === null || total === null || previousTotal === null) return false;
  const mean = (total + previousTotal) / 2;
  // A number of events per user may be above 1.
  const variance = mean < 1 ? mean * (1 - mean) : mean;
  return Math.abs(total - previousTotal) <= 3 * Math.sqrt((2 * variance) / counted);
}

/**
 * The range that is usual for the total, by those of earlier periods: 157 to 280. Null if the total or one of
 * them is not known for sure, or if there are fewer than six.
 */
function usualOf(insight: ReportedInsight, { insights, generatedAt }: Results): InsightFacts['usual'] {
  const { total, unit, hidden = [] } = insight;
  const isKnown = total !== null && isSettled(insight, generatedAt) && !hidden.includes('totalHistory');
  if (!isKnown || !hasEarlierPeriods(insight)) return null;
  return findUsualRange(comparableTotals(insight), { isCount: unit !== 'other', among: insights.length });
}

/** Whether the period is over for some hours, and no day of it lacks its events. */
function isSettled({ interval, noEventsOn }: ReportedInsight, generatedAt: string): boolean {
  const isLate = endedText(interval, Date.parse(generatedAt), LATE_MS) !== '';
  return interval.complete && !isLate && noEventsOn === undefined;
}

/** Whether the history is of earlier periods. That of a timeseries may be of its own buckets instead. */
function hasEarlierPeriods({ history, interval }: ReportedInsight): boolean {
  const last = history.at(-1);
  return last !== undefined && Date.parse(last.end) <= Date.parse(interval.start);
}

/**
 * The earlier totals that this one can be compared with. Sums are scaled to the length of this period: a
 * February's × 31 / 28 for a March. For a Monday only Mondays count, that is every seventh period before it.
 */
function comparableTotals({ interval, history, totalHistory, metric, query }: ReportedInsight) {
  const days = daysOf(interval);
  const isSum = metric !== null && outputKind(query, metric) === 'additive';
  // Part of a day, whole weeks and four weeks or more have no weekdays. A day may have 23 hours (0.96 days).
  const isOfWeekdays = days > 0.9 && days < MANY_DAYS && Math.round(days) % 7 !== 0;
  return totalHistory.flatMap((total, place) => {
    if (isOfWeekdays && (totalHistory.length - place) % 7 !== 0) return [];
    return total === null || !isSum ? total : (total * days) / daysOf(history[place] ?? interval);
  });
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
