import { setTimeout as sleep } from 'node:timers/promises';
import { connectDruid, type Druid } from '../../../src/cluster/druid.ts';
import type { DruidServer } from '../../../src/cluster/druid-server.ts';
import { dataSchemaOf, TASK_CONTEXT, toDruidRow } from '../../../src/cluster/event-schema.ts';
import { parseEvent } from '../../../src/service/events/event.ts';
import type { ClusterAddresses } from './cluster.ts';

/** The Druid of the tests' cluster. */
export function druidOf({ druidUrl, overlordUrl }: ClusterAddresses): Druid {
  return connectDruid({ druidUrl, overlordUrl });
}

/**
 * Loads events, given as lines of NDJSON have them, into a data source that has none yet, and waits until
 * queries see them.
 */
export async function loadEvents(
  { broker, overlord }: Druid,
  dataSource: string,
  events: readonly unknown[],
): Promise<void> {
  const count = async () => countEvents(broker, dataSource);
  if ((await count()) === events.length) return;
  const rows = events.map((event) => JSON.stringify(toDruidRow(parseEvent(event))));
  const ioConfig = {
    type: 'index_parallel',
    inputSource: { type: 'inline', data: rows.join('\n') },
    inputFormat: { type: 'json' },
  };
  const spec = { dataSchema: dataSchemaOf(dataSource), ioConfig };
  const task = { type: 'index_parallel', spec, context: TASK_CONTEXT };
  await overlord.ask({ path: '/druid/indexer/v1/task', body: task });
  while ((await count()) !== events.length) await sleep(100);
}

async function countEvents(broker: DruidServer, dataSource: string): Promise<number | undefined> {
  const body = {
    queryType: 'timeseries',
    dataSource,
    granularity: 'all',
    intervals: ['1000-01-01/3000-01-01'],
    aggregations: [{ type: 'count', name: 'events' }],
  };
  const rows = (await broker.ask({ path: '/druid/v2', body })) as readonly {
    readonly result: { readonly events: number };
  }[];
  return rows[0]?.result.events;
}
