import { join } from 'node:path';
import { checkServers } from '../../src/cluster/check-servers.ts';
import { DruidError, readDruidError } from '../../src/cluster/druid-error.ts';
import { CancelledError, ClusterAwayError } from '../../src/service/errors.ts';
import { clusterBackend } from '../../src/cluster/plug.ts';
import { startService } from '../../src/service/start.ts';
import { druidOf } from '../support/cluster/fake-druid.ts';
import { event } from '../support/service/event.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const never = new AbortController().signal;
const ALL = ['druid-datasketches', 'druid-stats', 'druid-kafka-indexing-service'];
const status = (version: string, artifacts: readonly string[]) => ({
  version,
  modules: artifacts.map((artifact) => ({ artifact })),
});

test.each<[string, unknown, readonly string[]]>([
  ['all is well', status('33.0.0', ALL), []],
  ['it is newer', status('101.1', ALL), []],
  ['it is too old', status('32.0.1', ALL), ['Druid at http://druid:8888 is 32.0.1; 33 is the oldest']],
  [
    'extensions are missing',
    status('33.0.0', ['other']),
    [
      'without the extension druid-datasketches, so every count of users',
      'druid-stats, so z tests',
      'druid-kafka-indexing-service, so no event',
    ],
  ],
  ['it is not Druid', { status: 'ok' }, ['http://druid:8888 does not answer as a server of Druid does.']],
])('at the start a service says what is wrong with its Druid: %s', async (_, answer, expected) => {
  const found = await checkServers(
    druidOf(() => answer),
    true,
    never,
  );
  expect(found).toEqual(expected.map((part) => expect.stringContaining(part)));
});

test('a Druid without Kafka needs no extension for it', async () => {
  const answer = status('33.0.0', ALL.slice(0, 2));
  expect(
    await checkServers(
      druidOf(() => answer),
      false,
      never,
    ),
  ).toEqual([]);
});

test('a Druid that is away is named once, and not if the service ends meanwhile or may not see its state', async () => {
  const failing = (error: Error) =>
    druidOf(() => {
      throw error;
    });
  const away = new ClusterAwayError('GET /status at druid:8888: the connection was refused. Check --druid.');
  expect(await checkServers(failing(away), true, never)).toEqual([
    'Druid at http://druid:8888 cannot be used yet: GET /status at druid:8888: the connection was refused. Check --druid.',
  ]);
  expect(await checkServers(failing(new CancelledError('ended')), true, never)).toEqual([]);
  const hidden = new DruidError(403, readDruidError(''), 'GET /status at druid:8888: 403');
  const hiding = druidOf(({ path }) => {
    if (path === '/status') throw hidden;
    return [];
  });
  expect(await checkServers(hiding, true, never)).toEqual([]);
});

test('a file with events that is served on a Druid says that no query counts these', async () => {
  const folder = emptyFolder();

  const dbPath = join(folder, 'a.db');
  const before = await startService({ dbPath });
  await before.store.organizations.create('a', 'paid');
  await before.importEvents('a', [event(), event()]);
  await before.close();
  const warnings: string[] = [];
  const cluster = { druidUrl: 'http://127.0.0.1:9', overlordUrl: null, kafkaBrokers: [] };
  const backend = clusterBackend(cluster);
  const service = await startService({ dbPath, backend, warn: (message) => warnings.push(message) });
  while (warnings.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await service.close(0);
  expect(warnings).toEqual([
    expect.stringContaining('The file has 2 events of its own, which no query counts'),
    expect.stringContaining('Druid at http://127.0.0.1:9 cannot be used yet: GET /status at 127.0.0.1:9'),
  ]);
});
