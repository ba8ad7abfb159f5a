// Reports one insight, from its query to rows with earlier values: `plan.ts` says what to query, `ask.ts`
// queries it, and this puts the answers together. `insights.ts` calls `reportInsight`.
import type { QueryService } from '../client/client.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import type { ReportedInsight } from '../results/results.ts';
import { whereKnown } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { askInsight, type InsightAnswers, readAnswer, type TableAnswer } from './ask.ts';
import { type ComparisonPlan, type InsightPlan, planInsight } from './plan.ts';
import { outputKind } from '../tables/query/counting.ts';
import { isRanking, type Table, type TableRow } from '../tables/table.ts';
import { MS_PER_DAY, type TimeRange } from '../../tql/interval.ts';
import { readCoverage } from './coverage/read.ts';
import { readHistory } from './history.ts';
import { bucketNotes, cutOffNotes, errorNote, gapNotes } from './notes.ts';
import { yearBefore } from '../compare/earlier-periods.ts';
import type { Span } from '../compare/period.ts';
import { bucketDays, dayRatio } from '../compare/by-day.ts';
import { wholeDays } from '../compare/local-time.ts';
import { type ComparedInsight, type JoinedRows, joinTables, uncomparedRows } from '../compare/rows.ts';
import { withTotal } from '../tables/total.ts';

/**
 * Reports one insight, whose query is `query`: plans the queries, sends them, and joins the answers.
 */
export async function reportInsight(
  entry: InsightRequest,
  query: Query,
  request: Pick<ReportRequest, 'timezone' | 'minGroupSize'>,
  service: QueryService,
  nowMs: number,
): Promise<ComparedInsight> {
  const plan = planInsight(entry, query, request, nowMs);
  const insight = await assembleInsight(plan, await askInsight(plan, service));
  const isRunning = plan.comparison !== null && !insight.interval.complete;
  if (isRunning && insight.compare === null && insight.compareError === undefined) {
    // A period without a comparison, since events had not begun, ends at now and not at the last full hour.
    const alone = await reportInsight({ ...entry, compare: 'none' }, query, request, service, nowMs);
    const { eventsSince, noEventsOn, gaps } = insight;
    return {
      ...alone,
      ...whereKnown({ eventsSince, noEventsOn, gaps }),
      notes: [...new Set([...insight.notes, ...alone.notes])],
    };
  }
  if ((entry.explain ?? []).length === 0) return insight;
  const { explainMove } = await import('./explain/explain.ts');
  return { ...insight, ...(await explainMove(plan, insight, service)) };
}

/**
 * Puts an insight together from its answers. A part that is missing or cannot be read is left out, with a
 * note.
 */
