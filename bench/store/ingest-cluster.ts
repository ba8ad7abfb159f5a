// `npm run bench:ingest:cluster`: single-event posts to a `serve` process on a cluster, acknowledged by Kafka
// (`acks=all`), beside the same events handed to Kafka in this process: in batches of what has arrived
// meanwhile, as the service does, and in one send for each event.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from '../../scripts/cluster/cluster.ts';
import { openTopics } from '../../src/cluster/kafka/topics.ts';
import { groupCommit } from '../../src/service/ingest/group-commit.ts';
import { openStore } from '../../src/service/store/store.ts';
import { ingestProcess } from './ingest-process.ts';
import { makeBodies, postFor, rounded, shares } from './posts.ts';

const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 64);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const WARM_UP_SECONDS = 3;
const NAMESPACE = 'bench';
const BATCH = { limit: 900_000, sizeOf: ({ length }: Buffer) => length };
const folder = mkdtempSync(join(tmpdir(), 'insight-report-ingest-'));
const cluster = await startCluster();

try {
  const bodies = await makeBodies();
  const file = join(folder, 'bench.duckdb');
  const store = await openStore(file, { create: true });
  await store.organizations.create(NAMESPACE, 'paid');
  store.close();
  const { druid, kafka } = cluster;
  const flags = ['--druid', druid.url, '--druid-overlord', druid.overlordUrl, '--kafka', kafka.brokers];
  const serving = await ingestProcess(file, NAMESPACE, flags);
  const post = (seconds: number, connections: number) =>
    postFor(seconds, { url: serving.url, namespace: NAMESPACE, bodies, connections });
  const warm = await post(WARM_UP_SECONDS, CONNECTIONS);
  const cpuBeforeMs = serving.cpuMs();
  const served = await post(SECONDS, CONNECTIONS);
  const cpuMs = serving.cpuMs() - cpuBeforeMs;
  const acknowledged = warm.latenciesMs.length + served.latenciesMs.length;
  const behindMs = await untilCounted(cluster, acknowledged);
  const countedMs = await timesToCounted(cluster, acknowledged, () => postOne(serving.url, bodies[0] ?? ''));
  await serving.stop();
  const topics = openTopics([kafka.brokers]);
  const messages = bodies.map((body) => Buffer.from(body));
  const group = groupCommit<Buffer, null>(
    (batch) => topics.write('batched', batch).then(() => batch.map(() => null)),
    BATCH,
  );
  await hand(messages, (message) => group.add(message), 1);
  const batched = await hand(messages, (message) => group.add(message), SECONDS);
  await topics.write('single', messages.slice(0, 1));
  const single = await hand(messages, (message) => topics.write('single', [message]), SECONDS);
  await topics.close();
  console.log(
    `\n${cpus().length} cores that everything shares, Node ${process.versions.node}, ${CONNECTIONS} at a time, ${SECONDS} s each\n`,
  );
  console.log('| what | figure |\n|:--|--:|');
  console.log(`| posts a second, acknowledged | ${rounded(served.latenciesMs.length / served.seconds)} |`);
  console.log(
    `| from post to acknowledgement, p50, p99, most | ${shares(served.latenciesMs, [0.5, 0.99, 1])} ms |`,
  );
  console.log(
    `| the service's processor time a post | ${(cpuMs / served.latenciesMs.length).toFixed(2)} ms |`,
  );
  console.log(
    `| from acknowledgement to counted, p50, most of ${countedMs.length} | ${shares(countedMs, [0.5, 1])} ms |`,
  );
  console.log(
    `| all ${rounded(acknowledged)} counted after the last acknowledgement | ${rounded(behindMs)} ms |`,
  );
  console.log(
    `| Kafka alone, batched: events a second; p50, p99 | ${rounded(batched.length / SECONDS)}; ${shares(batched, [0.5, 0.99])} ms |`,
  );
  console.log(
    `| Kafka alone, one send for each: events a second; p50, p99 | ${rounded(single.length / SECONDS)}; ${shares(single, [0.5, 0.99])} ms |`,
  );
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}

async function postOne(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v2/`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`);
}

/**
 * Hands events to Kafka for some seconds, as many at a time as there are connections; gives the sorted times
 * that it took.
 */
async function hand(
  messages: readonly Buffer[],
  give: (message: Buffer) => Promise<unknown>,
  seconds: number,
): Promise<readonly number[]> {
  const latenciesMs: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  let next = 0;
  const client = async () => {
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      await give(messages[next++ % messages.length] ?? Buffer.alloc(0));
      latenciesMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return latenciesMs.sort((a, b) => a - b);
}

/** Waits until Druid counts so many events; gives how long that took. */
async function untilCounted({ druid }: Cluster, events: number): Promise<number> {
  const query = {
    queryType: 'timeseries',
    dataSource: NAMESPACE,
    intervals: ['2000-01-01/2100-01-01'],
    granularity: 'all',
    aggregations: [{ type: 'count', name: 'events' }],
  };
  const startMs = performance.now();
  for (;;) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${druid.url}/druid/v2`, {
      method: 'POST',
      headers,
      body: JSON.stringify(query),
    });
    const [row] = (await answer.json()) as readonly { readonly result: { readonly events: number } }[];
    if (row?.result.events === events) return performance.now() - startMs;
    await sleep(5);
  }
}

/** Posts one event at a time and waits until it is counted. */
async function timesToCounted(
  on: Cluster,
  events: number,
  post: () => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let posted = 1; posted <= 20; posted++) {
    await post();
    times.push(await untilCounted(on, events + posted));
  }
  return times.sort((a, b) => a - b);
}
