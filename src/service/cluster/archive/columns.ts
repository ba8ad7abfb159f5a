import { isJsonObject } from '../../../tql/json.ts';
import { CORE_NAMES, type EventColumn } from '../../events/columns.ts';
import type { DruidServer } from '../druid-server.ts';

/** Any time that an event can have. */
export const ALWAYS = '1970-01-01T00:00:00.000Z/2200-01-01T00:00:00.000Z';
const LIMIT_BYTES = 64 * 1024 * 1024;

/** The payload keys that the events of a data source have, and whether their values are numbers. */
export async function readPayloadColumns(
  broker: DruidServer,
  namespace: string,
): Promise<ReadonlyMap<string, EventColumn>> {
  const query = {
    queryType: 'segmentMetadata',
    dataSource: namespace,
    intervals: [ALWAYS],
    merge: true,
    analysisTypes: [],
    lenientAggregatorMerge: true,
  };
  const answer = await broker.ask({ method: 'POST', path: '/druid/v2', body: query, limitBytes: LIMIT_BYTES });
  const [merged] = Array.isArray(answer) ? (answer as unknown[]) : [];
  const columns = isJsonObject(merged) && isJsonObject(merged['columns']) ? Object.entries(merged['columns']) : [];
  return new Map(
    columns
      .filter(([name]) => !CORE_NAMES.has(name))
      .map(([name, column]) => {
        const isText = !isJsonObject(column) || column['type'] === 'STRING';
        return [name, { kind: isText ? 'text' : 'number', column: name }];
      }),
  );
}

/** How many events of an interval match a filter, and the times of the first and the last one. */
export interface EventCount {
  readonly events: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Counts the events of an interval that match a filter; null: all of them. */
export async function countEvents(
  broker: DruidServer,
  namespace: string,
  interval: string = ALWAYS,
  filter: object | null = null,
): Promise<EventCount> {
  const query = {
    queryType: 'timeseries',
    dataSource: namespace,
    intervals: [interval],
    granularity: 'all',
    ...(filter === null ? {} : { filter }),
    aggregations: [
      { type: 'count', name: 'events' },
      { type: 'longMin', name: 'first', fieldName: '__time' },
      { type: 'longMax', name: 'last', fieldName: '__time' },
    ],
  };
  const answer = await broker.ask({ method: 'POST', path: '/druid/v2', body: query });
  const [row] = Array.isArray(answer) ? (answer as unknown[]) : [];
  const result = isJsonObject(row) && isJsonObject(row['result']) ? row['result'] : {};
  const { events, first, last } = result;
  return { events: numberOf(events), firstMs: numberOf(first), lastMs: numberOf(last) };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
