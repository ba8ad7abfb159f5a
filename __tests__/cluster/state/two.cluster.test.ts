import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../../../scripts/cluster/java-server.ts';
import { type ClusterAddresses, describeOnCluster, uniqueName } from '../../support/cluster/cluster.ts';
import { hasPostgres, type Postgres, startPostgres } from '../../support/service/postgres.ts';
import { command, serve, type Serving } from '../../support/service/processes.ts';
import { hasCaddy, type Proxy, startProxy } from '../../support/service/proxy.ts';
import { until } from '../../support/cluster/until.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { testWith } from '../../support/needs.ts';

const POSTERS = 4;
/** The proxy asks each second. */
const PROXY_MS = 2500;
const DAY = '2026-10-05';

let postgres: Postgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => {
  if (hasPostgres) await postgres.close();
});

/** Two services on one state and one cluster, behind a proxy. */
interface World {
  readonly namespace: string;
  readonly token: string;
  readonly place: readonly string[];
  readonly proxy: Proxy;
  readonly all: Serving[];
  restart(at: number): Promise<void>;
}

const testOnAll = testWith('PostgreSQL and caddy', hasPostgres && hasCaddy);

describeOnCluster('two services on one state and one cluster, behind a proxy', (cluster) => {
  testOnAll('two services are restarted in turn without a lost or refused request', () =>
    withTwo(cluster, async (world) => {
      const isOver = { value: false };
      const seen = { acknowledged: 0, answers: 0, refused: [] as string[] };
      const posting = Array.from({ length: POSTERS }, (_, poster) => post(world, poster, seen, isOver));
      const asking = ask(world, seen, isOver);
      try {
        await until(() => seen.acknowledged > 50 && seen.answers > 10);
        for (const at of [0, 1, 0, 1]) {
          const before = { ...seen };
          await world.restart(at);
          await until(
            () => seen.acknowledged > before.acknowledged + 50 && seen.answers > before.answers + 5,
          );
        }
      } finally {
        isOver.value = true;
        await Promise.all([...posting, asking]);
      }
      expect(seen.refused).toEqual([]);
      await until(async () => (await countOf(world, world.proxy.url)) === seen.acknowledged);
    }),
  );

  testOnAll(
    'two services count an eventID once, however often it comes to either, also after a restart',
    () =>
      withTwo(cluster, async (world) => {
        const ids = Array.from({ length: 40 }, (_, index) => `event-${index}`);
        const send = (from: number) => {
          const turned = [...ids.slice(from), ...ids.slice(0, from)];
          return postTo(world, world.all[from % 2]?.url ?? '', turned.map(eventOf));
        };
        const statuses = await Promise.all(Array.from({ length: 16 }, (_, from) => send(from)));
        await world.restart(0);
        statuses.push(await send(0));
        expect(new Set(statuses)).toEqual(new Set([200]));
        await postTo(world, world.proxy.url, [eventOf('last')]);
        await until(async () => Number(await countOf(world, world.proxy.url)) >= ids.length + 1);
        expect(await countOf(world, world.proxy.url)).toBe(ids.length + 1);
      }),
  );

  testOnAll('both services refuse a token that is revoked, and see an import whole or not at all', () =>
    withTwo(cluster, async (world) => {
      const { place, all, namespace } = world;
      const folder = emptyFolder();
      const file = join(folder, 'events.ndjson');
      const lines = Array.from({ length: 400 }, (_, index) => JSON.stringify(importedOf(index)));
      await writeFile(file, `${lines.join('\n')}\n`);
      const importing = command(['import', file, '--org', namespace, ...place, ...druidOf(cluster)]);
      const seen = new Set<number | string>();
      let isImporting = true;
      const looking = all.map(async ({ url }) => {
        while (isImporting) seen.add(await countOf(world, url));
      });
      const { code, stderr } = await importing;
      isImporting = false;
      await Promise.all(looking);
      expect([code, stderr]).toEqual([0, expect.anything()]);
      expect([...seen].filter((count) => ![0, 400, 'answered with 503'].includes(count))).toEqual([]);
      expect(await Promise.all(all.map(({ url }) => countOf(world, url)))).toEqual([400, 400]);
      const again = await command(['import', file, '--org', namespace, ...place, ...druidOf(cluster)]);
      expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--again')]);

      const [id = ''] = (await command(['token', 'list', ...place])).stdout.split('\t');
      expect((await command(['token', 'revoke', id, ...place])).code).toBe(0);
      expect(await Promise.all(all.map(({ url }) => countOf(world, url)))).toEqual(
        all.map(() => 'answered with 401'),
      );
    }),
  );
});

