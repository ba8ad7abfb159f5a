import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chmod, copyFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEvent } from '../../../src/service/events/event.ts';
import { startService } from '../../../src/service/start.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { runs } from '../../support/properties.ts';
import { run } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { serve } from '../../support/service/processes.ts';
import { rowsOf } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const QUERY = { queryType: 'topN', threshold: 3 };
const [IMPORTS, EVENTS] = [runs(12, 6), runs(1000)];

const template = join(emptyFolder(), 'a.db');

beforeAll(async () => {
  const service = await startService({ dbPath: template });
  await service.store.organizations.create('a', 'paid');
  await service.store.tokens.create('a', null);
  await service.store.insights.add('a', [{ name: 'devices', query: QUERY }]);
  await service.importEvents(
    'a',
    Array.from({ length: 500 }, (_, n) => event({ clientUser: `u${n}` })),
  );
  await service.close();
});

async function withStored(task: (folder: string, db: string) => Promise<void>) {
  const folder = emptyFolder();
  const db = join(folder, 'a.db');
  await copyFile(template, db);
  await task(folder, db);
}

/** The whole content of a store: its tables with all their rows. */
async function contentOf(store: Store) {
  const tables = await rowsOf(
    store,
    'SELECT table_name AS name FROM duckdb_tables() WHERE NOT internal ORDER BY ALL',
  );
  const content: Record<string, unknown[]> = {};
  for (const { name } of tables as { name: string }[])
    content[name] = await rowsOf(store, `SELECT * FROM ${name} ORDER BY ALL`);
  return content;
}

async function contentOfFile(file: string) {
  const store = await openStore(file);
  try {
    return await contentOf(store);
  } finally {
    store.close();
  }
}