async function assembleInsight(plan: InsightPlan, answers: InsightAnswers): Promise<ComparedInsight> {
  const { entry, period, span, timeZone, nowMs } = plan;
  const { table, totalError } = readTable(plan.rows, answers.current);
  const coverage = readCoverage(plan, answers.events);
  const earlier = coverage.isComparable ? readComparison(plan, answers) : NO_COMPARISON;
  const history = readHistory(plan, { ...answers.current, table }, coverage);
  const compared = describeComparison(plan, earlier.comparison);
  const ratio = dayRatio({ ...compared, query: plan.rows }, table.metric);
  const { rows, gone, unseen } = await joinRows(plan, table, earlier.comparison, ratio);
  const { queryType, metric, unit, dimensions, outputs, total, cutOff } = table;
  const hasEarlier = plan.history?.kind === 'earlier-periods' && history.periods.length > 0;
  return {
    name: entry.name,
    id: entry.source.kind === 'insight' ? entry.source.id : null,
    status: 'ok',
    queryType,
    metric,
    unit,
    top: entry.top,
    dimensions,
    outputs,
    total,
    cutOff,
    title: titleOf(plan, table),
    timezone: timeZone,
    interval: { label: period.label, ...toDates(period.range), complete: period.range.endMs <= nowMs },
    ...compared,
    totalHistory: history.totals,
    history: history.periods.map(toDates),
    notes: [
      ...plan.notes.period,
      ...(totalError === null ? [] : [errorNote('total', totalError)]),
      ...answers.columnNotes,
      ...(answers.versions?.notes ?? []),
      ...coverage.notes,
      ...earlier.notes,
      ...history.notes,
      ...(cutOff && queryType === 'timeseries' ? cutOffNotes(table, plan.rows, period.range, timeZone) : []),
      ...bucketNotes(table, period.range, timeZone),
      ...gapNotes(span?.ranges ?? [], timeZone),
    ],
    durationMs: Math.round(answers.durationMs),
    rows: rows.map((row, i) => ({ ...row, history: history.rows[i] ?? [] })),
    gone,
    folded: null,
    ...whereKnown({
      compareError: earlier.error?.message,
      eventsSince: coverage.eventsSince,
      noEventsOn: coverage.noEventsOn,
      gaps: coverage.gaps?.length === 0 ? null : coverage.gaps,
      historyGranularity: hasEarlier ? plan.history.granularity : null,
      unseen: unseen && { value: finite(unseen.value), previous: finite(unseen.previous) },
      versions: answers.versions?.buildTable?.(coverage),
      good: entry.good,
    }),
    query: plan.rows,
  };
}

/** A results file holds no infinity. */
function finite(most: number): number | null {
  return Number.isFinite(most) ? most : null;
}

function describeComparison(
  { period: currentPeriod, timeZone }: InsightPlan,
  comparison: Comparison | null,
): Pick<ReportedInsight, 'compare' | 'previousTotal'> {
  if (comparison === null) return { compare: null, previousTotal: null };
  const { period, table } = comparison;
  const lengthOf = (range: TimeRange): number | null => {
    const days = wholeDays(range, timeZone);
    // A day on which clocks change has 23 or 25 hours.
    return days === 1 ? (range.endMs - range.startMs) / MS_PER_DAY : days;
  };
  const days = lengthOf(currentPeriod.range);
  const earlier = lengthOf(period.range);
  // Such as 31 days of October and 30 of September.
  const hasOtherLength = days !== null && earlier !== null && days !== earlier;
  const compare = {
    ...toDates(period.range),
    relation: period.relation,
    ...(hasOtherLength ? { length: { days, earlier } } : {}),
  };
  return { compare, previousTotal: table.total };
}

/** A range as the results file writes it: two dates in ISO form. */
export function toDates({ startMs, endMs }: TimeRange): { readonly start: string; readonly end: string } {
  return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
}

/** The entry's title or name. An id alone is no heading, so the table is described instead. */
function titleOf({ entry, query }: InsightPlan, table: Table): string {
  if (entry.title !== null) return entry.title;
  const isNamed = entry.source.kind !== 'insight' || entry.name !== entry.source.id;
  return isNamed ? entry.name : defaultTitle(query, table);
}

/** Describes a table: "Users by modelName", "Events per day". */
function defaultTitle(query: Query, table: Table): string {
  const { metric, unit, queryType, dimensions } = table;
  const word = { events: 'Events', users: 'Users', other: metric ?? 'Rows' }[unit];
  if (queryType === 'timeseries') return titlePerUnit(word, query);
  if (isRanking(table)) return titleByDimensions(word, dimensions);
  return `${queryType.charAt(0).toUpperCase()}${queryType.slice(1)}`;
}

function titlePerUnit(word: string, query: Query): string {
  const { granularity } = query;
  const unit = typeof granularity === 'object' ? granularity?.period : granularity;
  return unit != null && unit.toLowerCase() !== 'all' ? `${word} per ${unit.toLowerCase()}` : word;
}

