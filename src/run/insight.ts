import type { QueryService } from '../client/client.ts';
import { describePeriod, zoneOf } from '../compare/period.ts';
import { type Span, spanOf } from '../compare/period.ts';
import { ResponseError } from '../errors.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import type { Period, ReportedInsight } from '../results.ts';
import type { Table, TableRow } from '../tables/table.ts';
import { rowsQuery } from '../tables/total.ts';
import type { TimeRange } from '../tql/interval.ts';
import { isJsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { askTable, type TableAnswer } from './ask.ts';
import { askComparison, compareRows } from './comparison.ts';
import { askHistory, type History } from './history.ts';
import { bucketNotes, gapNotes, totalNote } from './notes.ts';
import { prepareQuery } from './prepare-query.ts';

/**
 * Asks for one insight, whose query is `written`: its rows and their true total, the same of an earlier period to compare with, and the values of the periods
 * before, as far as they are wanted. Small groups are in it: gates are judged by them, and only then are they folded.
 */
export async function reportInsight(
  entry: InsightRequest,
  written: Query,
  request: Pick<ReportRequest, 'service' | 'timezone'>,
  service: QueryService,
  nowMs: number,
): Promise<ReportedInsight> {
  const query = prepareQuery(written, entry, { dataSource: request.service.dataSource, timezone: request.timezone });
  const period = describePeriod(query, nowMs);
  if (period === null)
    throw new ResponseError('the query holds no interval that can be read (intervals or relativeIntervals)');
  const span = spanOf(query, nowMs);
  const asked = rowsQuery(query) ?? query;
  const [{ current, history }, comparison] = await Promise.all([
    askWithHistory(query, asked, span, entry, service),
    askComparison(asked, entry, span, service),
  ]);
  const { table } = current;
  const { rows, gone } = await compareRows(asked, table, span, entry, comparison);
  const zone = zoneOf(query);
  const notes = [
    ...(current.totalError === null ? [] : [totalNote(current.totalError)]),
    ...comparison.notes,
    ...history.notes,
    ...bucketNotes(table, period.range, zone),
    ...gapNotes(span?.ranges ?? [], zone),
  ];
  const earlier = comparison.asked;
  return {
    ...describeTable(entry, table),
    title: titleOf(entry, query, table),
    timezone: zone,
    interval: toPeriod(period.range, entry.interval?.label ?? period.label, nowMs),
    compare: earlier === null ? null : toDates(earlier.earlier.range),
    previousTotal: earlier?.answer.table.total ?? null,
    totalHistory: history.totals,
    history: history.periods.map(toDates),
    notes,
    durationMs: Math.round(current.durationMs + (earlier?.answer.durationMs ?? 0) + history.durationMs),
    rows: rows.map((row, i) => ({ ...row, history: historyOf(table.rows[i], history) })),
    gone,
    folded: null,
    query: asked,
  };
}

/** The table, and the history of the rows that it turned out to have. */
async function askWithHistory(
  query: Query,
  asked: Query,
  span: Span | null,
  entry: InsightRequest,
  service: QueryService,
): Promise<{ readonly current: TableAnswer; readonly history: History }> {
  const current = await askTable(asked, entry.metric, service);
  return { current, history: await askHistory(query, current.table, span, entry, service) };
}

function historyOf(row: TableRow | undefined, history: History): readonly (number | null)[] {
  return row === undefined ? [] : history.valuesOf(row);
}

/** An id is no heading: an entry with neither title nor name is called after what it shows. */
function titleOf(entry: InsightRequest, query: Query, table: Table): string {
  if (entry.title !== null) return entry.title;
  const isNamed = entry.source.kind === 'query' || entry.name !== entry.source.id;
  return isNamed ? entry.name : defaultTitle(query, table);
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

function toPeriod(range: TimeRange, label: string, nowMs: number): Period {
  return { label, ...toDates(range), complete: range.endMs <= nowMs };
}

function toDates({ startMs, endMs }: TimeRange): { readonly start: string; readonly end: string } {
  return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
}

/** The heading of a table whose entry has neither title nor name of its own: "Users by modelName", "Events per day". */
export function defaultTitle(query: Query, table: Table): string {
  const counted = table.metric ?? 'Rows';
  const word = table.unit === 'events' ? 'Events' : table.unit === 'users' ? 'Users' : counted;
  if (table.queryType === 'timeseries') return titlePerUnit(word, query);
  if (table.queryType === 'topN' || table.queryType === 'groupBy') return titleByDimensions(word, table.dimensions);
  return `${table.queryType.charAt(0).toUpperCase()}${table.queryType.slice(1)}`;
}

function titlePerUnit(word: string, query: Query): string {
  const granularity = query['granularity'];
  const unit = isJsonObject(granularity) ? granularity['period'] : granularity;
  return typeof unit === 'string' && unit.toLowerCase() !== 'all' ? `${word} per ${unit.toLowerCase()}` : word;
}

/** `TelemetryDeck.Device.modelName` is a mouthful in a heading; its last part says it. */
function titleByDimensions(word: string, dimensions: readonly string[]): string {
  const names = dimensions.map((dimension) => dimension.split('.').at(-1) ?? dimension);
  return names.length === 0 ? word : `${word} by ${names.join(' and ')}`;
}
