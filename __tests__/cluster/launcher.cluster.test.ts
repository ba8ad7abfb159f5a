import { setTimeout as sleep } from 'node:timers/promises';
import { describeOnCluster, uniqueName } from '../support/cluster/cluster.ts';

describeOnCluster('the cluster of the tests', ({ druidUrl, overlordUrl }) => {
  test('a batch task makes events that the broker counts', async () => {
    const dataSource = uniqueName('launcher');
    const events = [1, 2, 3].map((hour) =>
      JSON.stringify({ time: Date.UTC(2026, 9, 5, hour), type: 'opened' }),
    );
    const { task } = (await post(`${overlordUrl}/druid/indexer/v1/task`, {
      type: 'index_parallel',
      spec: {
        dataSchema: {
          dataSource,
          timestampSpec: { column: 'time', format: 'millis' },
          dimensionsSpec: { dimensions: ['type'] },
          granularitySpec: { segmentGranularity: 'day', queryGranularity: 'none', rollup: false },
        },
        ioConfig: {
          type: 'index_parallel',
          inputSource: { type: 'inline', data: events.join('\n') },
          inputFormat: { type: 'json' },
        },
      },
    })) as { task: string };
    expect(task).toContain(dataSource);
    await waitFor(async () => (await countOf(druidUrl, dataSource)) === events.length);
  });
});

async function countOf(druidUrl: string, dataSource: string) {
  const rows = (await post(`${druidUrl}/druid/v2`, {
    queryType: 'timeseries',
    dataSource,
    intervals: ['2026-10-01/2026-11-01'],
    granularity: 'all',
    aggregations: [{ type: 'count', name: 'rows' }],
  })) as readonly { readonly result: { readonly rows: number } }[];
  return rows[0]?.result.rows;
}

async function waitFor(isThere: () => Promise<boolean>) {
  while (!(await isThere())) await sleep(200);
}

async function post(url: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
