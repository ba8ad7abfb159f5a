// Which payload keys a data source has, and how many events match a filter.
import { isJsonObject } from '../../tql/json.ts';
import { CORE_NAMES, type EventColumn } from '../../service/events/columns.ts';
import { needList, objectOf, strangeAnswer } from '../answer-parts.ts';
import type { DruidServer } from '../druid-server.ts';

/** Any time that an event can have. */
export const ALWAYS = '1970-01-01T00:00:00.000Z/2200-01-01T00:00:00.000Z';
const LIMIT_BYTES = 64 * 1024 * 1024;
const COLUMNS = 'the columns of a data source';

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
  const answer = await broker.ask({
    path: '/druid/v2',
    body: query,
    limitBytes: LIMIT_BYTES,
  });
  // Of a data source without events the list is empty.
  const columns = needList(answer, COLUMNS).map((merged) => objectOf(merged)['columns']);
  if (!columns.every(isJsonObject)) throw strangeAnswer(COLUMNS);
  return new Map(
    columns
      .flatMap((each) => Object.entries(each))
      .filter(([name]) => !CORE_NAMES.has(name))
      .map(([name, column]) => {
        const isText = !isJsonObject(column) || column['type'] === 'STRING';
        return [name, { kind: isText ? 'text' : 'double', column: name }];
      }),
  );
}

/** How many events of an interval match a filter, and the times of the first and the last one. */
interface EventCount {
  readonly events: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Counts the events of an interval that match a filter; null: all of them. Throws `ClusterAnswerError` for
 * an answer without a number.
 */
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
  const answer = await broker.ask({ path: '/druid/v2', body: query });
  const { events, first, last } = objectOf(objectOf(needList(answer, COUNT)[0])['result']);
  if (typeof events !== 'number') throw strangeAnswer(COUNT);
  return { events, firstMs: numberOf(first), lastMs: numberOf(last) };
}

const COUNT = 'a number of events';

/** Druid says null if there is no event. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
