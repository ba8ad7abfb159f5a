import type { QueryService } from '../client/client.ts';
import { periodOf, zoneOf } from '../compare/period.ts';
import { ResponseError } from '../errors.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import type { Period, ReportedInsight } from '../results.ts';
import { tabulate } from '../tables/tabulate.ts';
import type { Table } from '../tables/table.ts';
import { rowsQuery, totalQuery, withTotal } from '../tables/total.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';
import { defaultTitle } from './default-title.ts';
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
  const companion = totalQuery(asked, rows);
  const total = companion === null ? null : await service.runQuery(companion);
  const table = total === null ? rows : withTotal(asked, rows, total.result);
  return {
    ...describe(entry, table),
    title: titleOf(entry, query, table),
    timezone: zoneOf(query),
    interval: toPeriod(period.range, entry.interval?.label ?? period.label, nowMs),
    notes: notes(table, period.range),
    durationMs: Math.round(answer.durationMs + (total?.durationMs ?? 0)),
    rows: table.rows.map((row) => ({ ...row, previous: null, change: null, previousRank: null })),
    query: asked,
  };
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
    cutOff: table.cutOff,
  };
}

function toPeriod({ startMs, endMs }: TimeRange, label: string, nowMs: number): Period {
  return {
    label,
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    complete: endMs <= nowMs,
  };
}

function notes(table: Table, { startMs }: TimeRange): string[] {
  if (table.firstBucketMs === null || table.firstBucketMs === startMs) return [];
  const first = new Date(table.firstBucketMs).toISOString();
  return [`The answer's first bucket begins at ${first}, the period asked for at ${new Date(startMs).toISOString()}.`];
}
