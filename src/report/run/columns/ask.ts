import { by, events, hasValue } from '../../../tql/write.ts';
import type { QueryIntervals } from '../../../tql/absolute-intervals.ts';
import type { Query, QueryAggregation, QueryFilter } from '../../../tql/query.ts';
import {
  type Column as AnsweredColumn,
  parseResult,
  type QueryResult,
  type ResultValue,
  type TimeBoundary,
} from '../../../tql/result.ts';

/** Runs a query and gives the raw answer. */
export type AskRaw = (query: Query) => Promise<unknown>;

/** Sends a query and parses its answer. */
export async function askQuery(ask: AskRaw, query: Query): Promise<QueryResult> {
  return parseResult(await ask(query), query.queryType);
}

/** Every event that a service has: no interval can be left open. */
export const ALL_TIME: QueryIntervals = { intervals: ['1000-01-01/3000-01-01'] };

/** A column of events. */
export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'time' | 'other';
}

/**
 * How many events have a value in a column, and how many different values there are: null if they were not
 * counted.
 */
export interface ColumnCounts {
  readonly events: number;
  readonly values: number | null;
}

/** A value of a column, and how many events have it. */
export interface ColumnValue {
  readonly value: ResultValue;
  readonly events: number;
}

/** The times of the first and the last event; null without events. */
export async function askTimes(ask: AskRaw): Promise<TimeBoundary | null> {
  const result = await askQuery(ask, { queryType: 'timeBoundary', ...ALL_TIME });
  return result.kind === 'timeBoundary' ? result.range : null;
}

/** The columns of a service's events in its own order, without counting anything. */
export async function askColumns(ask: AskRaw): Promise<readonly Column[]> {
  const result = await askQuery(ask, {
    queryType: 'segmentMetadata',
    ...ALL_TIME,
    merge: true,
    analysisTypes: [],
  });
  return result.kind === 'segmentMetadata' ? result.columns.map(columnOf) : [];
}

function columnOf({ name, type }: AnsweredColumn): Column {
  if (name === '__time') return { name, kind: 'time' };
  if (type === null || type === 'STRING') return { name, kind: 'text' };
  return { name, kind: ['LONG', 'FLOAT', 'DOUBLE'].includes(type) ? 'number' : 'other' };
}

/**
 * Counts some columns over an interval, in their order, and the values of those that `hasValues` names: one
 * query, with at most three aggregations for each.
 */
export async function countColumns(
  ask: AskRaw,
  interval: QueryIntervals,
  columns: readonly Column[],
  hasValues: (column: Column) => boolean = () => true,
): Promise<readonly ColumnCounts[]> {
  const aggregations = columns.flatMap((column, index) => [
    eventsWith(hasValue(column.name), `e${index}`),
    ...(hasValues(column) ? [distinct(column, `v${index}`)] : []),
    // The empty text is a value that `cardinality` leaves out.
    ...(hasValues(column) && column.kind === 'text'
      ? [eventsWith(isEmptyText(column.name), `n${index}`)]
      : []),
  ]);
  const result = await askQuery(ask, {
    queryType: 'timeseries',
    ...interval,
    granularity: 'all',
    aggregations,
  });
  const [bucket] = result.kind === 'timeseries' ? result.buckets : [];
  const countOf = (output: string) => Math.round(Number(bucket?.values[output] ?? 0));
  return columns.map((column, index) => ({
    events: countOf(`e${index}`),
    values: hasValues(column) ? countOf(`v${index}`) + (countOf(`n${index}`) > 0 ? 1 : 0) : null,
  }));
}

function eventsWith(filter: QueryFilter, name: string): QueryAggregation {
  return { type: 'filtered', filter, aggregator: events(name) };
}

function isEmptyText(column: string): QueryFilter {
  return { type: 'equals', column, matchValueType: 'STRING', matchValue: '' };
}

/**
 * Numbers are counted as they are: to write each of them as text first takes the engine several times as
 * long.
 */
function distinct({ name: column, kind }: Column, name: string): QueryAggregation {
  return kind === 'number' || kind === 'time'
    ? { type: 'thetaSketch', name, fieldName: column }
    : { type: 'cardinality', name, fields: [column], byRow: false };
}

/**
 * The most frequent values of a column, at most `top`, as text. `which` is the interval, and perhaps a
 * filter.
 */
export async function askValues(
  ask: AskRaw,
  which: QueryIntervals & Pick<Query, 'filter'>,
  column: string,
  top: number,
): Promise<readonly ColumnValue[]> {
  const result = await askQuery(ask, {
    queryType: 'topN',
    ...which,
    granularity: 'all',
    aggregations: [events('events')],
    dimension: by(column, 'value'),
    metric: { type: 'numeric', metric: 'events' },
    threshold: top,
  });
  const [bucket] = result.kind === 'topN' ? result.buckets : [];
  return (bucket?.rows ?? []).map(({ value = null, events }) => ({ value, events: Number(events) }));
}
