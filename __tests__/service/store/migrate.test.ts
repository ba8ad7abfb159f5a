// Migrates a copy of a real file to a newer format: this version's steps and one more.
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../../src/service/start.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { migrate, MIGRATIONS } from '../../../src/service/store/migrate.ts';
import { event } from '../../support/service/event.ts';

const NEXT = [
  `ALTER TABLE insights ADD COLUMN note VARCHAR DEFAULT 'none'`,
  `UPDATE payload_keys SET kind = 'words' WHERE kind = 'text'`,
  `CREATE TABLE notes (text VARCHAR NOT NULL)`,
];

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
  const after = [[['3']], [['devices', 'none']], [['words']], [['500', 124_750]]];
  for (let opening = 0; opening < 2; opening++) expect(await migrated(file, [...MIGRATIONS, NEXT], ...SEEN)).toEqual(after); // prettier-ignore
});

it('runs several steps in order, and all of them for a new file', async () => {
  const steps = [...MIGRATIONS, NEXT, [`UPDATE insights SET note = 'some'`, `INSERT INTO notes VALUES ('a note')`]];
  const seen = [`SELECT value FROM meta WHERE key = 'format'`, 'SELECT text FROM notes'];
  expect(await migrated(await copyOfGood(), steps, ...seen, 'SELECT note FROM insights')).toEqual([[['4']], [['a note']], [['some']]]); // prettier-ignore
  expect(await migrated(join(folder, 'new.db'), steps, ...seen)).toEqual([[['4']], [['a note']]]);
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
  expect(await migrated(file, [...MIGRATIONS, NEXT], ...SEEN.slice(0, 2))).toEqual([[['3']], [['devices', 'none']]]);
});