const druidOf = ({ druidUrl, overlordUrl }: ClusterAddresses) => [
  ...['--druid', druidUrl],
  ...['--druid-overlord', overlordUrl],
];

async function withTwo(cluster: ClusterAddresses, task: (world: World) => Promise<void>) {
  const namespace = uniqueName('two');
  const place = ['--state', postgres.newDatabase(), '--state-auth', postgres.authFile];
  expect((await command(['org', 'create', namespace, ...place])).code).toBe(0);
  const token = (await command(['token', 'create', '--org', namespace, ...place])).stdout.trim();
  const ports = await findFreePorts(2);
  const flags = [
    ...place,
    ...druidOf(cluster),
    '--kafka',
    cluster.brokers,
    '--ingest',
    namespace,
    '--ingest-rate',
    '0',
  ];
  const start = (at: number) => serve(['--port', String(ports[at]), ...flags]);
  const all = await Promise.all(ports.map((_, at) => start(at)));
  const proxy = await startProxy(ports);
  const ready = () =>
    until(async () =>
      (await Promise.all(all.map(({ url }) => fetch(`${url}/health`)))).every(({ ok }) => ok),
    );
  const restart = async (at: number) => {
    expect(await all[at]?.stop('SIGTERM')).toBe(0);
    all[at] = await start(at);
    // As whoever rolls a new version out: the next one is ended once this one is ready, and the proxy knows.
    await ready();
    await sleep(PROXY_MS);
  };
  try {
    const world = { namespace, token, place, proxy, all, restart };
    await ready();
    await task(world);
  } finally {
    await proxy.close();
    for (const each of all) await each.stop('SIGKILL');
    await fetch(`${cluster.overlordUrl}/druid/indexer/v1/supervisor/${namespace}/terminate`, {
      method: 'POST',
    });
  }
}

interface Seen {
  acknowledged: number;
  answers: number;
  readonly refused: string[];
}

/** Posts events with ids of their own, through the proxy, until it is over. */
async function post(world: World, poster: number, seen: Seen, isOver: { readonly value: boolean }) {
  for (let number = 0; !isOver.value; number++) {
    const answer = await postTo(world, world.proxy.url, [eventOf(`${poster}-${number}`)]);
    if (answer === 200) seen.acknowledged++;
    else seen.refused.push(`post: ${answer}`);
    await sleep(20);
  }
}

/** Asks through the proxy until it is over. */
async function ask(world: World, seen: Seen, isOver: { readonly value: boolean }) {
  while (!isOver.value) {
    const count = await countOf(world, world.proxy.url);
    seen.answers++;
    if (typeof count === 'string') seen.refused.push(`query: ${count}`);
    await sleep(50);
  }
}

const eventOf = (eventID: string) => ({ appID: 'a', type: 't', timestamp: `${DAY}T12:00:00Z`, eventID });
const importedOf = (index: number) => ({
  timestamp: `${DAY}T12:00:00Z`,
  appID: 'a',
  type: 't',
  clientUser: `u${index}`,
});

/** 200, or what else was answered. */
async function postTo({ namespace }: World, url: string, events: readonly object[]) {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify(events) };
  return fetch(`${url}/v2/namespace/${namespace}/`, options).then(
    async (answer) => {
      const text = await answer.text();
      return answer.status === 200 ? 200 : `${answer.status} ${text}`;
    },
    () => 'nothing',
  );
}

/** The number of events, or what else was answered. */
async function countOf({ token }: World, url: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const query = {
    queryType: 'timeseries',
    granularity: 'all',
    intervals: [`${DAY}/2026-10-06`],
    aggregations: [{ type: 'eventCount', name: 'n' }],
  };
  const options = { method: 'POST', headers, body: JSON.stringify(query) };
  const answer = await fetch(`${url}/api/v4/query/tql`, options).catch(() => null);
  const text = (await answer?.text()) ?? '';
  return answer?.status === 200
    ? Number(/"n":(\d+)/.exec(text)?.[1] ?? 0)
    : `answered with ${answer?.status ?? 'nothing'}`;
}
