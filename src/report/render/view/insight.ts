// Builds the view of one insight, which templates print, from its part of the results file. Each kind of
// table (`ranking.ts`, `timeseries.ts`, …) has its own file beside this one. Pure.
import { dayRatio } from '../../compare/by-day.ts';
import { relativeChange } from '../../compare/rows.ts';
import { rateOutputs } from '../../tables/rates.ts';
import { toNumber } from '../../tables/table.ts';
import type { InsightResult, ReportedInsight, Results } from '../../results/results.ts';
import { escapeUnits, printJson } from '../../../text/json.ts';
import type { Query } from '../../../tql/query.ts';
import { localizeDates } from '../format/dates.ts';
import { parseValueFormat } from '../format/values.ts';
import { withDecimals } from './decimals.ts';
import { tellApart } from './headings.ts';
import { buildExperimentView } from './kinds/experiment.ts';
import { buildFunnelView } from './kinds/funnel.ts';
import { buildComparedView, buildPeriodView } from './period.ts';
import { buildRankingView } from './kinds/ranking.ts';
import { buildRetentionView } from './kinds/retention.ts';
import { buildRestView } from './rest.ts';
import { displayedChange } from '../format/numbers.ts';
import { buildTimeseriesView } from './kinds/timeseries.ts';
import { buildTotalTrend } from './trend.ts';
import { buildVersionsView } from './kinds/versions.ts';
import type { InsightFacts } from './insight-types.ts';
import { usualOf } from './usual.ts';

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
