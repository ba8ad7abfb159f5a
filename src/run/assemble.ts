import type { InsightRequest } from '../inputs/request.ts';
import type { FoldedRows, Period, ReportedInsight } from '../results.ts';
import { isAdditive } from '../tables/aggregations.ts';
import { isRanking, type Table } from '../tables/table.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';
import type { InsightAnswers } from './ask.ts';
import { type Comparison, joinRows, NO_COMPARISON, readComparison, readTable } from './comparison.ts';
import { readCoverage } from './coverage.ts';
import { readHistory } from './history.ts';
import { bucketNotes, cutOffNotes, gapNotes, roundedScanNotes, totalErrorNote } from './notes.ts';
import type { InsightPlan } from './plan.ts';

/**
 * Puts an insight together from its answers. A part that is missing or cannot be read is left out, with a
 * note.
 */
export async function assembleInsight(plan: InsightPlan, answers: InsightAnswers): Promise<ReportedInsight> {
  const { entry, period, span, timeZone, nowMs } = plan;
  const { table, totalError, durationMs } = readTable(plan.rows, answers.current);
  const coverage = readCoverage(plan, answers.events);
  const compared = plan.comparison?.period.range;
  const isComparable =
    compared === undefined || (coverage.isCovered(compared) && coverage.noEventsOn === null);
  const earlier = isComparable ? readComparison(plan, answers) : NO_COMPARISON;
  const history = readHistory(plan, { ...answers.current, table }, coverage);
  const { rows, gone, unseen } = await joinRows(plan, table, earlier.comparison);
  return {
    ...describeTable(entry, table),
    title: titleOf(plan, table),
    timezone: timeZone,
    interval: toPeriod(period.range, period.label, nowMs),
    ...describeComparison(earlier.comparison),
    ...(earlier.error === undefined ? {} : { compareError: earlier.error.message }),
    ...(coverage.eventsSince === null ? {} : { eventsSince: coverage.eventsSince }),
    ...(coverage.noEventsOn === null ? {} : { noEventsOn: coverage.noEventsOn }),
    totalHistory: history.totals,
    history: history.periods.map(toDates),
    ...(plan.history === null || plan.history.kind === 'own-buckets' || history.periods.length === 0
      ? {}
      : { historyGranularity: plan.history.granularity }),
    notes: [
      ...plan.notes.period,
      ...(totalError === null ? [] : [totalErrorNote(totalError)]),
      ...roundedScanNotes(table),
      ...answers.columnNotes,
      ...(answers.versions?.notes ?? []),
      ...coverage.notes,
      ...earlier.notes,
      ...history.notes,
      ...(table.cutOff && table.queryType === 'timeseries'
        ? cutOffNotes(table, plan.rows, period.range, timeZone)
        : []),
      ...bucketNotes(table, period.range, timeZone),
      ...gapNotes(span?.ranges ?? [], timeZone),
    ],
    durationMs: Math.round(
      durationMs + earlier.durationMs + history.durationMs + (answers.versions?.durationMs ?? 0),
    ),
    rows: rows.map((row, i) => ({ ...row, history: history.rows[i] ?? [] })),
    gone,
    ...(unseen === null
      ? {}
      : { unseen: { value: finite(unseen.value), previous: finite(unseen.previous) } }),
    ...(answers.versions?.versions ? { versions: answers.versions.versions(coverage) } : {}),
    folded: foldedRows(plan.rows, table),
    ...(entry.good ? { good: entry.good } : {}),
    ...(table.roundedTo === null ? {} : { roundedTo: table.roundedTo }),
    query: plan.rows,
  };
}

/** A results file holds no infinity. */
function finite(most: number): number | null {
  return Number.isFinite(most) ? most : null;
}

/**
 * What rounded counts leave of a total beside the rows shown: small rows, and what was rounded off; null if
 * nothing.
 */
function foldedRows(query: Query, { roundedTo, rows, total, metric, cutOff }: Table): FoldedRows | null {
  if (roundedTo === null || total === null || cutOff) return null;
  if (!isRanking(query) || !isAdditive(query, metric)) return null;
  const value = total - rows.reduce((sum, row) => sum + (row.value ?? 0), 0);
  return value <= 0 ? null : { value, share: total > 0 ? value / total : null };
}

function describeTable(entry: InsightRequest, table: Table) {
  return {
    name: entry.name,
    id: entry.source.kind === 'insight' ? entry.source.id : null,
    status: 'ok' as const,
    queryType: table.queryType,
    metric: table.metric,
    unit: table.unit,
    top: entry.top,
    dimensions: table.dimensions,
    outputs: table.outputs,
    total: table.total,
    cutOff: table.cutOff,
  };
}

function describeComparison(
  comparison: Comparison | null,
): Pick<ReportedInsight, 'compare' | 'previousTotal'> {
  if (comparison === null) return { compare: null, previousTotal: null };
  const { period, table } = comparison;
  return { compare: { ...toDates(period.range), relation: period.relation }, previousTotal: table.total };
}

function toPeriod(range: TimeRange, label: string, nowMs: number): Period {
  return { label, ...toDates(range), complete: range.endMs <= nowMs };
}

function toDates({ startMs, endMs }: TimeRange): { readonly start: string; readonly end: string } {
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
  const word = unit === 'events' ? 'Events' : unit === 'users' ? 'Users' : (metric ?? 'Rows');
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
