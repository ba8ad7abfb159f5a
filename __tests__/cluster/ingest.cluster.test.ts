import { setTimeout as sleep } from 'node:timers/promises';
import { openTopics } from '../../src/cluster/kafka/topics.ts';
import { clusterBackend } from '../../src/cluster/plug.ts';
import { CORE_NAMES, NUMERIC_KEYS } from '../../src/service/events/columns.ts';
import { listColumns } from '../../src/cluster/engine/columns.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { type ClusterAddresses, describeOnCluster, uniqueName } from '../support/cluster/cluster.ts';
import { until } from '../support/cluster/until.ts';
import fc, { runs } from '../support/properties.ts';
import { hostileTexts } from '../support/service/hostile-texts.ts';

const HEADERS = { 'content-type': 'application/json' };
const LIMIT_MS = 90_000;
const NOON = '2026-10-05T12:00:00Z';

describeOnCluster('ingest through Kafka', (cluster) => {
  test('ingest through Kafka takes, changes, drops and refuses the same as the embedded ingest', async () => {
    await withBoth(cluster, async (embedded, clustered) => {
      const posts = fc.sample(POST, runs(2000, 200));
      const bodies = posts.map((events, post) =>
        JSON.stringify(events.map((event, index) => withId(event, post, index))),
      );
      // The limit of payload keys: the first fits, the second does not, the third has no new ones.
      bodies.push(
        ...[0, 2000, 0].map((first) =>
          JSON.stringify([{ timestamp: NOON, appID: 'a', type: 't', payload: keysFrom(first) }]),
        ),
      );
      const statuses = new Set<number>();
      for (const body of bodies) {
        const [expected, answer] = await Promise.all(
          [embedded, clustered].map((service) => post(service, body)),
        );
        expect(answer).toEqual(expected);
        statuses.add(answer?.status ?? 0);
      }
      expect([...statuses].sort()).toEqual([200, 400]);
      const stored = await storedEvents(embedded.service);
      expect(stored.length).toBeGreaterThan(posts.length / 4);
      await until(async () => (await countOf(cluster, clustered.namespace)) >= stored.length);
      const rows = await rowsOfDruid(cluster, clustered.namespace);
      expect(sorted(rows)).toEqual(sorted(stored));
      // No column is there, not even an empty one, that no event has a value for.
      const columns = await columnsOf(cluster, clustered.namespace);
      expect(
        columns.filter((each) => !CORE_NAMES.has(each) && !stored.some((row) => Object.hasOwn(row, each))),
      ).toEqual([]);
    });
  });

  test('acknowledged events are counted within a second', async () => {
    await withClustered(cluster, async (clustered) => {
      const waits: number[] = [];
      for (let sent = 1; sent <= 12; sent++) {
        expect((await post(clustered, '[{"appID":"a","type":"t"}]')).status).toBe(200);
        const acknowledgedMs = performance.now();
        await until(async () => (await countOf(cluster, clustered.namespace)) === sent, LIMIT_MS, 10);
        waits.push(performance.now() - acknowledgedMs);
      }
      // The first ones wait for the supervisor, which is made meanwhile.
      expect(waits.slice(2).sort((a, b) => a - b)[5]).toBeLessThan(1000);
    });
  });

  test('a service that starts again leaves its supervisor and its task alone, and makes one that is missing', async () => {
    const { namespace, start } = prepare(cluster);
    await start(async () => {
      await until(async () => (await tasksOf(cluster, namespace)).length === 1);
    });
    const [task] = await tasksOf(cluster, namespace);
    await start(async ({ service }) => {
      await until(() => healthOf(service, 'ok'));
      await sleep(1500);
      expect(await tasksOf(cluster, namespace)).toEqual([task]);
      await askOverlord(cluster, 'POST', `supervisor/${namespace}/terminate`);
      await until(async () => (await askOverlord(cluster, 'GET', `supervisor/${namespace}`)).status === 200);
    });
  });

  test('what keeps events from Druid is in /health and in the log, which says when it is over', async () => {
    await withClustered(cluster, async ({ service, namespace, warnings }) => {
      const told = () => warnings.filter((each) => each.includes('reach Druid'));
      await until(async () => (await tasksOf(cluster, namespace)).length === 1);
      await askOverlord(cluster, 'POST', `supervisor/${namespace}/suspend`);
      await until(() => healthOf(service, 'degraded'));
      await until(() => told().length > 0);
      expect(told()).toEqual([expect.stringContaining('their supervisor is suspended; resume it in Druid')]);
      await askOverlord(cluster, 'POST', `supervisor/${namespace}/resume`);
      await until(() => healthOf(service, 'ok'));
      await until(() => told().length > 1);
      expect(told().slice(1)).toEqual([`The events of ${namespace} reach Druid again.`]);
    });
  });

  test('messages that Druid cannot read as events are in /health and in the log', async () => {
    await withClustered(cluster, async ({ service, namespace, warnings }) => {
      const topics = openTopics([cluster.brokers]);
      await topics.write(namespace, [Buffer.from('not an event'), Buffer.from('{"appID":"without a time"}')]);
      await topics.close();
      await until(() => warnings.join().includes('Druid could not read 2 of them'));
      expect(await healthOf(service, 'degraded')).toBe(true);
    });
  });

  test('a supervisor that Druid calls healthy while all of its tasks fail is seen', async () => {
    await withClustered(cluster, async ({ service, namespace, warnings }) => {
      await until(async () => (await tasksOf(cluster, namespace)).length === 1);
      const { body } = await askOverlord(cluster, 'GET', `supervisor/${namespace}`);
      const spec = body as { readonly spec: { readonly ioConfig: object } };
      const ioConfig = { ...spec.spec.ioConfig, taskDuration: 'PT1S' };
      await askOverlord(cluster, 'POST', 'supervisor', { ...spec, spec: { ...spec.spec, ioConfig } });
      const failed = /Not all events of .* reach Druid: the last 3 tasks of their supervisor failed/;
      await until(() => failed.test(warnings.join()));
      expect(await healthOf(service, 'degraded')).toBe(true);
      const { body: status } = await askOverlord(cluster, 'GET', `supervisor/${namespace}/status`);
      expect(status).toMatchObject({ payload: { healthy: true } });
      await askOverlord(cluster, 'POST', `supervisor/${namespace}/terminate`);
    });
  });

  test('a supervisor of somebody else is left alone, and the log says so', async () => {
    const { namespace, start } = prepare(cluster);
    await start(async ({ service }) => {
      await until(() => healthOf(service, 'ok'));
    });
    const { body } = await askOverlord(cluster, 'GET', `supervisor/${namespace}`);
    const spec = body as { readonly spec: { readonly ioConfig: object } };
    const ioConfig = { ...spec.spec.ioConfig, topic: 'theirs', stream: 'theirs' };
    await askOverlord(cluster, 'POST', 'supervisor', { ...spec, spec: { ...spec.spec, ioConfig } });
    await start(async ({ warnings }) => {
      await until(() => warnings.some((each) => each.includes('that reads theirs')));
    });
    expect((await askOverlord(cluster, 'GET', `supervisor/${namespace}`)).body).toMatchObject({
      spec: { ioConfig: { topic: 'theirs' } },
    });
    await askOverlord(cluster, 'POST', `supervisor/${namespace}/terminate`);
  });
});

