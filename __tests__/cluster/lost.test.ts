import { watchSupervisors } from '../../src/cluster/supervisors/watch.ts';
import { ClusterAwayError } from '../../src/service/errors.ts';
import { druidOf } from '../support/cluster/fake-druid.ts';

/** What Druid reports of a task of a supervisor. */
interface Reported {
  /** What each worker runs. */
  readonly workers: readonly (readonly string[])[];
  readonly place?: string | null;
  readonly isPublishing?: boolean;
  /** Whether its supervisor gets an answer from it. */
  readonly answers?: boolean;
  readonly lostMs?: number;
}

/** The tasks that are ended while one is reported so. */
async function endedOf({ workers, place = 'h', isPublishing, answers, lostMs = 0 }: Reported) {
  const ended = new Set<string>();
  const { overlord } = druidOf(({ path, body }) => {
    const task = /task\/([^/]+)\/shutdown/.exec(path)?.[1];
    if (task !== undefined) ended.add(task);
    if (body !== undefined) return {};
    if (path.endsWith('/stats') && answers !== true) throw new ClusterAwayError('no answer within 30 s');
    if (path.endsWith('/workers')) return workers.map((runningTasks) => ({ runningTasks }));
    if (path.includes('/task/')) return { status: { status: 'RUNNING', location: { host: place } } };
    if (path.includes('/tasks?')) return [];
    const tasks = { [isPublishing === true ? 'publishingTasks' : 'activeTasks']: [{ id: 'gone' }] };
    return { payload: { ...tasks, aggregateLag: 0 }, spec: { ioConfig: { topic: 'com.example.app' } } };
  });
  const topics = { make: () => Promise.resolve() };
  const watched = watchSupervisors({ overlord, topics, kafka: { brokers: [] }, periodMs: 5, lostMs });
  watched.add('com.example.app');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await watched.close();
  return [...ended];
}

test.each<[string, Reported]>([
  ['reads', { workers: [[]] }],
  ['publishes', { workers: [['other'], []], isPublishing: true }],
])('a task that %s for Druid, and that no worker runs, is ended', async (_, reported) => {
  expect(await endedOf(reported)).toEqual(['gone']);
});

test.each<[string, Reported]>([
  ['a worker runs', { workers: [['other'], ['gone']] }],
  ['waits for a slot', { workers: [[]], place: null }],
  ['runs where workers cannot be listed', { workers: [] }],
  ['was lost a moment ago', { workers: [[]], lostMs: 60_000 }],
  ['answers', { workers: [[]], answers: true }],
])('a task that %s is left alone', async (_, reported) => {
  expect(await endedOf(reported)).toEqual([]);
});
