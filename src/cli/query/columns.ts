import { InputError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { Json, JsonObject } from '../../tql/json.ts';
import type { Column, ResultValue } from '../../tql/result.ts';
import { askQuery, type AskRaw } from '../asked-service.ts';
import { readable } from './rows.ts';

/** Every event that a service has: no interval can be left open. */
export const ALL_TIME: JsonObject = { intervals: ['1000-01-01/3000-01-01'] };

/** A column of events: how many events have a value in it, and how many different values there are. */
export interface ColumnSummary {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'time' | 'other';
  readonly events: number;
  readonly values: number;
}

/** A value of a column, and how many events have it. */
export interface ColumnValue {
  readonly value: ResultValue;
  readonly events: number;
}

/** The columns of a service's events by name, with what is counted over an interval. */
export async function askColumns(ask: AskRaw, interval: JsonObject): Promise<readonly ColumnSummary[]> {
  const columns = await askColumnNames(ask);
  const summaries: ColumnSummary[] = [];
  for (let first = 0; first < columns.length; first += COLUMNS_AT_ONCE)
    summaries.push(...(await countColumns(ask, interval, columns.slice(first, first + COLUMNS_AT_ONCE))));
  return summaries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A query may have 500 aggregations; each column needs two. */
const COLUMNS_AT_ONCE = 100;

/** The names and types of the columns, without counting anything. */
export async function askColumnNames(ask: AskRaw): Promise<readonly Column[]> {
  const query = { queryType: 'segmentMetadata', ...ALL_TIME, merge: true, analysisTypes: [] };
  const result = await askQuery(ask, query);
  return result.kind === 'segmentMetadata' ? result.columns : [];
}

async function countColumns(ask: AskRaw, interval: JsonObject, columns: readonly Column[]): Promise<ColumnSummary[]> {
  const aggregations = columns.flatMap(({ name }, index) => [
    {
      type: 'filtered',
      filter: hasValue(name),
      aggregator: { type: 'longSum', name: `e${index}`, fieldName: 'count' },
    },
    { type: 'cardinality', name: `v${index}`, fields: [name], byRow: false },
  ]);
  const result = await askQuery(ask, { queryType: 'timeseries', ...interval, granularity: 'all', aggregations });
  const [bucket] = result.kind === 'timeseries' ? result.buckets : [];
  const countOf = (output: string) => Math.round(Number(bucket?.values[output] ?? 0));
  return columns.map(({ name, type }, index) => ({
    name,
    kind: name === '__time' ? 'time' : kindOf(type),
    events: countOf(`e${index}`),
    values: countOf(`v${index}`),
  }));
}

function hasValue(column: string): Json {
  return { type: 'not', field: { type: 'null', column } };
}

function kindOf(type: string | null): ColumnSummary['kind'] {
  if (type === null || type === 'STRING') return 'text';
  return ['LONG', 'FLOAT', 'DOUBLE'].includes(type) ? 'number' : 'other';
}

/** The most frequent values of a column, at most `top`. Throws `InputError` if no event has the column. */
export async function askValues(
  ask: AskRaw,
  interval: JsonObject,
  name: string,
  top: number,
): Promise<readonly ColumnValue[]> {
  const columns = await askColumnNames(ask);
  checkColumns([name], columns);
  const isNumber = columns.some((column) => column.name === name && kindOf(column.type) === 'number');
  const result = await askQuery(ask, {
    ...{ queryType: 'topN', ...interval, granularity: 'all', filter: hasValue(name) },
    aggregations: [{ type: 'longSum', name: 'events', fieldName: 'count' }],
    dimension: { type: 'default', dimension: name, outputName: 'value' },
    metric: { type: 'numeric', metric: 'events' },
    threshold: top,
  });
  const [bucket] = result.kind === 'topN' ? result.buckets : [];
  return (bucket?.rows ?? []).map(({ value = null, events }) => ({
    // A topN gives its values as text.
    value: readable(name, isNumber && value !== null ? Number(value) : value),
    events: Number(events),
  }));
}

/** Throws one `InputError` that names every column that no event has, with the one that was perhaps meant. */
export function checkColumns(names: readonly string[], columns: readonly Column[]): void {
  const known = columns.map(({ name }) => name);
  const missing = names.filter((name) => !known.includes(name));
  if (missing.length === 0) return;
  throw new InputError(missing.map((name) => `no event has the column ${JSON.stringify(name)}${hintFor(name, known)}`));
}

function hintFor(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  if (near !== '') return near;
  return known.length === 0 ? '; there are no events yet' : '; "insight-report columns" lists those that are there';
}
