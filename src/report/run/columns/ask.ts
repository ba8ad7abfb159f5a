// Requests which columns a service's events have, and which values are in them: for the explorer and the
// commands that help to write a query (`columns`, `new`).
import { by, events, hasValue } from '../../../tql/write.ts';
import type { QueryIntervals } from '../../../tql/time/query-intervals.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryAggregation, QueryFilter } from '../../../tql/query-parts.ts';
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
interface ColumnCounts {
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
 * Counts the events that have each of some columns, and the different values of those that `hasValues` names.
 * One query, with at most three aggregations for each column.
 */
export async function countColumns(
  ask: AskRaw,
  interval: QueryIntervals,
  columns: readonly Column[],
  hasValues: (column: Column) => boolean = () => true,
): Promise<readonly ColumnCounts[]> {
  const aggregations: QueryAggregation[] = [];
  for (const [index, column] of columns.entries()) {
    aggregations.push(eventsWith(hasValue(column.name), eventsName(index)));
    if (!hasValues(column)) continue;
    aggregations.push(distinct(column, valuesName(index)));
    // The empty text is a value that `cardinality` leaves out.
    if (column.kind === 'text') aggregations.push(eventsWith(isEmptyText(column.name), emptyName(index)));
  }
  const result = await askQuery(ask, {
    queryType: 'timeseries',
    ...interval,
    granularity: 'all',
    aggregations,
  });
  const [bucket] = result.kind === 'timeseries' ? result.buckets : [];
  const countOf = (output: string) => Math.round(Number(bucket?.values[output] ?? 0));
  return columns.map((column, index) => {
    const emptyValue = countOf(emptyName(index)) > 0 ? 1 : 0;
    const values = hasValues(column) ? countOf(valuesName(index)) + emptyValue : null;
    return { events: countOf(eventsName(index)), values };
  });
}

// The outputs of a column: its events, its different values, and the events with an empty text.
const eventsName = (index: number): string => `e${index}`;
const valuesName = (index: number): string => `v${index}`;
const emptyName = (index: number): string => `n${index}`;

function eventsWith(filter: QueryFilter, name: string): QueryAggregation {
  return { type: 'filtered', filter, aggregator: events(name) };
}

function isEmptyText(column: string): QueryFilter {
  return { type: 'equals', column, matchValueType: 'STRING', matchValue: '' };
}

/**
 * Counts different values. Numbers get a sketch: as texts they would take the engine several times as long.
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