/** A dimension is named by its last part: `TelemetryDeck.Device.modelName` is too long for a heading. */
function titleByDimensions(word: string, dimensions: readonly string[]): string {
  const names = dimensions.map((dimension) => dimension.split('.').at(-1) ?? dimension);
  return names.length === 0 ? word : `${word} by ${names.join(' and ')}`;
}

/** A table with the total that was requested, or why that is not known. */
function readTable(query: Query, { table, followUps }: TableAnswer) {
  const total = readAnswer(followUps.total, (result) => withTotal(query, table, result));
  return total instanceof Error ? { table, totalError: total } : { table: total ?? table, totalError: null };
}

/** What an insight is compared with. */
interface Comparison extends ComparisonPlan {
  readonly table: Table;
}

/** What was read of an earlier period. */
interface ReadComparison {
  /** Null if nothing is compared. */
  readonly comparison: Comparison | null;
  /** Why the request failed, if it did. */
  readonly error?: Error;
  readonly notes: readonly string[];
}

/** Not even read, since the source lacks events in one of the periods: `coverage.notes` say so. */
const NO_COMPARISON: ReadComparison = { comparison: null, notes: [] };

/** What the answers say about the earlier period, perhaps only a note. */
function readComparison(
  { comparison: plan, notes }: InsightPlan,
  { comparison: answer }: InsightAnswers,
): ReadComparison {
  if (plan === null || answer === null) return { comparison: null, notes: notes.comparison };
  if (answer instanceof Error)
    return { comparison: null, error: answer, notes: [errorNote('comparison', answer)] };
  const { table, totalError } = readTable(plan.query, answer);
  const totalNotes = totalError === null ? [] : [errorNote('earlierTotal', totalError)];
  return { comparison: { ...plan, table }, notes: [...notes.comparison, ...totalNotes] };
}

/**
 * The rows of a table with those that they are compared with. `dayRatio` is how many times as many days the
 * period has as the earlier one.
 */
async function joinRows(
  { rows: query, span }: InsightPlan,
  table: Table,
  comparison: Comparison | null,
  dayRatio: number,
): Promise<JoinedRows> {
  if (comparison === null || span === null)
    return { rows: uncomparedRows(table.rows), gone: [], unseen: null };
  const pairs = table.queryType === 'timeseries' ? await pairBuckets(query, table, span, comparison) : null;
  const isOfWholePeriod = pairs === null || table.rows.length === 1;
  const isSum = table.metric !== null && outputKind(query, table.metric) === 'additive';
  const daysIn = (range: TimeRange, row: TableRow): number =>
    Math.max(1, Math.round(bucketDays(query.granularity, span.timeZone, range, Date.parse(row.key))));
  const { untilMs, range: earlierRange } = comparison.period;
  const comparedRange = { ...span.range, endMs: Math.min(span.range.endMs, untilMs) };
  const ratioOf = (row: TableRow, earlierRow: TableRow): number => {
    if (isOfWholePeriod) return dayRatio;
    // Only a sum grows with the days of its bucket.
    return isSum ? daysIn(comparedRange, row) / daysIn(earlierRange, earlierRow) : 1;
  };
  return joinTables(query, table, comparison.table, pairs, ratioOf);
}

/** The earlier bucket of each bucket, by their starts in epoch milliseconds. */
async function pairBuckets(
  query: Query,
  table: Table,
  span: Span,
  { period }: ComparisonPlan,
): Promise<ReadonlyMap<number, number>> {
  const { alignBuckets } = await import('../compare/align-buckets.ts');
  const { range, timeZone } = span;
  const isByDate = period.relation !== 'previous-period';
  return alignBuckets(
    query.granularity,
    table.rows.map(({ key }) => Date.parse(key)),
    {
      current: { range, untilMs: period.untilMs },
      earlier: { range: period.whole, untilMs: period.range.endMs },
      timeZone,
      move: isByDate ? (ms) => yearBefore(span, { startMs: ms, endMs: ms }).startMs : null,
    },
  );
}
