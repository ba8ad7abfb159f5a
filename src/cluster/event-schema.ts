// How an event is stored in Druid: its row and the schema of the columns, the same for ingest and imports.
import { NUMERIC_KEYS } from '../service/events/columns.ts';
import type { StorableEvent } from '../service/events/event.ts';

/**
 * An event as one flat object: `{"__time": 1790000000000, "type": "launch", …, "count": 1, "plan": "pro"}`.
 */
type DruidRow = Readonly<Record<string, string | number>>;

/** The row of an event. What is null is left out. Payload keys keep their names. */
export function toDruidRow(event: StorableEvent): DruidRow {
  const { timeMs, appID, clientUser, type, sessionID, isTestMode, floatValue, payload } = event;
  const values: readonly (readonly [string, string | number | null])[] = [
    ['__time', timeMs],
    ...Object.entries({ appID, clientUser, type, sessionID, isTestMode, floatValue }),
    ['count', 1],
    ...payload,
  ];
  const present = values.filter((entry): entry is [string, string | number] => entry[1] !== null);
  return Object.fromEntries<string | number>(present.map(([name, value]) => [name, storable(value)]));
}

/** A value that JSON does not change: without lone surrogates, which UTF-8 has not, and -0 as a text. */
function storable(value: string | number): string | number {
  if (typeof value === 'string') return value.toWellFormed();
  return Object.is(value, -0) ? '-0.0' : value;
}

/**
 * The `dataSchema` of every ingestion into an organization's data source. It must never change: a supervisor
 * with a new one ends its task, and until that has handed its segments over, its events are counted twice.
 * Payload keys that are not declared become text.
 */
export function dataSchemaOf(dataSource: string) {
  return {
    dataSource,
    timestampSpec: { column: '__time', format: 'millis' },
    dimensionsSpec: {
      dimensions: [
        ...['appID', 'clientUser', 'type', 'sessionID', 'isTestMode'].map((name) => ({
          type: 'string',
          name,
        })),
        ...['floatValue', ...NUMERIC_KEYS].map((name) => ({ type: 'double', name })),
        { type: 'long', name: 'count' },
      ],
      includeAllDimensions: true,
    },
    metricsSpec: [],
    granularitySpec: { type: 'uniform', segmentGranularity: 'DAY', queryGranularity: 'NONE', rollup: false },
  };
}

/**
 * The task context of every ingestion. Without `storeEmptyColumns: false`, each declared column would be
 * stored and listed, even if no event has a value for it. Without `useConcurrentLocks`, an import would wait
 * until the supervisor's tasks hand their segments over.
 */
export const TASK_CONTEXT = { storeEmptyColumns: false, useConcurrentLocks: true };
