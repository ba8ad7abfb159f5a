import { relativeChange } from '../../compare/rows.ts';
import { findUsualRange, sameWeekdays } from '../../compare/usual.ts';
import type { FailedInsight, GoneRow, InsightResult, ReportedInsight, Results } from '../../results.ts';
import { ofOther, type Query } from '../../tql/query.ts';
import { formatTick, isoDay, localizeDates } from '../format/dates.ts';
import { parseValueFormat } from '../format/values.ts';
import { tellApart } from './columns.ts';
import { buildExperimentView } from './experiment.ts';
import { buildFunnelView } from './funnel.ts';
import { buildComparedView, buildPeriodView } from './period.ts';
import { buildRankingView } from './ranking.ts';
import { buildRetentionView } from './retention.ts';
import { buildGoneView, buildRestView, displayedChange } from './rows.ts';
import { buildTimeseriesView, buildTrend } from './timeseries.ts';
import { buildVersionsView } from './versions.ts';
import type { InsightFacts } from './insight-types.ts';
import type { MarkView } from './table-types.ts';

/** Builds the view of an insight, whether it could be reported or not. */
export function buildInsightView(insight: InsightResult, given: Results): InsightFacts {
  if (insight.status === 'error')
    return { ...EMPTY_INSIGHT, ...namesOf(insight), ok: false, error: insight.error };
  const results = withLocalMarks(given, insight.timezone);
  const shown = withoutNewAndGone(insight);
  const common = { ...EMPTY_INSIGHT, ...commonFields(shown, results), ...fieldsByQueryType(shown, results) };
  const columns = tellApart(common.columns);
  const view = {
    ...common,
    columns,
    isUsual: common.isUsual && common.finding === '' && !hasMovers(common.movers),
  };
  const notes = view.notes.map((note) => localizeDates(note, results.locale));
  return { ...view, notes, rest: buildRestView(insight, view, view.rows.length, results.locale) };
}

/** The results with each mark of a date on that date in a zone: noon UTC is the day after in the far east. */
function withLocalMarks(results: Results, timeZone: string): Results {
  const { marks } = results;
  if (marks === undefined) return results;
  const local = marks.map((mark) => {
    const atMs = Date.parse(mark.at);
    const isLate = mark.date !== undefined && isoDay(atMs, timeZone) > mark.date;
    return isLate ? { ...mark, at: new Date(atMs - DAY_MS / 2).toISOString() } : mark;
  });
  return { ...results, marks: local };
}

/**
 * A row of rounded counts that is in "Other" in one of the periods is neither new nor gone. What is
 * used at ten o'clock is not gone at nine, so a running period has no new or gone rows either.
 */
function withoutNewAndGone(insight: ReportedInsight): ReportedInsight {
  if (insight.roundedTo === undefined && insight.interval.complete) return insight;
  return { ...insight, gone: [], rows: insight.rows.map((row) => ({ ...row, isNew: false })) };
}

const NO_MOVERS = { up: null, down: null, added: null, lost: null, upMostly: [], downMostly: [] } as const;

const EMPTY_INSIGHT: Omit<InsightFacts, 'name' | 'id' | 'title' | 'ok' | 'error'> = {
  kind: null,
  series: false,
  metric: null,
  unit: 'other',
  format: null,
  total: null,
  previousTotal: null,
  change: null,
  averageChangeNote: '',
  good: null,
  finding: '',
  usual: null,
  isUsual: false,
  period: null,
  samePeriod: false,
  highlighted: false,
  hasSection: true,
  repeatsTotal: false,
  compared: null,
  movers: NO_MOVERS,
  gone: [],
  goneMore: 0,
  columns: [],
  rows: [],
  leaders: [],
  most: null,
  largest: null,
  rowCount: 0,
  rowWord: 'rows',
  hidden: 0,
  rest: null,
  cutOff: false,
  trend: [],
  trendText: '',
  marks: [],
  totalTrend: [],
  totalTrendText: '',
  average: null,
  leadsWithAverage: false,
  averageChange: null,
  averageDifference: null,
  highest: null,
  lowest: null,
  last: null,
  funnel: null,
  returns: [],
  experiments: [],
  versions: null,
  diagram: '',
  long: false,
  notes: [],
  durationMs: null,
  query: null,
};

function namesOf({
  name,
  id,
  title,
}: FailedInsight | ReportedInsight): Pick<InsightFacts, 'name' | 'id' | 'title'> {
  return { name, id, title };
}

/** The fields that do not depend on the query type. */
function commonFields(
  insight: ReportedInsight,
  results: Results,
): Omit<InsightFacts, keyof typeof EMPTY_INSIGHT> & Partial<InsightFacts> {
  const { metric, unit, total, cutOff, notes, durationMs } = insight;
  // In a results file that was written by hand, an earlier total may lack its period.
  const previousTotal = insight.compare === null ? null : insight.previousTotal;
  const trend = buildTrend(insight, results);
  const totalTrend = trend.valuesOf(insight.totalHistory, total);
  return {
    ...namesOf(insight),
    ok: true,
    error: null,
    metric,
    unit,
    format: parseValueFormat(insight.query),
    total,
    previousTotal,
    change: displayedChange(relativeChange(total, previousTotal), total, previousTotal),
    good: insight.good ?? null,
    ...usualOf(insight, results),
    totalTrend,
    totalTrendText: totalTrend.length > 1 ? trend.text : '',
    marks: buildMarks(insight, results, totalTrend.length > 1 ? trend.startMs : null),
    period: buildPeriodView(insight, results),
    compared: buildComparedView(insight, results.locale),
    gone: findLargestGone(insight).map((row) => buildGoneView(row, insight)),
    goneMore: Math.max(0, insight.gone.length - MOST_GONE),
    cutOff,
    versions: buildVersionsView(insight, results.locale),
    notes,
    durationMs,
    query: formatQuery(insight.query),
  };
}