describe('a backup', () => {
  test('a backup of a served file goes through the socket and leaves the file locked', () =>
    withStored(async (folder, db) => {
      const copy = join(folder, 'copy.db');
      const serving = await serve(['--db', db]);
      try {
        await run('org', 'create', 'b', '--db', db);
        expect(await run('backup', copy, '--db', db)).toMatchObject({ code: 0 });
        // If its lock were lost, a second process could open the file, and both would write.
        await rm(`${db}.sock`);
        await expect(openStore(db)).rejects.toThrow('is in use by another process');
        expect(await serving.stop('SIGTERM')).toBe(0);
      } finally {
        await serving.stop('SIGKILL');
      }
      const content = await contentOfFile(copy);
      expect(content['organizations']).toHaveLength(2);
      expect(content).toEqual(await contentOfFile(db));
    }));

  test('a backup has each import that runs meanwhile completely or not at all, and delays none for ever', () =>
    withStored(async (folder, db) => {
      const service = await startService({ dbPath: db });
      const imports = Array.from({ length: IMPORTS }, (_, round) =>
        service.importEvents(
          'a',
          Array.from({ length: EVENTS }, () =>
            event({ type: `round${round}`, payload: { [`key${round}`]: 'x' } }),
          ),
        ),
      );
      const copies = Array.from({ length: IMPORTS / 3 }, (_, n) => join(folder, `copy${n}.db`));
      for (const [n, file] of copies.entries()) {
        await imports[n * 2];
        await service.store.backup({ file, overwrite: false });
      }
      await Promise.all(imports);
      await service.close();
      const sql = `SELECT type, count(*) AS events FROM events_1 WHERE type LIKE 'round%' GROUP BY type`;
      for (const file of [...copies, db]) {
        const store = await openStore(file);
        const rounds = (await rowsOf(store, sql)) as { events: number }[];
        const keys = await rowsOf(store, `SELECT key FROM payload_keys WHERE key LIKE 'key%'`);
        store.close();
        expect(rounds.length).toBeGreaterThanOrEqual(file === db ? IMPORTS : 1);
        expect(rounds.filter(({ events }) => events !== EVENTS)).toEqual([]);
        expect(keys).toHaveLength(rounds.length);
      }
    }));

  /**
   * Runs a task while DuckDB cannot move the log into the file, because a transaction that changes a row is
   * open.
   */
  const withHeldLog = (store: Store, task: () => Promise<unknown>) =>
    store.withConnection(async (connection) => {
      await connection.run('BEGIN');
      await connection.run(`UPDATE meta SET value = value WHERE key = 'format'`);
      await task();
      await connection.run('ROLLBACK');
    });

  test('a backup has every post acknowledged before it, and the first of those that arrive meanwhile, whole', () =>
    withStored(async (folder, db) => {
      const store = await openStore(db);
      const post = (n: number) =>
        [0, 1].map((half) => ({
          ...parseEvent(
            event({ type: `post${n}`, payload: { half, long: randomBytes(60_000).toString('base64') } }),
          ),
        }));
      let acknowledged = 0;
      const ending = new AbortController();
      const posting = (async () => {
        for (; !ending.signal.aborted; acknowledged++) await store.events.append(1, [post(acknowledged)]);
      })();
      const copies = Array.from({ length: runs(3, 2) }, (_, n) => join(folder, `copy${n}.db`));
      const least: number[] = [];
      for (const file of copies) {
        // Enough for DuckDB to move its log into the file, if it could.
        for (const until = acknowledged + runs(60, 15); acknowledged < until;) await sleep(5);
        least.push(acknowledged);
        const backup = () => store.backup({ file, overwrite: false });
        await (file === copies[0] ? backup() : withHeldLog(store, backup));
      }
      ending.abort();
      await posting;
      store.close();
      for (const [n, file] of copies.entries()) {
        const copy = await openStore(file);
        const sql = `SELECT count(*) AS events, count(DISTINCT type) AS posts, max(substr(type, 5)::INTEGER) + 1 AS last FROM events_1 WHERE type LIKE 'post%'`;
        const [row] = (await rowsOf(copy, sql)) as { events: number; posts: number; last: number }[];
        copy.close();
        expect(row).toEqual({ events: (row?.posts ?? 0) * 2, posts: row?.last, last: row?.last });
        expect(row?.posts).toBeGreaterThanOrEqual(least[n] ?? 0);
      }
    }));

  test('a backup that fails ends with a sentence and leaves nothing behind', () =>
    withStored(async (folder, db) => {
      await mkdir(join(folder, 'sub'));
      await symlink(db, join(folder, 'link.db'));
      await copyFile(db, join(folder, 'before.db'));
      const store = await openStore(db);
      const tried: readonly (readonly [file: string, says: string])[] = [
        [db, 'belongs to the database itself'],
        [`${db}.wal`, 'belongs to the database itself'],
        [join(folder, 'link.db'), 'already exists and is not a file'],
        [join(folder, 'sub'), 'already exists and is not a file'],
        [join(folder, 'none', 'copy.db'), 'does not exist'],
        ['/dev/full', 'already exists and is not a file'],
      ];
      for (const [file, says] of tried)
        await expect(store.backup({ file, overwrite: true })).rejects.toThrow(says);
      await chmod(join(folder, 'sub'), 0o500);
      if (process.getuid?.() !== 0)
        await expect(store.backup({ file: join(folder, 'sub', 'a'), overwrite: true })).rejects.toThrow(
          'cannot be written to',
        );
      store.close();
      expect((await readdir(folder)).sort()).toEqual(['a.db', 'before.db', 'link.db', 'sub']);
      expect(await contentOfFile(db)).toEqual(await contentOfFile(join(folder, 'before.db')));
    }));

  test('a backup is restored through a link to the file, but neither onto itself nor from what is no copy', () =>
    withStored(async (folder, db) => {
      const [copy, link, text] = ['copy.db', 'link.db', 'text'].map((name) => join(folder, name));
      await run('backup', copy!, '--db', db);
      await symlink('a.db', link!);
      await writeFile(text!, 'no copy');
      await run('org', 'create', 'later', '--db', db);
      for (const given of [db, link!])
        expect(await run('restore', given, '--db', db, '--force')).toMatchObject({
          code: 2,
          stderr: expect.stringContaining(`${given} is the database file itself`),
        });
      const refused = await run('restore', text!, '--db', join(folder, 'new.db'));
      expect(refused).toMatchObject({
        code: 2,
        stderr: `insight-report restore: ${text} is not a DuckDB database file; nothing in it was changed.\n`,
      });
      expect((await contentOfFile(db))['organizations']).toHaveLength(2);
      expect(await run('restore', copy!, '--db', link!, '--force')).toMatchObject({
        code: 0,
        stderr: '',
      });
      expect((await contentOfFile(db))['organizations']).toHaveLength(1);
      expect((await readdir(folder)).sort()).toEqual(['a.db', 'copy.db', 'link.db', 'text']);
    }));

  test('a backup of a store in memory is refused', async () => {
    const service = await startService({ dbPath: ':memory:' });
    await expect(service.store.backup({ file: '/tmp/x.db', overwrite: false })).rejects.toThrow('in memory');
    await service.close();
  });
});
