import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importEventObjects } from '../../../src/service/import/import.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import fc, { runs } from '../../support/properties.ts';
import { run } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { serve } from '../../support/service/processes.ts';
import { storableEvent } from '../../support/service/storable-events.ts';
import { storedEvents } from '../../support/service/stored-events.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const db = join(folder, "it's.db");

async function withStore<T>(task: (store: Store) => Promise<T>) {
  const store = await openStore(db, { create: true });
  try {
    return await task(store);
  } finally {
    await store.end();
  }
}

let count = 0;

test('an export is imported with the same events, whatever their keys and values are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(storableEvent, { minLength: 1, maxLength: 6 }), async (events) => {
      const [from, to, file] = [`from${count}`, `to${count}`, join(folder, `${count++}.parquet`)];
      await withStore(async ({ organizations, ...store }) => {
        await organizations.create(from, 'paid');
        await organizations.create(to, 'paid');
        await importEventObjects({ organizations, ...store }, from, events);
      });
      expect(await run('export', file, '--org', from, '--db', db)).toMatchObject({ code: 0, stderr: '' });
      expect(await run('import', file, '--org', to, '--db', db, '--strict')).toMatchObject({ code: 0 });
      const [before, after] = await withStore(async (store) => [
        await storedEvents(store, from),
        await storedEvents(store, to),
      ]);
      expect(after).toEqual(before);
      expect(before).toHaveLength(events.length);
    }),
    { numRuns: runs(8, 2) },
  );
});

test('an export of an interval has the events from its beginning to before its end', async () => {
  await withStore(async (store) => {
    await store.organizations.create('days', 'paid');
    const times = [
      '2026-10-04T23:59:59.999Z',
      '2026-10-05T00:00:00Z',
      '2026-10-05T23:59:59.999Z',
      '2026-10-06T00:00:00Z',
    ];
    await importEventObjects(
      store,
      'days',
      times.map((timestamp) => event({ timestamp })),
    );
    await store.organizations.create('day', 'paid');
  });
  const file = join(folder, 'day.parquet');
  const exported = await run(
    'export',
    file,
    '--org',
    'days',
    '--db',
    db,
    '--interval',
    '2026-10-05/2026-10-06',
  );
  expect(exported.stdout).toMatch(/day\.parquet: 2 events, 0\.0 MB\n$/);
  await run('import', file, '--org', 'day', '--db', db);
  const kept = await withStore((store) => storedEvents(store, 'day'));
  expect(kept.map(({ __time }) => __time)).toEqual(
    ['2026-10-05T00:00:00Z', '2026-10-05T23:59:59.999Z'].map(Date.parse),
  );
  const refused = await run('export', file, '--org', 'days', '--db', db, '--interval', 'fortnight');
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--interval: got "fortnight"'),
  });
  expect(await run('export', '-', '--org', 'days', '--db', db)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('stdout'),
  });
});

test('an export is open to its owner only, and replaces a file with --force alone', async () => {
  await withStore((store) => store.organizations.create('none', 'paid'));
  const file = join(folder, 'there.parquet');
  await writeFile(file, 'kept');
  const refused = await run('export', file, '--org', 'none', '--db', db);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('already exists. Name another file, or give --force.'),
  });
  expect(await readFile(file, 'utf8')).toBe('kept');
  expect(await run('export', file, '--org', 'none', '--db', db, '--force')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0 events'),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => /part|export/.test(name))).toEqual([]);
});

test('an export is made while the service goes on taking events', async () => {
  await withStore(async (store) => {
    await store.organizations.create('served', 'paid');
    await importEventObjects(
      store,
      'served',
      Array.from({ length: 500 }, (_, n) => event({ sessionID: `s${n}` })),
    );
    await store.organizations.create('again', 'paid');
  });
  const serving = await serve(['--db', db]);
  const file = join(folder, 'served.parquet');
  expect(await run('export', file, '--org', 'served', '--db', db)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(': 500 events'),
  });
  expect(await run('import', file, '--org', 'again', '--db', db)).toMatchObject({ code: 0 });
  expect(await serving.stop('SIGTERM')).toBe(0);
  await withStore(async (store) => {
    expect(await storedEvents(store, 'again')).toEqual(await storedEvents(store, 'served'));
  });
});
