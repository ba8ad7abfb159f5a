import type { DruidServer } from '../../src/cluster/druid-server.ts';
import type { DruidRequest } from '../../src/cluster/druid-exchange.ts';
import { watchSupervisors } from '../../src/cluster/supervisors/watch.ts';
import type { Json } from '../../src/tql/json.ts';

/** What the overlord reports, as a test changes it. */
interface Reported {
  start: number;
  publishing: readonly string[];
  ended: readonly string[];
}

/** An overlord that reports one task, and the tasks that it was asked to end. */
function overlordOf(reported: Reported): { readonly server: DruidServer; readonly shutDown: string[] } {
  const shutDown: string[] = [];
  const ask = ({ path }: DruidRequest): Promise<Json> => {
    const task = /task\/([^/]+)\/shutdown/.exec(path)?.[1];
    if (task !== undefined) shutDown.push(task);
    if (path.endsWith('/status')) {
      const activeTasks = [{ id: `from-${reported.start}`, startingOffsets: { 0: reported.start } }];
      const publishingTasks = reported.publishing.map((id) => ({ id }));
      return Promise.resolve({ payload: { activeTasks, publishingTasks, aggregateLag: 0 } });
    }
    if (path.includes('/tasks?')) return Promise.resolve(reported.ended.map((status) => ({ status })));
    // The supervisor's spec.
    return Promise.resolve({ spec: { ioConfig: { topic: 'com.example.app' } } });
  };
  return { server: { ask } as unknown as DruidServer, shutDown };
}

async function lookAt(reported: Reported, changes: readonly Partial<Reported>[] = []) {
  const { server, shutDown } = overlordOf(reported);
  const topics = { make: () => Promise.resolve() };
  const warnings: string[] = [];
  const supervisors = watchSupervisors({
    overlord: server,
    topics,
    kafka: { brokers: [] },
    warn: (message) => warnings.push(message),
    periodMs: 10,
  });
  supervisors.add('com.example.app');
  for (const change of [{}, ...changes]) {
    Object.assign(reported, change);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await supervisors.close();
  return { shutDown, warnings };
}

test('a task that begins after events that no task published is ended, so that Druid reads them', async () => {
  const { shutDown, warnings } = await lookAt({ start: 2000, publishing: [], ended: ['FAILED'] }, [
    { start: 0 },
  ]);
  expect(shutDown).toEqual(['from-2000']);
  expect(warnings).toEqual([
    'Not all events of com.example.app reach Druid: those before the ones that are read were not published; they are read again. Those that were acknowledged are kept in Kafka.',
    'The events of com.example.app reach Druid again.',
  ]);
});

test('a task that begins at the same place again is believed', async () => {
  const { shutDown } = await lookAt({ start: 2000, publishing: [], ended: ['FAILED'] }, [
    { start: 2000 },
    { start: 2000 },
  ]);
  expect(shutDown).toEqual(['from-2000']);
});

test.each<[string, Reported]>([
  ['begins with the first event', { start: 0, publishing: [], ended: ['FAILED'] }],
  ['follows on one that still publishes', { start: 2000, publishing: ['from-0'], ended: ['FAILED'] }],
  ['follows on one that ended well', { start: 2000, publishing: [], ended: ['FAILED', 'SUCCESS'] }],
  ['has no predecessor that Druid remembers', { start: 2000, publishing: [], ended: [] }],
])('a task that %s is left alone', async (_, reported) => {
  expect((await lookAt(reported)).shutDown).toEqual([]);
});
