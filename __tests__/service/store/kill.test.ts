// Kills commands with SIGKILL, one process for each step, and lets files reach their greatest length. Nothing
// that was stored is lost, and nothing that was deleted comes back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importEventObjects } from '../../../src/service/import/import.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { isLong, runs } from '../../support/properties.ts';
import { run } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { rowsOf } from '../../support/service/store.ts';
import { storedEvents } from '../../support/service/stored-events.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { bundled } from '../../support/bundled.ts';

const support = (name: string) => fileURLToPath(new URL(`../../support/service/${name}`, import.meta.url));
const GONE = 'zebrafish-4711-user';
const KEPT = 'kept-user';

/** How many of an organization's events are of each user. The days that are rolled up have the same ones. */
async function usersIn(db: string) {
  const store = await openStore(db);
  try {
    if ((await rowsOf(store, 'SELECT 1 FROM rollup_days')).length > 0)
      expect(await rowsOf(store, DIFFERENT)).toEqual([]);
    const users = (await storedEvents(store, 'a')).map(({ clientUser }) => String(clientUser));
    return Object.fromEntries(
      Map.groupBy(users, (user) => user)
        .entries()
        .map(([user, list]) => [user, list.length]),
    );
  } finally {
    store.close();
  }
}

const USERS_OF = (table: string, events: string) =>
  `SELECT __time // 86400000 AS day, _ir_user, ${events} FROM ${table} WHERE day IN (SELECT day FROM rollup_days) GROUP BY ALL`;
const DIFFERENT = `SELECT * FROM (${USERS_OF('events_1', 'count(*) AS stored')}) FULL JOIN (${USERS_OF('rollup_1', 'sum("count") AS rolled')}) USING (day, _ir_user) WHERE stored IS DISTINCT FROM rolled`;

async function put(db: string, user: string, count: number) {
  const store = await openStore(db, { create: true });
  const known = (await store.organizations.list()).length > 0;
  if (!known) await store.organizations.create('a', 'paid');
  await importEventObjects(
    store,
    'a',
    Array.from({ length: count }, (_, n) =>
      event({
        clientUser: user,
        timestamp: `2026-10-0${5 + (n % 2)}T08:12:33Z`,
        payload: { note: `${user} ${n}` },
      }),
    ),
  );
  expect(await store.events.rollUp(1, Date.now())).toBeGreaterThan(0);
  store.close();
}

/** The files of a folder that have the deleted user's id in their bytes. */
async function filesWith(folder: string) {
  const found: string[] = [];
  for (const name of await readdir(folder))
    if ((await readFile(join(folder, name)).catch(() => Buffer.alloc(0))).includes(GONE)) found.push(name);
  return found.sort();
}

const DELETE = ['events', 'delete', '--org', 'a', '--db', 'a.db', '--user', GONE, '--yes'];
const BOTH = { [GONE]: 20, [KEPT]: 40 };

interface Killed {
  readonly name: string;
  /** What is in the folder before. */
  readonly prepare: (folder: string) => Promise<unknown>;
  readonly command: readonly string[];
  /** What holds whenever the command is killed. */
  readonly holds: (folder: string) => Promise<void>;
  /** What holds once the command was run again. */
  readonly holdsAtEnd: (folder: string) => Promise<void>;
}

const inFolder = (folder: string, args: readonly string[]) =>
  args.map((arg) => (/\.(db|parquet|copy)$/.test(arg) ? join(folder, arg) : arg));

async function withBoth(folder: string) {
  await put(join(folder, 'a.db'), GONE, 20);
  await put(join(folder, 'a.db'), KEPT, 40);
}