const MOST_MARKS = 5;

/** The marks within the trend that is drawn: the buckets of a series, or the periods since `historyMs`. */
function buildMarks(
  { queryType, interval, rows, timezone }: ReportedInsight,
  { marks = [], locale }: Results,
  historyMs: number | null,
): readonly MarkView[] {
  const isSeries = queryType === 'timeseries' && rows.length > 1;
  const startMs = isSeries ? Date.parse(interval.start) : historyMs;
  if (startMs === null) return [];
  const within = marks.filter(
    ({ at }) => Date.parse(at) >= startMs && Date.parse(at) < Date.parse(interval.end),
  );
  const style = { unit: 'day', withYear: false, locale, timeZone: timezone } as const;
  return within
    .slice(-MOST_MARKS)
    .map(({ at, text }) => ({ text, day: formatTick(Date.parse(at), style, Infinity) }));
}

function hasMovers({ up, down, added, lost }: InsightFacts['movers']): boolean {
  return (up ?? down ?? added ?? lost) !== null;
}

/** Whether a gate of an insight did not pass: that is never left to one line. */
function hasOpenGate({ name }: ReportedInsight, { thresholds }: Results): boolean {
  return thresholds.some(
    (each) => each.outcome !== 'passed' && (each.insights ?? [each.insight]).includes(name),
  );
}

function usualOf(insight: ReportedInsight, results: Results): Pick<InsightFacts, 'usual' | 'isUsual'> {
  const { interval, history, totalHistory, total, unit } = insight;
  const last = history.at(-1);
  const isEarlier = last !== undefined && Date.parse(last.end) <= Date.parse(interval.start);
  if (!interval.complete || !isEarlier || total === null) return { usual: null, isUsual: false };
  const days = (Date.parse(interval.end) - Date.parse(interval.start)) / DAY_MS;
  const usual = findUsualRange(
    days > 0.9 && days < 1.1 ? sameWeekdays(totalHistory) : totalHistory,
    unit !== 'other',
    results.insights.length,
  );
  const isWithin = usual !== null && total >= usual.low && total <= usual.high;
  return { usual, isUsual: isWithin && !hasOpenGate(insight, results) };
}

const DAY_MS = 86_400_000;

const MOST_GONE = 5;

/** The largest of the rows that disappeared: the service may have listed them by name. */
function findLargestGone({ gone }: ReportedInsight): readonly GoneRow[] {
  const sizeOf = ({ previous }: GoneRow): number => previous ?? -Infinity;
  return gone.toSorted((one, other) => sizeOf(other) - sizeOf(one) || 0).slice(0, MOST_GONE);
}

/** The fields that depend on the query type. */
function fieldsByQueryType(insight: ReportedInsight, results: Results): Partial<InsightFacts> {
  const { queryType } = insight;
  switch (queryType) {
    case 'timeseries':
      return buildTimeseriesView(insight, results);
    case 'funnel':
      return buildFunnelView(insight);
    case 'retention':
      return buildRetentionView(insight, results) ?? buildRankingView(insight, results);
    case 'experiment':
      return buildExperimentView(insight, results.locale) ?? buildRankingView(insight, results);
    case 'topN':
    case 'groupBy':
    case 'scan':
    case 'timeBoundary':
    case 'segmentMetadata':
      return buildRankingView(insight, results);
    default:
      return ofOther(queryType, buildRankingView(insight, results));
  }
}

// Bidirectional and control characters could reorder or hide text; an `@` could notify somebody from a quoted
// mail.
const ESCAPED = /[@\p{Cc}\p{Bidi_Control}]/gu;

/**
 * A query as indented JSON, with short values on one line. It parses to the same query, and nothing in it can
 * act in Markdown or mail.
 */
export function formatQuery(query: Query): string {
  return writeJson(query, '');
}

const LINE_LENGTH = 100;

function writeJson(value: unknown, indent: string): string {
  const short = writeOnOneLine(value);
  if (typeof value !== 'object' || value === null || short.length + indent.length <= LINE_LENGTH)
    return short;
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((item) => deeper + writeJson(item, deeper)).join(',\n')}\n${indent}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${deeper}${writeOnOneLine(key)}: ${writeJson(item, deeper)}`,
  );
  return `{\n${entries.join(',\n')}\n${indent}}`;
}

function writeOnOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return escapeJson(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(writeOnOneLine).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${writeOnOneLine(key)}: ${writeOnOneLine(item)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function escapeJson(json: string): string {
  return json.replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
