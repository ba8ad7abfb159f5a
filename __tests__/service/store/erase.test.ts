import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { chmod, copyFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashUser } from '../../../src/service/events/user-hash.ts';
import { importEventObjects } from '../../../src/service/import/import.ts';
import { startRetention } from '../../../src/service/jobs/retention.ts';
import { rewriteWithoutDeleted } from '../../../src/service/store/files/erasure.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { answering, run, runWith } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { serve } from '../../support/service/processes.ts';
import { startService } from '../../../src/service/start.ts';
import { rowsOf } from '../../support/service/store.ts';
import { storedEvents } from '../../support/service/stored-events.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

/** The user whose id must not be found in any file once their events are deleted. */
const GONE = 'zebrafish-4711-user';

const GONE_HASH = Buffer.alloc(8);
GONE_HASH.writeBigUInt64LE(hashUser(GONE) ?? 0n);

const EVENTS = Array.from({ length: 60 }, (_, n) =>
  event({
    clientUser: n % 3 === 0 ? GONE : `kept-${n}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString(),
    payload: { note: n % 3 === 0 ? `${GONE} wrote note ${n}` : `note ${n}` },
  }),
);

const template = join(emptyFolder(), 'a.db');

beforeAll(() =>
  opened(template, async (store) => {
    await store.organizations.create('a', 'paid');
    await store.organizations.create('b', 'paid');
    await store.tokens.create('a', null);
    for (const namespace of ['a', 'b']) await importEventObjects(store, namespace, EVENTS);
    // With two of the user's days among them, which hold a hash of them.
    expect(await store.events.rollUp(1, Date.UTC(2026, 0, 7))).toBe(5);
  }),
);

async function withStored(task: (db: string, folder: string) => Promise<void>): Promise<void> {
  const folder = emptyFolder();
  const db = join(folder, 'a.db');
  await copyFile(template, db);
  await task(db, folder);
}

async function opened<T>(db: string, task: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(db, { create: true });
  try {
    return await task(store);
  } finally {
    store.close();
  }
}

const users = (db: string, namespace: string) =>
  opened(db, async (store) => (await storedEvents(store, namespace)).map(({ clientUser }) => clientUser));

/** The files of a folder that have the deleted user's id, or its hash, anywhere in their bytes. */
async function filesWith(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(
      async (name) =>
        (await stat(join(folder, name))).isFile() &&
        [GONE, GONE_HASH].some(await contains(join(folder, name))),
    ),
  );
  return names.filter((_, index) => found[index]);
}

async function contains(file: string): Promise<(bytes: string | Buffer) => boolean> {
  const content = await readFile(file);
  return (bytes) => content.includes(bytes);
}

const DELETE = (db: string, ...more: string[]) => ['events', 'delete', '--org', 'a', '--db', db, ...more];

describe('events delete', () => {
  test('events delete removes what a user sent from this organization alone, to the last byte of the file', () =>
    withStored(async (db, folder) => {
      expect(await filesWith(folder)).toEqual(['a.db']);
      await chmod(db, 0o640);
      const deleted = await run(...DELETE(db, '--user', GONE, '--yes'));
      expect(deleted).toMatchObject({ code: 0, stdout: `Deleted 20 events of the user "${GONE}" from a.\n` });
      expect(await users(db, 'a')).toEqual(
        EVENTS.map(({ clientUser }) => clientUser).filter((user) => user !== GONE),
      );
      expect(await users(db, 'b')).toHaveLength(60);
      await run('events', 'delete', '--org', 'b', '--db', db, '--user', GONE, '--yes');
      expect(await filesWith(folder)).toEqual([]);
      expect([(await stat(db)).mode & 0o777, await readdir(folder)]).toEqual([0o640, ['a.db']]);
      expect(await opened(db, (store) => store.tokens.list('a'))).toHaveLength(1);
    }));

  test('events delete is done again in a backup that is restored, in what it has rolled up, too', () =>
    withStored(async (db, folder) => {
      const copy = join(folder, 'copy.db');
      await run('backup', copy, '--db', db);
      for (const namespace of ['a', 'b'])
        await run('events', 'delete', '--org', namespace, '--db', db, '--user', GONE, '--yes');
      expect(await run('restore', copy, '--db', db, '--force')).toMatchObject({ code: 0 });
      expect(await filesWith(folder)).toEqual(['copy.db']);
      expect(await users(db, 'a')).toHaveLength(40);
      expect(await opened(db, (store) => rowsOf(store, 'FROM rollup_days'))).toEqual([]);
    }));

  test('events delete deletes what is before a date, and keeps the event at its first moment', () =>
    withStored(async (db) => {
      const deleted = await run(...DELETE(db, '--before', '2026-02-01', '--yes'));
      expect(deleted.stdout).toBe('Deleted 31 events before 2026-02-01T00:00:00.000Z from a.\n');
      const left = await opened(db, (store) => storedEvents(store, 'a'));
      expect(Math.min(...left.map(({ __time }) => Number(__time)))).toBe(Date.UTC(2026, 1, 1));
      expect(left).toHaveLength(29);
    }));

  test('events delete asks first, and deletes nothing without a yes', () =>
    withStored(async (db) => {
      const answer = async (line: string) => {
        return runWith({ stdin: answering(line) }, ...DELETE(db, '--user', GONE));
      };
      const no = await answer('');
      expect([no.code, no.stdout]).toEqual([0, 'Nothing was deleted.\n']);
      expect(no.stderr).toBe(
        `Delete 20 events of the user "${GONE}" from a? They cannot be brought back. [y/N] `,
      );
      const unasked = await runWith({ stdin: new PassThrough() }, ...DELETE(db, '--user', GONE));
      expect(unasked).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('There is no terminal to answer on; give --yes'),
      });
      expect(await users(db, 'a')).toHaveLength(60);
      expect((await answer('y')).stdout).toContain('Deleted 20 events');
      expect(await users(db, 'a')).toHaveLength(40);
    }));

  test.each([
    [['--user', 'nobody'], 0, 'a has no events of the user "nobody"; nothing was deleted.'],
    [[], 2, 'give either --user ID or --before DATE'],
    [['--before', 'yesterday'], 2, '--before: got "yesterday"; expected a date (UTC) or a moment'],
  ])('events delete with %j ends with %d', (flags, code, said) =>
    withStored(async (db) => {
      const ended = await run(...DELETE(db, ...flags));
      expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(said)]);
    }),
  );

  test('events delete is seen by the next query of a running service, and in the file when the service ends', () =>
    withStored(async (db, folder) => {
      const serving = await serve(['--db', db]);
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      const asked = Promise.withResolvers<unknown>();
      const late = runWith({ stdin, stderr: { write: asked.resolve } }, ...DELETE(db, '--user', GONE));
      await asked.promise;
      for (const namespace of ['a', 'b']) {
        const flags = ['events', 'delete', '--org', namespace, '--db', db, '--user', GONE, '--yes'];
        expect(await run(...flags)).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('Deleted 20 events'),
        });
      }
      stdin.write('y\n');
      expect(await late).toMatchObject({
        code: 0,
        stdout: `Deleted 0 events of the user "${GONE}" from a.\n`,
      });
      // Another process's file is left as it is.
      await rewriteWithoutDeleted(db);
      const copy = join(folder, 'copy.db');
      expect(await run('backup', copy, '--db', db)).toMatchObject({ code: 0 });
      expect(await filesWith(folder)).not.toContain('copy.db');
      expect(await users(copy, 'a')).toHaveLength(40);
      expect(await serving.stop('SIGTERM')).toBe(0);
      expect(await filesWith(folder)).toEqual([]);
      expect(await users(db, 'b')).toHaveLength(40);
    }));
});

test('a service that keeps events for a limited time deletes the older ones of all organizations', () =>
  withStored(async (db) => {
    const said: string[] = [];
    const options = { dbPath: db, nowMs: Date.UTC(2026, 2, 2), keepMs: 30 * 86_400_000 };
    const warn = (message: string) => said.push(message);
    await (await startService({ ...options, warn })).close();
    expect(said).toEqual(['a', 'b'].map((name) => `30 events of ${name} older than 30 days were deleted.`));
    const left = await opened(db, (store) => storedEvents(store, 'a'));
    expect(Math.min(...left.map(({ __time }) => Number(__time)))).toBe(Date.UTC(2026, 0, 31));
    expect(left).toHaveLength(30);
    await (await startService({ ...options, keepMs: 86_400_000, warn })).close();
    expect(said.slice(2)).toEqual(
      ['a', 'b'].map((name) => `29 events of ${name} older than 1 day were deleted.`),
    );
  }));

test('a service with a limited time deletes nothing if the clock leaps ahead, until a day has passed', () =>
  withStored(async (db) => {
    const day = 86_400_000;
    const said: string[] = [];
    await opened(db, async (store) => {
      const run = async (nowMs: number, passes: number, isClockFixed = false) => {
        // A day lasts 200 ms here.
        const started = performance.now();
        let pass = 0;
        const retention = startRetention({
          ...store,
          keepMs: 30 * day,
          everyMs: 200,
          isClockFixed,
          now: () => (pass++, Math.round(nowMs + performance.now() - started)),
          say: (message) => said.push(message),
        });
        while (pass < passes) await sleep(10);
        await retention.stop();
        return (await storedEvents(store, 'a')).length;
      };
      const first = Date.UTC(2026, 1, 9, 12);
      expect(await run(first, 1)).toBe(50);
      expect(await run(first + 6 * day, 1)).toBe(44);
      said.length = 0;
      expect(await run(first + 3000 * day, 1)).toBe(44);
      expect(said).toEqual([
        expect.stringMatching(
          /^The clock says 2034-04-.*, but events were last deleted on 2026-02-15\. If it is wrong, set it right: events older than 30 days/,
        ),
      ]);
      // Set right again, nothing is lost.
      expect(await run(first + 7 * day, 1)).toBe(43);
      // A service that was off for long.
      expect(await run(first + 20 * day, 2)).toBe(30);
      expect(await run(first + 40 * day, 1, true)).toBe(10);
    });
  }));

test.each(['400', '12h', '-3d'])(
  'a service that keeps events for a limited time does not take --keep %s',
  async (keep) => {
    const { code, stderr } = await run('serve', '--db', ':memory:', '--keep', keep);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('expected days, weeks or years: 400d, 60w, 2y'),
    ]);
  },
);
