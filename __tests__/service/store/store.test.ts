import { DuckDBInstance } from '@duckdb/node-api';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { runs } from '../../support/properties.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const DAY_MS = 86_400_000;

async function makeDuckDb(path: string, ...statements: readonly string[]) {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

describe('opening a file', () => {
  test('a file is closed only once nothing runs on it, no matter when close is called', async () => {
    const folder = emptyFolder();
    for (let round = 0; round < runs(20); round += 1) {
      const store = await openStore(join(folder, `${round}.db`), { create: true });
      await store.organizations.create('com.example', 'free');
      const reads = Array.from({ length: 5 }, () => store.events.readIds(new AbortController().signal));
      store.close();
      await Promise.allSettled(reads);
      await store.settled();
      const again = await openStore(join(folder, `${round}.db`));
      expect(await again.organizations.list()).toHaveLength(1);
      again.close();
    }
  });

  const folder = emptyFolder();
  beforeAll(async () => {
    await writeFile(join(folder, 'text.db'), 'a text, and no database\n'.repeat(1000));
    await makeDuckDb(join(folder, 'foreign.db'), 'CREATE TABLE cats (name VARCHAR)');
    await makeDuckDb(
      join(folder, 'similar.db'),
      'CREATE TABLE meta (key VARCHAR, value INTEGER)',
      `INSERT INTO meta VALUES ('format', 1)`,
    );
    for (const format of ['3', '99']) {
      const file = join(folder, `format${format}.db`);
      (await openStore(file, { create: true })).close();
      await makeDuckDb(file, `UPDATE meta SET value = '${format}' WHERE key = 'format'`);
    }
  });

  test.each([
    ['a file that is not there', 'none.db', 'does not exist'],
    ['a folder', '.', 'is not a file'],
    ['a folder that is not there', 'none/a.db', 'does not exist'],
    ['something else', 'text.db', 'is not a DuckDB database file; nothing in it was changed.'],
    ["another program's DuckDB file", 'foreign.db', 'is a DuckDB database of another program'],
    [
      "another program's DuckDB file with a meta table",
      'similar.db',
      'is a DuckDB database of another program',
    ],
    ['a newer format', 'format99.db', 'has the store format 99, but this version only reads format 5'],
    ['an earlier format', 'format3.db', 'has the store format 3, but this version only reads format 5'],
  ])('opening a file refuses %s with a sentence', async (_, name, message) => {
    await expect(openStore(join(folder, name))).rejects.toThrow(message);
  });

  test('opening a file refuses a second opening in the same process, also by another name', async () => {
    const folder = emptyFolder();
    const store = await openStore(join(folder, 'a.db'), { create: true });
    await symlink(join(folder, 'a.db'), join(folder, 'b.db'));
    await expect(openStore(join(folder, 'b.db'))).rejects.toThrow('is already open in this process');
    store.close();
    (await openStore(join(folder, 'b.db'))).close();
  });

  test('opening a file treats an empty DuckDB file as a new one', async () => {
    const folder = emptyFolder();
    await makeDuckDb(join(folder, 'a.db'));
    (await openStore(join(folder, 'a.db'))).close();
  });
});

test('the engine of a store spills to the folder of its own file', async () => {
  const folder = emptyFolder();
  await mkdir(join(folder, 'x'));
  const store = await openStore(join(folder, 'x', 'a.db'), { create: true, memoryLimit: '60MB' });
  const sql = 'SELECT count(*) AS rows FROM (SELECT md5(range::VARCHAR) AS m FROM range(1000000) ORDER BY m)';
  expect(await rowsOf(store, sql)).toEqual([{ rows: 1_000_000 }]);
  store.close();
});

describe('organizations', () => {
  test.each(['', 'a-', 'x'.repeat(101), "a'; DROP TABLE meta; --"])(
    'the store refuses the namespace %j',
    (namespace) =>
      withMemory(async (store) => {
        await expect(store.organizations.create(namespace, 'paid')).rejects.toThrow(
          'is not a valid namespace',
        );
      }),
  );
});

describe('tokens', () => {
  test('tokens are stored as hashes only', async () => {
    const folder = emptyFolder();
    const path = join(folder, 'a.db');
    const store = await openStore(path, { create: true });
    await store.organizations.create('a', 'paid');
    const { token } = await store.tokens.create('a', null);
    expect(token).toMatch(/^tdpat_[\w-]{43}$/);
    store.close();
    const bytes = await readFile(path);
    expect(bytes.includes(token)).toBe(false);
    expect(bytes.includes(token.slice('tdpat_'.length))).toBe(false);
  });

  test('tokens are unknown, valid, expired or revoked', async () => {
    let nowMs = Date.UTC(2026, 9, 1);
    await withMemory(
      async (store) => {
        await store.organizations.create('a', 'paid');
        const { token, id } = await store.tokens.create('a', 90 * DAY_MS);
        const kind = async (which: string) => (await store.tokens.holder(which)).kind;
        expect(await kind(token)).toBe('valid');
        expect(await kind(`${token}x`)).toBe('unknown');
        nowMs += 90 * DAY_MS - 1;
        expect(await kind(token)).toBe('valid');
        nowMs += 1;
        expect(await kind(token)).toBe('expired');
        nowMs -= 1;
        await store.tokens.revoke(id);
        expect(await kind(token)).toBe('revoked');
        expect(await store.tokens.list('a')).toMatchObject([{ id, revokedMs: nowMs }]);
        expect(await store.tokens.list('b')).toEqual([]);
        await expect(store.tokens.revoke('none')).rejects.toThrow('no token with the id "none"');
      },
      () => nowMs,
    );
  });

  test('tokens say when they were last used, also after the store was opened again', async () => {
    const file = join(emptyFolder(), 'a.db');
    let nowMs = Date.UTC(2026, 9, 1);
    const open = () => openStore(file, { create: true, now: () => nowMs });
    const first = await open();
    await first.organizations.create('a', 'paid');
    const { token, id } = await first.tokens.create('a', null);
    const usesOf = async ({ tokens }: Store) => (await tokens.list('a')).map(({ usedMs }) => usedMs);
    expect(await usesOf(first)).toEqual([null]);
    await first.tokens.holder(`${token}x`);
    for (const hours of [1, 2]) {
      nowMs += hours * 3_600_000;
      await first.tokens.holder(token);
      expect(await usesOf(first)).toEqual([nowMs]);
      await first.tokens.noteUses();
    }
    await first.end();
    const usedMs = nowMs;
    nowMs += DAY_MS;
    const second = await open();
    expect(await usesOf(second)).toEqual([usedMs]);
    expect(await second.tokens.revoke(id)).toMatchObject({ usedMs });
    await second.tokens.holder(token);
    expect(await usesOf(second)).toEqual([usedMs]);
    await second.end();
  });

  test('tokens last a year by the machine’s clock by default, whatever the service’s clock', async () => {
    await withMemory(
      async (store) => {
        await store.organizations.create('a', 'paid');
        const { token } = await store.tokens.create('a', null);
        expect((await store.tokens.holder(token)).kind).toBe('valid');
      },
      () => Date.UTC(2040, 0, 1),
    );
  });

  test.each([0, -1, 366 * DAY_MS])('tokens cannot have a lifetime of %d ms', (lifetimeMs) =>
    withMemory(async (store) => {
      await store.organizations.create('a', 'paid');
      await expect(store.tokens.create('a', lifetimeMs)).rejects.toThrow('a year (365d) at most');
    }),
  );

  test('tokens are not made on the free plan, and follow a change of plan at once', () =>
    withMemory(async (store) => {
      await store.organizations.create('a', 'paid');
      const { token } = await store.tokens.create('a', null);
      await store.organizations.setPlan('a', 'free');
      expect(await store.tokens.holder(token)).toMatchObject({
        kind: 'valid',
        organization: { plan: 'free' },
      });
      await expect(store.tokens.create('a', null)).rejects.toThrow('a is on the free plan');
    }));
});

describe('insights', () => {
  const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';

  test('insights belong to one organization and are found in upper and lower case', () =>
    withMemory(async (store) => {
      await store.organizations.create('a', 'paid');
      await store.organizations.create('b', 'paid');
      await store.insights.add('a', [
        { id: ID.toLowerCase(), name: 'x', query: { queryType: 'topN', own: [1, null] } },
      ]);
      const insight = { id: ID.toLowerCase(), name: 'x', query: { queryType: 'topN', own: [1, null] } };
      expect(await store.insights.find(1, ID)).toEqual(insight);
      expect(await store.insights.find(2, ID)).toBeNull();
      expect(await store.insights.list('b')).toEqual([]);
    }));
});

test('a store closes only once the connections that are being opened are open: the engine crashes otherwise', async () => {
  for (let round = 0; round < runs(20); round++) {
    const store = await openStore(':memory:');
    const connecting = store.connect();
    await store.settled();
    store.close();
    expect(await connecting).toBeDefined();
  }
});
