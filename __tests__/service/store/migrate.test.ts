// Migrates a copy of a real file to a newer format (this version's steps and one more), and files that earlier versions wrote.
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startService } from '../../../src/service/start.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { migrate, MIGRATIONS } from '../../../src/service/store/migrate.ts';
import { isLong } from '../../support/properties.ts';
import { run } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { storedEvents } from '../../support/service/stored-events.ts';

const NEXT = [
  `ALTER TABLE insights ADD COLUMN note VARCHAR DEFAULT 'none'`,
  `UPDATE payload_keys SET kind = 'words' WHERE kind = 'text'`,
  `CREATE TABLE notes (text VARCHAR NOT NULL)`,
];

const NEXT_FORMAT = String(MIGRATIONS.length + 1);
const AFTER_NEXT = String(MIGRATIONS.length + 2);

let folder: string;
let good: string;
let copies = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ir-migrate-'));
  good = join(folder, 'good.db');
  const service = await startService({ dbPath: good });
  await service.store.organizations.create('a', 'paid');
  await service.store.insights.add('a', [{ name: 'devices', query: { queryType: 'topN' } }]);
  await service.importEvents(
    'a',
    Array.from({ length: 500 }, (_, n) => event({ floatValue: n })),
  );
  await service.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Migrates a copy of the file to the format that the steps lead to. Returns the rows of each statement, or why it failed. */
async function migrated(file: string, steps: typeof MIGRATIONS, ...statements: readonly string[]) {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  try {
    await migrate(connection, file, steps);
    const answers: unknown[] = [];
    for (const sql of statements) answers.push((await connection.runAndReadAll(sql)).getRowsJson());
    return answers;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function copyOfGood(): Promise<string> {
  const file = join(folder, `copy${copies++}.db`);
  await copyFile(good, file);
  return file;
}

const SEEN = [
  `SELECT value FROM meta WHERE key = 'format'`,
  'SELECT name, note FROM insights',
  'SELECT kind FROM payload_keys',
  'SELECT count(*), sum(floatValue) FROM events_1',
];

it('runs a missing step once and keeps the content', async () => {
  const file = await copyOfGood();
  const after = [[[NEXT_FORMAT]], [['devices', 'none']], [['words']], [['500', 124_750]]];
  for (let opening = 0; opening < 2; opening++) expect(await migrated(file, [...MIGRATIONS, NEXT], ...SEEN)).toEqual(after); // prettier-ignore
});

it('runs several steps in order, and all of them for a new file', async () => {
  const steps = [...MIGRATIONS, NEXT, [`UPDATE insights SET note = 'some'`, `INSERT INTO notes VALUES ('a note')`]];
  const seen = [`SELECT value FROM meta WHERE key = 'format'`, 'SELECT text FROM notes'];
  expect(await migrated(await copyOfGood(), steps, ...seen, 'SELECT note FROM insights')).toEqual([[[AFTER_NEXT]], [['a note']], [['some']]]); // prettier-ignore
  expect(await migrated(join(folder, 'new.db'), steps, ...seen)).toEqual([[[AFTER_NEXT]], [['a note']]]);
});

it('leaves a file unchanged if a step fails', async () => {
  const file = await copyOfGood();
  const before = await readFile(file);
  const failing = [...MIGRATIONS, NEXT, [`UPDATE insights SET note = 'some'`, 'INSERT INTO nothing VALUES (1)']];
  await expect(migrated(file, failing)).rejects.toThrow(/nothing does not exist/);
  expect((await readFile(file)).equals(before)).toBe(true);
  const store = await openStore(file);
  expect(await store.insights.list('a')).toMatchObject([{ name: 'devices' }]);
  store.close();
  // And it can be tried again.
  expect(await migrated(file, [...MIGRATIONS, NEXT], ...SEEN.slice(0, 2))).toEqual([
    [[NEXT_FORMAT]],
    [['devices', 'none']],
  ]);
});

const EARLIER = Array.from({ length: MIGRATIONS.length - 1 }, (_, index) => index + 1);

// The long run opens all of them. Each was written by the last version of its format: `org create`, `token create`, `insight add`, and `import` of five events.
describe.each(isLong ? EARLIER : [1, MIGRATIONS.length - 1])('a file of format %d', (format) => {
  const ORGANIZATION = 'com.example.app';
  const unpacked = async (): Promise<string> => {
    const packed = await readFile(new URL(`formats/format-${format}.duckdb.gz`, import.meta.url));
    const file = join(await mkdtemp(join(folder, 'earlier-')), 'a.db');
    await writeFile(file, gunzipSync(packed), { mode: 0o600 });
    return file;
  };
  const formatOf = (file: string) => migrated(file, MIGRATIONS.slice(0, format), SEEN[0] ?? '');

  it('opens with all that it has, takes events, and is kept as it was beside it', async () => {
    const file = await unpacked();
    const service = await startService({ dbPath: file });
    expect(await service.store.tokens.list(ORGANIZATION)).toHaveLength(1);
    expect(await service.store.insights.list(ORGANIZATION)).toMatchObject([{ name: 'daily' }]);
    await service.importEvents(ORGANIZATION, [event({ eventID: 'x' })]);
    expect(await storedEvents(service.store, ORGANIZATION)).toHaveLength(6);
    await service.close();
    expect((await readdir(join(file, '..'))).sort()).toEqual(['a.db', `a.db.format-${format}`]);
    expect(await formatOf(`${file}.format-${format}`)).toEqual([[[String(format)]]]);
  });

  it('is what the way back restores, and the service says that it is there', async () => {
    const file = await unpacked();
    await run('events', 'delete', '--org', ORGANIZATION, '--db', file, '--user', 'user1', '--yes');
    const said: string[] = [];
    await (await startService({ dbPath: file, warn: (message) => said.push(message) })).close();
    expect(said).toEqual([expect.stringContaining(`a.db.format-${format} is the file as it was before an upgrade`)]);
    const restored = await run('restore', `${file}.format-${format}`, '--db', file, '--overwrite');
    expect(restored.stdout).toMatch(/^.*a\.db: .* MB from .*, without 2 events deleted since\n$/);
    expect(await formatOf(`${file}.format-${format}`)).toEqual([[[String(format)]]]);
  });

  it('is left as it was if there is no room for the copy', async () => {
    const file = await unpacked();
    const before = await readFile(file);
    await mkdir(`${file}.format-${format}`);
    const says = `has the store format ${format} and would be migrated to ${MIGRATIONS.length}, but first it is copied, and the copy failed`;
    await expect(openStore(file)).rejects.toThrow(says);
    expect((await readFile(file)).equals(before)).toBe(true);
  });
});