/** A service that takes events of one organization. */
interface Started {
  readonly service: RunningService;
  readonly namespace: string;
  readonly warnings: readonly string[];
}

async function startWith(
  options: Omit<Parameters<typeof startService>[0], 'dbPath'>,
  namespace: string,
  task: (started: Started) => Promise<void>,
) {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const service = await startService({ dbPath: ':memory:', ingest: [namespace], warn, ...options });
  try {
    await service.store.organizations.create(namespace, 'paid');
    // The first post opens the way of the organization's events.
    expect((await fetch(`${service.url}/v2/`, { method: 'POST', headers: HEADERS, body: '[]' })).status).toBe(
      200,
    );
    await task({ service, namespace, warnings });
  } finally {
    await service.close(0);
  }
}

/** Starts services on a cluster for one namespace, one after the other. */
function prepare({ druidUrl, overlordUrl, brokers }: ClusterAddresses) {
  const namespace = uniqueName('ingest');
  const cluster = { druidUrl, overlordUrl, kafkaBrokers: [brokers] };
  return {
    namespace,
    start: (task: (started: Started) => Promise<void>) =>
      startWith({ backend: clusterBackend(cluster) }, namespace, task),
  };
}

/**
 * Runs a task with a service on the cluster; its supervisor, which takes a slot for its task, is removed at
 * the end.
 */
async function withClustered(cluster: ClusterAddresses, task: (started: Started) => Promise<void>) {
  const { namespace, start } = prepare(cluster);
  await start(task);
  await askOverlord(cluster, 'POST', `supervisor/${namespace}/terminate`);
}

