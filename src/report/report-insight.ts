import type { QueryService } from '../client/client.ts';
import { periodOf, zoneOf } from '../compare/period.ts';
import { NetworkError, RequestError, ResponseError } from '../errors.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import type { Period, ReportedInsight } from '../results.ts';
import { tabulate } from '../tables/tabulate.ts';
import type { Table } from '../tables/table.ts';
import { rowsQuery, totalQuery, withTotal } from '../tables/total.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';
import { defaultTitle } from './default-title.ts';
import { bucketNotes, totalNote } from './notes.ts';
import { prepareQuery, resolvingInterval } from './prepare-query.ts';

/** Asks for one insight: its query, its rows, and its true total where the rows do not add up to it. */
export async function reportInsight(
  entry: InsightRequest,
  request: ReportRequest,
  service: QueryService,
  nowMs: number,
): Promise<ReportedInsight> {
  const written = entry.source.kind === 'query' ? entry.source.query : await resolve(entry.source.id, entry, service);
  const query = prepareQuery(written, entry, { dataSource: request.service.dataSource, timezone: request.timezone });
  const period = periodOf(query, nowMs);
  if (period === null)
    throw new ResponseError('the query holds no interval that can be read (intervals or relativeIntervals)');
  const asked = rowsQuery(query) ?? query;
  const answer = await service.runQuery(asked);
  const rows = tabulate(asked, answer.result, entry.metric);
  const { table, durationMs, notes } = await totalled(asked, rows, service);
  const zone = zoneOf(query);
  return {
    ...describe(entry, table),
    title: titleOf(entry, query, table),
    timezone: zone,
    interval: toPeriod(period.range, entry.interval?.label ?? period.label, nowMs),
    notes: [...notes, ...bucketNotes(table, period.range, zone)],
    durationMs: Math.round(answer.durationMs + durationMs),
    rows: table.rows.map((row) => ({ ...row, ...NOT_COMPARED })),
    gone: [],
    folded: null,
    query: asked,
  };
}

/** The table with its true total; one that cannot be had costs the total, not the table. */
async function totalled(
  asked: Query,
  table: Table,
  service: QueryService,
): Promise<{ table: Table; durationMs: number; notes: readonly string[] }> {
  const companion = totalQuery(asked, table);
  if (companion === null) return { table, durationMs: 0, notes: [] };
  try {
    const { result, durationMs } = await service.runQuery(companion);
    return { table: withTotal(asked, table, result), durationMs, notes: [] };
  } catch (error) {
    if (!isOfTheTotalAlone(error)) throw error;
    return { table, durationMs: 0, notes: [totalNote(error)] };
  }
}

/** A refused token or plan stops the run, whatever it was that was asked for. */
function isOfTheTotalAlone(error: unknown): error is Error {
  if (error instanceof RequestError) return error.kind !== 'unauthorized' && error.kind !== 'plan';
  return error instanceof NetworkError || error instanceof ResponseError;
}

/** An id is no heading: an entry with neither title nor name is called after what it shows. */
function titleOf(entry: InsightRequest, query: Query, table: Table): string {
  if (entry.title !== null) return entry.title;
  const isNamed = entry.source.kind === 'query' || entry.name !== entry.source.id;
  return isNamed ? entry.name : defaultTitle(query, table);
}

async function resolve(id: string, entry: InsightRequest, service: QueryService): Promise<Query> {
  return service.resolveInsight(id, resolvingInterval(entry.interval));
}

function describe(entry: InsightRequest, table: Table) {
  return {
    name: entry.name,
    id: entry.source.kind === 'insight' ? entry.source.id : null,
    status: 'ok' as const,
    queryType: table.queryType,
    metric: table.metric,
    unit: table.unit,
    top: entry.top,
    compare: null,
    dimensions: table.dimensions,
    outputs: table.outputs,
    total: table.total,
    previousTotal: null,
    totalHistory: [],
    history: [],
    cutOff: table.cutOff,
  };
}

const NOT_COMPARED = { previous: null, change: null, previousRank: null, history: [], isNew: false };

function toPeriod({ startMs, endMs }: TimeRange, label: string, nowMs: number): Period {
  return {
    label,
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    complete: endMs <= nowMs,
  };
}
