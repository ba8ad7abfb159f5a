// Asks Druid about the events of a data source: their payload keys, their number, and the times between which
// they are.
import type { TimeRange } from '../../tql/time/interval.ts';
import { isJsonObject } from '../../tql/json.ts';
import { CORE_NAMES, type EventColumns } from '../../service/events/columns.ts';
import { requireList, objectOf, unexpectedAnswer } from '../answer-parts.ts';
import type { DruidServer } from '../druid-server.ts';

/** Any time that an event can have. */
export const ALWAYS = '1970-01-01T00:00:00.000Z/2200-01-01T00:00:00.000Z';
/** Druid lists each column, about 200 bytes, for as many columns as events have ever had. */
const LIMIT_BYTES = 64 * 1024 * 1024;
const COLUMNS = 'the columns of a data source';

/** The payload keys that the events of a data source have, and whether their values are numbers. */
export async function readPayloadColumns(broker: DruidServer, namespace: string): Promise<EventColumns> {
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
  const columns = requireList(answer, COLUMNS).map((merged) => objectOf(merged)['columns']);
  if (!columns.every(isJsonObject)) throw unexpectedAnswer(COLUMNS);
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

interface EventCount {
  readonly events: number;
  /** From the first event to the last one; null without events. */
  readonly range: TimeRange | null;
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
    ...(filter !== null && { filter }),
    aggregations: [
      { type: 'count', name: 'events' },
      { type: 'longMin', name: 'first', fieldName: '__time' },
      { type: 'longMax', name: 'last', fieldName: '__time' },
    ],
  };
  const answer = await broker.ask({ path: '/druid/v2', body: query });
  const { events, first, last } = objectOf(objectOf(requireList(answer, COUNT)[0])['result']);
  if (typeof events !== 'number') throw unexpectedAnswer(COUNT);
  const hasTimes = events > 0 && typeof first === 'number' && typeof last === 'number';
  return { events, range: hasTimes ? { startMs: first, endMs: last + 1 } : null };
}

const COUNT = 'a number of events';
