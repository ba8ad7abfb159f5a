import { join } from 'node:path';
import { checkStorage } from '../../src/service/jobs/storage-health.ts';
import { combineHealth } from '../../src/service/health.ts';
import { startService } from '../../src/service/start.ts';
import { emptyFolder } from '../support/temporary-files.ts';

/** A file system with so much free space, in which only these paths can be written to. */
const files = (free: number, writable: readonly string[] = ['/data', '/data/a.db']) => ({
  canWrite: async (path: string) => writable.includes(path),
  freeBytes: async () => free,
});
const GB = 1_000_000_000;

test.each([
  ['ok', 'has space', files(GB)],
  ['full', 'has less space than a commit can need', files(20_000_000)],
  ['read-only', 'has a folder that cannot be written to, where its log would be', files(GB, ['/data/a.db'])],
  ['read-only', 'has a file that cannot be written to', files(GB, ['/data'])],
  ['read-only', 'cannot be written to and has no space', files(0, [])],
])('a store is %s whose disk %s', async (status, _, given) => {
  expect((await checkStorage('/data/a.db', given)).status).toBe(status);
});

test('a store in memory is always ok', async () => {
  expect(await checkStorage(null, files(0, []))).toEqual({ status: 'ok', problems: [] });
});

test('a service on a disk with space is ok, and one on a full one says how much there is left', async () => {
  const folder = emptyFolder();
  const service = await startService({ dbPath: join(folder, 'a.db') });
  const answer = await fetch(`${service.url}/health`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  await service.close(0);

  const full = await startService({
    dbPath: ':memory:',
    health: () => checkStorage('/data/a.db', files(3_500_000)),
  });
  const refused = await fetch(`${full.url}/health`);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { status: 'full', problems: ['The disk has 3 MiB left: events are refused once it is full.'] },
  ]);
  await full.close(0);
});

test.each([
  ['ok', 'degraded', 'degraded'],
  ['full', 'ok', 'full'],
  ['full', 'degraded', 'full'],
  ['full', 'cluster-away', 'cluster-away'],
] as const)(
  'a service with a disk that is %s and a cluster that is %s is %s, and names the problems of both',
  async (disk, cluster, all) => {
    const problemsOf = (status: string) => (status === 'ok' ? [] : [status]);
    const health = combineHealth(
      { status: disk, problems: problemsOf(disk) },
      { status: cluster, problems: problemsOf(cluster) },
    );
    expect(health).toEqual({ status: all, problems: [...problemsOf(cluster), ...problemsOf(disk)] });
  },
);