function withBoth(cluster: ClusterAddresses, task: (embedded: Started, clustered: Started) => Promise<void>) {
  return withClustered(cluster, (clustered) =>
    startWith({}, 'embedded', (embedded) => task(embedded, clustered)),
  );
}

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom(...hostileTexts('/tmp')));
const key = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('model', 'Model', 'a.b', 'a b', '__proto__', 'timestamp', 'dataSource', '0'),
  },
  fc.constantFrom(...NUMERIC_KEYS, ...CORE_NAMES),
  text,
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
const value = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('1.5', '1e3', '-0', ''),
);
const rarely = <T>(wrong: T) => ({ weight: 1, arbitrary: fc.constant(wrong) });
const time = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2026-10-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const EVENT = fc.record(
  {
    timestamp: fc.oneof(
      { weight: 20, arbitrary: time },
      rarely('1999-12-31T23:59:59Z'),
      rarely('2100-01-01T00:00:00Z'),
      rarely('x'),
    ),
    appID: fc.oneof({ weight: 40, arbitrary: fc.string({ minLength: 1, maxLength: 5 }) }, rarely(7)),
    type: fc.oneof({ weight: 40, arbitrary: fc.constantFrom('opened', 'ß', '💥', '\ud800x') }, rarely('')),
    clientUser: fc.oneof(text, fc.constant(null)),
    sessionID: text,
    isTestMode: fc.constantFrom<unknown>(true, false, 'true', 'false', null),
    floatValue: fc.oneof(number, fc.constant(null)),
    telemetryClientVersion: fc.constantFrom('Web 2.0'),
    payload: fc.oneof(
      { weight: 20, arbitrary: fc.dictionary(key, value, { maxKeys: 5 }) },
      rarely(['a:b', 'c:d:e']),
      rarely({ deep: {} }),
    ),
  },
  { requiredKeys: ['timestamp', 'appID', 'type'] },
);
const POST = fc.array(EVENT, { minLength: 1, maxLength: 2 });

/** The event with an id, by which it is found again: its session. */
function withId(event: Readonly<Record<string, unknown>>, post: number, index: number) {
  return {
    ...event,
    sessionID: `${post}-${index}-${typeof event['sessionID'] === 'string' ? event['sessionID'] : ''}`,
  };
}

function keysFrom(first: number) {
  return Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`k${first + index}`, 'x']));
}

async function post({ service, namespace }: Started, body: string) {
  const answer = await fetch(`${service.url}/v2/namespace/${namespace}/`, {
    method: 'POST',
    headers: HEADERS,
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

type Row = Readonly<Record<string, unknown>>;

/** The embedded store's events, read from its table, by the names of payload keys. */
async function storedEvents({ store }: RunningService) {
  const keys = new Map(
    [...(await store.events.payloadColumns(1))].map(([name, { column }]) => [column, name]),
  );
  const read = await store.withConnection((connection) =>
    connection.runAndReadAll('SELECT * EXCLUDE _ir_user FROM events_1'),
  );
  const columns = read.columnNames();
  // Not as objects: a column can have the name `__proto__`.
  return read
    .getRows()
    .map((values) =>
      withoutNulls(
        values.map((each, index) => [keys.get(columns[index] ?? '') ?? columns[index] ?? '', plain(each)]),
      ),
    );
}

function plain(given: unknown) {
  return typeof given === 'bigint' ? Number(given) : given;
}

function withoutNulls(entries: readonly (readonly [string, unknown])[]) {
  return Object.fromEntries(entries.filter(([, each]) => each !== null));
}

async function rowsOfDruid({ druidUrl }: ClusterAddresses, dataSource: string) {
  const segments = (
    await ask('POST', `${druidUrl}/druid/v2`, {
      queryType: 'scan',
      dataSource,
      intervals: EVER,
      resultFormat: 'list',
    })
  ).body;
  return (segments as readonly { readonly events: readonly Row[] }[]).flatMap(({ events }) =>
    events.map((row) => withoutNulls(Object.entries(row))),
  );
}

function columnsOf({ druidUrl }: ClusterAddresses, dataSource: string) {
  return listColumns(async (query) => {
    const { body } = await ask('POST', `${druidUrl}/druid/v2`, { ...query, dataSource });
    return body as readonly unknown[];
  });
}

const sorted = (rows: readonly Row[]) =>
  [...rows].sort((a, b) => (String(a['sessionID']) < String(b['sessionID']) ? -1 : 1));
const EVER = ['2000-01-01/2100-01-01'];

async function countOf({ druidUrl }: ClusterAddresses, dataSource: string) {
  const aggregations = [{ type: 'count', name: 'n' }];
  const query = { queryType: 'timeseries', dataSource, intervals: EVER, granularity: 'all', aggregations };
  const { body } = await ask('POST', `${druidUrl}/druid/v2`, query);
  return (body as readonly { readonly result: { readonly n: number } }[])[0]?.result.n ?? 0;
}

async function tasksOf(cluster: ClusterAddresses, namespace: string) {
  const { body } = await askOverlord(cluster, 'GET', `tasks?datasource=${namespace}&state=running`);
  return (body as readonly { readonly id: string }[]).map(({ id }) => id);
}

async function healthOf({ url }: RunningService, status: string) {
  return ((await ask('GET', `${url}/health`)).body as { status: string }).status === status;
}

const askOverlord = ({ overlordUrl }: ClusterAddresses, method: string, path: string, body?: object) =>
  ask(method, `${overlordUrl}/druid/indexer/v1/${path}`, body);

async function ask(method: string, url: string, body?: object): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, {
    method,
    headers: HEADERS,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = await answer.text();
  return {
    status: answer.status,
    body: said.startsWith('{') || said.startsWith('[') ? JSON.parse(said) : said,
  };
}
