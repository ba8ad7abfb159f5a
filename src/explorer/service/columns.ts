import { isJsonObject, type Json } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { fieldOf, itemsOf, numberAt, textAt } from '../query/json-fields.ts';
import type { Asker } from './asker.ts';

/** A column of the events. Counts are null until they are known. */
export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'time';
  /** How many events have it. */
  readonly events: number | null;
  /** How many values it has, about. */
  readonly values: number | null;
}

/** A value of a column, and how many events have it. */
export interface ValueCount {
  readonly value: string | null;
  readonly events: number;
}

/** The time that columns are counted over. */
const RECENT: Query['relativeIntervals'] = [
  {
    beginningDate: { component: 'day', offset: -30, position: 'beginning' },
    endDate: { component: 'day', offset: 0, position: 'end' },
  },
];

/** The columns by name, without counts: the quick half of what there is to know. */
export async function askColumns(asker: Asker, signal: AbortSignal): Promise<readonly Column[]> {
  const query = { queryType: 'segmentMetadata', merge: true, analysisTypes: [], relativeIntervals: RECENT };
  const answer = await asker.run(query, signal);
  const columns = fieldOf(itemsOf(answer)[0], 'columns');
  return Object.entries(isJsonObject(columns) ? columns : {})
    .map(([name, described]) => ({ name, kind: kindOf(name, described), events: null, values: null }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(name: string, described: Json): Column['kind'] {
  if (name === '__time') return 'time';
  return textAt(described, 'type') === 'STRING' ? 'text' : 'number';
}

/** How many columns one query counts. */
const AT_ONCE = 12;

/** Counts columns, some at a time; `tell` is called with all of them after each query. */
export async function countColumns(
  columns: readonly Column[],
  asker: Asker,
  signal: AbortSignal,
  tell: (columns: readonly Column[]) => void,
): Promise<void> {
  let known = columns;
  while (known.some(({ events }) => events === null)) {
    const asked = known.filter(({ events }) => events === null).slice(0, AT_ONCE);
    const values = firstRow(await asker.run(countQuery(asked), signal));
    const counts = asked.map((column, index) => ({
      ...column,
      events: Number(values[`events_${index}`] ?? 0),
      values: column.kind === 'time' ? null : Math.round(Number(values[`values_${index}`] ?? 0)),
    }));
    known = known.map((column) => counts.find(({ name }) => name === column.name) ?? column);
    tell(known);
  }
}

function countQuery(columns: readonly Column[]): Query {
  const aggregations = columns.flatMap(({ name, kind }, index) => [
    {
      type: 'filtered',
      name: `events_${index}`,
      filter: { type: 'not', field: { type: 'null', column: name } },
      aggregator: { type: 'count', name: `events_${index}` },
    },
    ...(kind === 'time' ? [] : [{ type: 'cardinality', name: `values_${index}`, fields: [name] }]),
  ]);
  return { queryType: 'timeseries', granularity: 'all', aggregations, relativeIntervals: RECENT };
}

/** How many of a column's values are shown. */
const SHOWN = 12;

/** The most frequent values of a column. */
export async function askValues(column: string, asker: Asker, signal: AbortSignal): Promise<readonly ValueCount[]> {
  const answer = await asker.run(
    {
      queryType: 'topN',
      granularity: 'all',
      dimension: { type: 'default', dimension: column, outputName: 'value' },
      aggregations: [{ type: 'count', name: 'events' }],
      metric: { type: 'numeric', metric: 'events' },
      threshold: SHOWN,
      relativeIntervals: RECENT,
    },
    signal,
  );
  const rows = itemsOf(fieldOf(itemsOf(answer)[0], 'result'));
  return rows.map((row) => {
    const value = fieldOf(row, 'value') ?? null;
    return {
      value: value === null ? null : typeof value === 'string' ? value : JSON.stringify(value),
      events: numberAt(row, 'events') ?? 0,
    };
  });
}

function firstRow(answer: Json): Readonly<Record<string, Json>> {
  const row = fieldOf(itemsOf(answer)[0], 'result');
  return isJsonObject(row) ? row : {};
}