const COMMANDS: readonly Killed[] = [
  {
    name: 'events delete',
    prepare: withBoth,
    command: DELETE,
    holds: async (folder) => {
      const users = await usersIn(join(folder, 'a.db'));
      expect([BOTH, { [KEPT]: 40 }]).toContainEqual(users);
    },
    holdsAtEnd: async (folder) => {
      expect(await usersIn(join(folder, 'a.db'))).toEqual({ [KEPT]: 40 });
      expect([await filesWith(folder), await readdir(folder)]).toEqual([[], ['a.db']]);
    },
  },
  {
    name: 'export',
    prepare: withBoth,
    command: ['export', 'out.parquet', '--org', 'a', '--db', 'a.db', '--force'],
    holds: async (folder) => {
      expect(await usersIn(join(folder, 'a.db'))).toEqual(BOTH);
    },
    holdsAtEnd: async (folder) => {
      expect((await readdir(folder)).sort()).toEqual(['a.db', 'out.parquet']);
      const again = join(folder, 'again.db');
      await run('org', 'create', 'a', '--db', again);
      expect((await run('import', join(folder, 'out.parquet'), '--org', 'a', '--db', again)).code).toBe(0);
      expect(await usersIn(again)).toEqual(BOTH);
    },
  },
  {
    name: 'backup',
    prepare: withBoth,
    command: ['backup', 'b.copy', '--db', 'a.db', '--force'],
    holds: async (folder) => {
      expect(await usersIn(join(folder, 'a.db'))).toEqual(BOTH);
    },
    holdsAtEnd: async (folder) => {
      expect((await readdir(folder)).sort()).toEqual(['a.db', 'b.copy']);
      expect(await usersIn(join(folder, 'b.copy'))).toEqual(BOTH);
    },
  },
  {
    name: 'restore',
    prepare: async (folder) => {
      await withBoth(folder);
      await run('backup', ...inFolder(folder, ['b.copy', '--db', 'a.db']));
      await run(...inFolder(folder, DELETE));
      await put(join(folder, 'a.db'), 'later-user', 5);
    },
    command: ['restore', 'b.copy', '--db', 'a.db', '--force'],
    holds: async (folder) => {
      const users = await usersIn(join(folder, 'a.db'));
      expect([{ [KEPT]: 40, 'later-user': 5 }, { [KEPT]: 40 }]).toContainEqual(users);
    },
    holdsAtEnd: async (folder) => {
      expect(await usersIn(join(folder, 'a.db'))).toEqual({ [KEPT]: 40 });
      expect([await filesWith(folder), (await readdir(folder)).sort()]).toEqual([
        ['b.copy'],
        ['a.db', 'b.copy'],
      ]);
    },
  },
];

/**
 * Runs a command in its own process until a step; 0 for none. With `limit` no file may have more KiB.
 */
async function ran(folder: string, args: readonly string[], step: number, limit: number | null = null) {
  const script = `${limit === null ? '' : `ulimit -f ${limit} && `}exec "$0" --disable-warning=ExperimentalWarning "$@"`;
  const loaded = ['--import', support('kill-at.ts'), bundled('command'), ...inFolder(folder, args)];
  const child = spawn('bash', ['-c', script, process.execPath, ...loaded], {
    env: { ...process.env, STEP: String(step) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode, stderr };
}

/** Steps that are spread evenly: every twentieth in the long run, else one. */
function chosen(steps: number) {
  const count = runs(Math.ceil(steps / 20), 1);
  return Array.from({ length: count }, (_, index) => Math.ceil(((index + 0.7) * steps) / count));
}

/** The long run kills all of the commands. */
const TRIED = isLong
  ? COMMANDS
  : COMMANDS.filter(({ name }) => !['export', 'backup', 'restore'].includes(name));

test.each(TRIED)(
  'whenever $name is killed, nothing is lost, nothing deleted is back, and it can be run again',
  async ({ prepare, command, holds, holdsAtEnd }) => {
    const steps = await withPrepared(prepare, async (folder) => {
      const { code, stderr } = await ran(folder, command, 0);
      expect(code).toBe(0);
      await holdsAtEnd(folder);
      return Number(/steps: (\d+)/.exec(stderr)?.[1]);
    });
    expect(steps).toBeGreaterThan(10);
    for (const step of chosen(steps)) {
      await withPrepared(prepare, async (folder) => {
        expect((await ran(folder, command, step)).signal).toBe('SIGKILL');
        await holds(folder);
        expect(await run(...inFolder(folder, command))).toMatchObject({ code: 0 });
        await holdsAtEnd(folder);
      });
    }
  },
  1_000_000,
);

test.each(TRIED)(
  '$name that fills the disk ends with a sentence, loses nothing, and can be run again',
  ({ name, prepare, command, holds, holdsAtEnd }) =>
    withPrepared(prepare, async (folder) => {
      const { size } = await stat(join(folder, 'a.db'));
      // An export of these few events is much shorter than the database.
      const limit = name === 'export' ? 1 : Math.floor(size / 2048);
      const { code, stderr } = await ran(folder, command, -1, limit);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^insight-report [a-z ]+: .*(that long|File too large).*\n$/),
      ]);
      await holds(folder);
      expect(await run(...inFolder(folder, command))).toMatchObject({ code: 0 });
      await holdsAtEnd(folder);
    }),
  60_000,
);

async function withPrepared<T>(prepare: Killed['prepare'], task: (folder: string) => Promise<T>) {
  const folder = emptyFolder();
  await prepare(folder);
  return task(folder);
}
