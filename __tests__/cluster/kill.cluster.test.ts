import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from '../../scripts/cluster/cluster.ts';
import { openStore } from '../../src/service/store/store.ts';
import { describeOnCluster } from '../support/cluster/cluster.ts';
import { runs } from '../support/properties.ts';
import { serve, type Serving } from '../support/service/processes.ts';
import {
  countAcknowledged,
  expectExactlyOnce,
  postEvents,
  type SentPost,
} from '../support/service/sent-posts.ts';
import { until as untilWithin } from '../support/cluster/until.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const NAMESPACE = 'com.example.app';
const ROUNDS = runs(5, 1);
const CONNECTIONS = 8;
/** The time between two posts of a connection: the machine has other work to do. */
const PAUSE_MS = 25;
const LIMIT_MS = 240_000;
const until = (isTrue: () => Promise<boolean> | boolean) => untilWithin(isTrue, LIMIT_MS, 200);

/** What is posted to, and what is killed. */
interface World {
  readonly cluster: Cluster;
  readonly file: string;
  serving: Serving;
  readonly sent: SentPost[];
  isOver: boolean;
}

// How events are counted: each has an id that is sent once, in one post, whether or not that is acknowledged.
// At the end all rows of the data source are read from Druid, without this project's engine, and each id is
// looked up: an acknowledged one has to be there once, any other once or not at all, and the ids of a post
// all or none.
describeOnCluster('with the service, Kafka and Druid killed while events are posted', () => {
  test(
    `each acknowledged event is in Druid once, after ${ROUNDS * 4} kills`,
    async () => {
      await withWorld(async (world) => {
        const posting = Array.from({ length: CONNECTIONS }, (_, connection) => post(world, `c${connection}`));
        for (let round = 0; round < ROUNDS; round++) {
          for (const kill of [killService, killKafka, killDruid, killDruidWhilePublishing]) {
            const before = countAcknowledged(world.sent);
            await kill(world);
            // Events are acknowledged again before the next kill.
            await until(() => countAcknowledged(world.sent) > before + 200);
          }
        }
        world.isOver = true;
        await Promise.all(posting);
        await check(world);
      });
    },
    60_000 + ROUNDS * LIMIT_MS * 2,
  );
});

async function killService(world: World) {
  await sleep(Math.random() * 1000);
  await world.serving.stop('SIGKILL');
  world.serving = await serveFile(world.cluster, world.file);
}

async function killKafka({ cluster: { kafka } }: World) {
  await sleep(Math.random() * 1000);
  await kafka.kill();
  await sleep(Math.random() * 1000);
  await kafka.start();
}

async function killDruid({ cluster: { druid } }: World) {
  await sleep(Math.random() * 1000);
  await druid.kill();
  await druid.start();
}

/** The tasks publish what they have read, in one transaction with how far they have read. */
async function killDruidWhilePublishing(world: World) {
  const { druid } = world.cluster;
  await until(async () => (await countAll(world)) > 0);
  const path = `${druid.overlordUrl}/druid/indexer/v1/supervisor/${NAMESPACE}/taskGroups/handoff`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ taskGroupIds: [0] }) });
  expect(answer.status).toBe(200);
  // A successor reads on after what is being published.
  await until(async () => (await readTasks(world)).publishing > 0);
  await sleep(Math.random() * 500);
  await druid.kill();
  await druid.start();
}

async function withWorld(task: (world: World) => Promise<void>) {
  const cluster = await startCluster();
  try {
    const folder = emptyFolder();
    const file = `${folder}/events.duckdb`;
    const store = await openStore(file, { create: true });
    await store.organizations.create(NAMESPACE, 'paid');
    store.close();
    const world: World = {
      cluster,
      file,
      serving: await serveFile(cluster, file),
      sent: [],
      isOver: false,
    };
    try {
      await task(world);
    } finally {
      world.isOver = true;
      await world.serving.stop('SIGKILL');
    }
  } finally {
    await cluster.close();
  }
}

function serveFile({ druid, kafka }: Cluster, file: string) {
  const cluster = ['--druid', druid.url, '--druid-overlord', druid.overlordUrl, '--kafka', kafka.brokers];
  return serve(['--db', file, '--ingest', NAMESPACE, '--ingest-rate', '0', ...cluster]);
}

function post(world: World, name: string) {
  return postEvents(world.sent, {
    name,
    url: () => `${world.serving.url}/v2/`,
    eventsOf: (ids) => ids.map((id) => ({ appID: 'a', type: 't', payload: { id } })),
    isOver: () => world.isOver,
    pause: async (status) => {
      expect([200, 503, null]).toContain(status);
      await sleep(status === 200 ? PAUSE_MS : 200);
    },
  });
}

async function check(world: World) {
  const acknowledged = countAcknowledged(world.sent);
  await until(async () => (await countAll(world)) >= acknowledged).catch(async (error: unknown) => {
    const state = { acknowledged, counted: await countAll(world), supervisor: await readSupervisor(world) };
    throw new Error(`not all events are counted: ${JSON.stringify(state)}`, { cause: error });
  });
  expectExactlyOnce(world.sent, await readIds(world));
}

const EVERYTHING = { dataSource: NAMESPACE, intervals: ['2000-01-01/2100-01-01'] };

async function countAll(world: World) {
  const aggregations = [{ type: 'count', name: 'rows' }];
  const rows = await askDruid(world, {
    queryType: 'timeseries',
    ...EVERYTHING,
    granularity: 'all',
    aggregations,
  });
  return (rows as readonly { readonly result: { readonly rows: number } }[])[0]?.result.rows ?? 0;
}

async function readIds(world: World) {
  const scan = { queryType: 'scan', ...EVERYTHING, columns: ['id'], resultFormat: 'compactedList' };
  const segments = (await askDruid(world, scan)) as readonly { readonly events: readonly [string][] }[];
  return segments.flatMap(({ events }) => events.map(([id]) => id));
}

/** What Druid's supervisor says about its tasks, and how far they have read. */
async function readSupervisor({ cluster: { druid } }: World) {
  const answer = await fetch(`${druid.overlordUrl}/druid/indexer/v1/supervisor/${NAMESPACE}/status`);
  return answer.ok ? answer.json() : answer.status;
}

async function readTasks(world: World) {
  const status = (await readSupervisor(world)) as { payload?: { publishingTasks?: readonly unknown[] } };
  return { publishing: status.payload?.publishingTasks?.length ?? 0 };
}

async function askDruid({ cluster }: World, query: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${cluster.druid.url}/druid/v2`, {
    method: 'POST',
    headers,
    body: JSON.stringify(query),
  });
  return answer.ok ? answer.json() : [];
}
