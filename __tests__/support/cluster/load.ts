import { setTimeout as sleep } from 'node:timers/promises';
import { connectDruid, type Druid } from '../../../src/service/cluster/druid.ts';
import { dataSchemaOf, TASK_CONTEXT, toDruidRow } from '../../../src/service/cluster/event-schema.ts';
import { parseEvent } from '../../../src/service/events/event.ts';
import type { ClusterAddresses } from './cluster.ts';

/** The Druid of the tests' cluster. */
export function druidOf({ druidUrl, overlordUrl }: ClusterAddresses): Druid {
  return connectDruid({ druidUrl, overlordUrl });
}

/** Loads events, given as lines of NDJSON have them, into a data source, and waits until queries see them. */
export async function loadEvents(
  { broker, overlord }: Druid,
  dataSource: string,
  events: readonly unknown[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => JSON.stringify(toDruidRow(parseEvent(event))));
  const ioConfig = {
    type: 'index_parallel',
    inputSource: { type: 'inline', data: rows.join('\n') },
    inputFormat: { type: 'json' },
  };
  const spec = { dataSchema: dataSchemaOf(dataSource), ioConfig };
  const task = { type: 'index_parallel', spec, context: TASK_CONTEXT };
  await overlord.ask({ method: 'POST', path: '/druid/indexer/v1/task', body: task });
  const count = {
    queryType: 'timeseries',
    dataSource,
    granularity: 'all',
    intervals: ['1000-01-01/3000-01-01'],
    aggregations: [{ type: 'count', name: 'events' }],
  };
  for (;;) {
    const [row] = (await broker.ask({ method: 'POST', path: '/druid/v2', body: count })) as readonly [
      { readonly result: { readonly events: number } },
    ];
    if (row.result.events === events.length) return;
    await sleep(100);
  }
}
