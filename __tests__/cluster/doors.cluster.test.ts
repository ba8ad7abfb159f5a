import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KAFKA_LOGIN } from '../../scripts/cluster/kafka.ts';
import { readCluster } from '../../src/cli/cluster-flags.ts';
import type { ClusterOptions } from '../../src/cluster/options.ts';
import { clusterBackend } from '../../src/cluster/plug.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { type ClusterAddresses, describeOnCluster, uniqueName } from '../support/cluster/cluster.ts';
import { startGuard } from '../support/cluster/guard.ts';
import { until } from '../support/cluster/until.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addOrganization } from '../support/service/service-of-file.ts';

const USER = { user: 'druid', password: 'tür zu' };

describeOnCluster('a cluster behind passwords and TLS', (cluster) => {
  test('a service takes events with SCRAM and TLS, answers through a proxy, and nobody sees a secret', async () => {
    const folder = emptyFolder();
    const guard = await startGuard(cluster, USER);
    const options = await optionsOf(folder, cluster, guard, { ...KAFKA_LOGIN, mechanism: 'SCRAM-SHA-512' });
    const namespace = uniqueName('doors');
    const { service, token, warnings } = await start(folder, namespace, options);
    try {
      await until(async () => (await post(service, namespace)) === 200);
      await until(async () => (await count(service, namespace, token)) === 1);
      expect((await health(service)).body).toEqual({ status: 'ok' });
      const spec = await fetch(`${cluster.overlordUrl}/druid/indexer/v1/supervisor/${namespace}`);
      const seen = [await spec.text(), ...warnings].join();
      for (const secret of [KAFKA_LOGIN.password, USER.password]) expect(seen).not.toContain(secret);
    } finally {
      await service.close(0);
      await fetch(`${cluster.overlordUrl}/druid/indexer/v1/supervisor/${namespace}/terminate`, {
        method: 'POST',
      });
      await guard.close();
    }
  });

  test.each<[string, object, object, string]>([
    [
      "Kafka's password",
      USER,
      { ...KAFKA_LOGIN, password: 'wrong' },
      'Kafka refuses the user and password, or the token, of --kafka-auth.',
    ],
    [
      "Druid's password",
      { ...USER, password: 'wrong' },
      KAFKA_LOGIN,
      'Druid refuses the user and password, or the token, of --druid-auth.',
    ],
  ])(
    'a service says that %s is wrong, at the start and in /health, and answers 503',
    async (_, druidLogin, kafkaLogin, sentence) => {
      const folder = emptyFolder();
      const guard = await startGuard(cluster, USER);
      const options = await optionsOf(folder, cluster, guard, kafkaLogin, druidLogin);
      const namespace = uniqueName('doors');
      const { service, token, warnings } = await start(folder, namespace, options);
      try {
        await until(async () => (await health(service)).text.includes(sentence));
        await until(() => warnings.some((each) => each.includes(sentence.slice(0, -1))));
        expect(warnings.join()).not.toContain('wrong');
        if (sentence.startsWith('Kafka')) expect(await post(service, namespace)).toBe(503);
        else expect(await count(service, namespace, token)).toBe(503);
      } finally {
        await service.close(0);
        await guard.close();
      }
    },
  );
});

async function optionsOf(
  folder: string,
  { guardedKafka }: ClusterAddresses,
  guard: { readonly url: string; readonly overlordUrl: string; readonly caFile: string },
  kafkaLogin: object,
  druidLogin: object = USER,
) {
  const [druidAuth, kafkaAuth] = [join(folder, 'druid.json'), join(folder, 'kafka.json')];
  for (const [file, login] of [
    [druidAuth, druidLogin],
    [kafkaAuth, kafkaLogin],
  ] as const) {
    await writeFile(file, JSON.stringify(login));
    await chmod(file, 0o600);
  }
  const warnings: string[] = [];
  const options = await readCluster(
    {
      druid: guard.url,
      'druid-overlord': guard.overlordUrl,
      'druid-auth': druidAuth,
      'druid-ca': guard.caFile,
      kafka: guardedKafka.brokers,
      'kafka-auth': kafkaAuth,
      'kafka-ca': guardedKafka.caFile,
    },
    (message) => warnings.push(message),
  );
  expect(warnings).toEqual([]);
  expect(await readFile(guardedKafka.caFile, 'utf8')).toContain('BEGIN CERTIFICATE');
  if (options === null) throw new Error('the flags name no cluster');
  return options;
}

async function start(folder: string, namespace: string, cluster: ClusterOptions) {
  const warnings: string[] = [];
  const before = await startService({ dbPath: join(folder, 'a.db') });
  const token = await addOrganization(before, namespace);
  await before.close();
  const service = await startService({
    dbPath: join(folder, 'a.db'),
    backend: clusterBackend(cluster),
    ingest: [namespace],
    warn: (message) => warnings.push(message),
  });
  return { service, token, warnings };
}

async function post({ url }: RunningService, namespace: string) {
  const headers = { 'content-type': 'application/json' };
  const body = '[{"appID":"a","type":"t","eventID":"one"}]';
  return (await fetch(`${url}/v2/namespace/${namespace}/`, { method: 'POST', headers, body })).status;
}

/** The number of events, or the status of an answer that is not 200. */
async function count({ url }: RunningService, dataSource: string, token: string) {
  const body = {
    queryType: 'timeseries',
    dataSource,
    granularity: 'all',
    relativeIntervals: [
      {
        beginningDate: { component: 'day', offset: -7, position: 'beginning' },
        endDate: { component: 'day', offset: 1, position: 'end' },
      },
    ],
    testMode: false,
    aggregations: [{ type: 'eventCount', name: 'n' }],
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v4/query/tql`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) return answer.status;
  const rows = (await answer.json()) as { result?: { n?: number } }[] | { result: { rows: { n: number }[] } };
  return Number(/"n":(\d+)/.exec(JSON.stringify(rows))?.[1] ?? 0);
}

async function health({ url }: RunningService) {
  const text = await (await fetch(`${url}/health`)).text();
  return { text, body: JSON.parse(text) as unknown };
}
