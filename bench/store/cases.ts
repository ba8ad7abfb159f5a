import { YEAR_DAYS, YEAR_START_MS } from './events-sql.ts';

/** A half-open interval in epoch milliseconds. */
export interface Range {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A question as TQL and as the SQL that someone who knows DuckDB and the table would write for it. */
export interface Case {
  readonly name: string;
  query(range: Range): object;
  sql(table: string, range: Range): string;
}

const DAY_MS = 86_400_000;
const YEAR_END_MS = YEAR_START_MS + YEAR_DAYS * DAY_MS;

export const LAST_30_DAYS: Range = {
  name: '30 days',
  startMs: YEAR_END_MS - 30 * DAY_MS,
  endMs: YEAR_END_MS,
};
export const WHOLE_YEAR: Range = { name: '365 days', startMs: YEAR_START_MS, endMs: YEAR_END_MS };

const count = { type: 'eventCount', name: 'n' };
const users = { type: 'userCount', name: 'n' };

export const CASES: readonly Case[] = [
  {
    name: 'topN of models',
    query: (range) => topN(range, {}),
    sql: (table, range) =>
      `SELECT "modelName", count(*) AS n FROM ${table} WHERE ${within(range)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10`,
  },
  {
    name: 'topN of models, filtered',
    query: (range) => topN(range, { filter: { type: 'selector', dimension: 'type', value: 'Screen.0' } }),
    sql: (table, range) =>
      `SELECT "modelName", count(*) AS n FROM ${table} WHERE ${within(range)} AND type = 'Screen.0' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10`,
  },
  {
    name: 'events by day',
    query: (range) => timeseries(range, count, 'UTC'),
    sql: (table, range) =>
      `SELECT __time // ${DAY_MS} AS day, count(*) AS n FROM ${table} WHERE ${within(range)} GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'distinct users by day, UTC',
    query: (range) => timeseries(range, users, 'UTC'),
    sql: (table, range) => usersByDay(table, range, `__time // ${DAY_MS}`),
  },
  {
    name: 'distinct users by day, Europe/Berlin',
    query: (range) => timeseries(range, users, 'Europe/Berlin'),
    sql: (table, range) => usersByDay(table, range, `(__time + ${BERLIN_OFFSET}) // ${DAY_MS}`),
  },
  {
    name: 'groupBy of two dimensions',
    query: ({ startMs, endMs }) => ({
      queryType: 'groupBy',
      granularity: 'all',
      intervals: [interval(startMs, endMs)],
      dimensions: ['modelName', 'systemVersion'].map((dimension) => ({
        type: 'default',
        dimension,
        outputName: dimension,
      })),
      aggregations: [count],
    }),
    sql: (table, range) =>
      `SELECT "modelName", "systemVersion", count(*) AS n FROM ${table} WHERE ${within(range)} GROUP BY 1, 2 ORDER BY 1, 2`,
  },
];

/**
 * Summer time in Berlin ended for the year before this one; it began on 29 March 2026 and ended on 25 October
 * 2026, at 1:00 UTC.
 */
const BERLIN_OFFSET = `CASE WHEN __time >= ${Date.UTC(2026, 2, 29, 1)} AND __time < ${Date.UTC(2026, 9, 25, 1)} THEN 7200000 ELSE 3600000 END`;

function usersByDay(table: string, range: Range, day: string): string {
  return `SELECT ${day} AS day, count(DISTINCT _ir_user) AS n FROM ${table} WHERE ${within(range)} GROUP BY 1 ORDER BY 1`;
}

function within({ startMs, endMs }: Range): string {
  return `__time >= ${startMs} AND __time < ${endMs}`;
}

function topN({ startMs, endMs }: Range, more: object): object {
  return {
    queryType: 'topN',
    granularity: 'all',
    intervals: [interval(startMs, endMs)],
    dimension: { type: 'default', dimension: 'modelName', outputName: 'modelName' },
    metric: { type: 'numeric', metric: 'n' },
    threshold: 10,
    aggregations: [count],
    ...more,
  };
}

function timeseries({ startMs, endMs }: Range, aggregation: object, timezone: string): object {
  return {
    queryType: 'timeseries',
    granularity: { type: 'period', period: 'P1D', timeZone: timezone },
    intervals: [interval(startMs, endMs)],
    aggregations: [aggregation],
  };
}

function interval(startMs: number, endMs: number): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`;
}
