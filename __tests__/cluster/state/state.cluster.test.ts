import { run } from '../../support/run-command.ts';
import { hasPostgres, type Postgres, startPostgres } from '../../support/service/postgres.ts';
import { testOnPostgres } from '../../support/service/on-postgres.ts';
import { withMemory } from '../../support/service/store.ts';
import { readState } from '../../../src/cli/cluster-flags.ts';
import type { SentEvent } from '../../../src/service/events/post.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { openSharedStore } from '../../../src/cluster/state/open.ts';
import { LIMIT_NEW_KEYS } from '../../../src/service/events/columns.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const EVENT: SentEvent = {
  timeMs: Date.UTC(2026, 9, 5),
  appID: 'a',
  clientUser: 'u',
  type: 'x',
  sessionID: null,
  isTestMode: 'false',
  floatValue: null,
  payload: [],
};

const withId = (eventID: string) => ({ ...EVENT, eventID });
const withKeys = (...keys: readonly string[]) => ({
  ...EVENT,
  payload: keys.map((key) => [key, 'v'] as const),
});

let postgres: Postgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => {
  if (hasPostgres) await postgres.close();
});

const open = async (url: string, file: string | null = null) => {
  const state = await readState({ state: url, 'state-auth': postgres.authFile }, () => undefined);
  if (state === null) throw new Error('no state');
  return openSharedStore(file, { state, create: true });
};
const withStores = async (count: number, task: (...stores: Store[]) => Promise<void>) => {
  const url = postgres.newDatabase();
  const stores = await Promise.all(Array.from({ length: count }, () => open(url)));
  try {
    await task(...stores);
  } finally {
    await Promise.all(stores.map((store) => store.end()));
  }
};

testOnPostgres('a state is the same as in a file, for each operation', () =>
  withStores(1, (shared) =>
    withMemory(async (file) => {
      const of = async (store: Store) => scrubbed(await useAll(store));
      expect(await of(shared)).toEqual(await of(file));
    }),
  ),
);

testOnPostgres('a state has its tables made once by stores that are opened at the same time', () =>
  withStores(8, async (...stores) => {
    const names = stores.map((_, index) => `app${index}`);
    await Promise.all(
      stores.map(async ({ organizations }, index) => organizations.create(names[index] ?? '', 'paid')),
    );
    for (const { organizations } of stores) {
      const all = await organizations.list();
      expect(all.map(({ namespace }) => namespace).sort()).toEqual(names);
      expect(all.map(({ id }) => id)).toEqual(names.map((_, index) => index + 1));
    }
  }),
);

testOnPostgres('a state of a newer version is refused, and nothing is changed', async () => {
  const url = postgres.newDatabase();
  const older = await open(url);
  await older.organizations.create('a', 'paid');
  await older.end();
  postgres.sql(url, 'INSERT INTO insight_report.formats VALUES (99)');
  const newer = await open(url);
  await expect(newer.organizations.list()).rejects.toThrow(
    'The database of --state has the format 99, but this version only knows formats up to 1; use a newer version. Nothing was changed.',
  );
  await newer.end();
});

testOnPostgres(
  'a state counts an eventID once through either of two, no matter which keeps it first, and in which order',
  () =>
    withStores(2, async (one, other) => {
      const ids = Array.from({ length: 50 }, (_, index) => `event-${index}`);
      const kept: string[] = [];
      const take = (store: Store, order: readonly string[]) =>
        store.ledger.takeOnce(1, [order.map(withId)], async (events) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          kept.push(...events.map(({ eventID }) => eventID ?? ''));
        });
      const orders = Array.from({ length: 20 }, (_, round) => {
        const from = (round * 7) % 50;
        const some = [...ids.slice(from), ...ids.slice(0, from)].slice(0, 30);
        return round % 3 === 0 ? some.toReversed() : some;
      });
      const repeated = await Promise.all(
        orders.map((order, index) => take(index % 2 === 0 ? one : other, order)),
      );
      expect(kept.toSorted()).toEqual(ids.toSorted());
      expect(repeated.flat().reduce((sum, each) => sum + each)).toBe(20 * 30 - 50);
    }),
);

testOnPostgres('a state lets an eventID be taken again if its events were not kept', () =>
  withStores(2, async (one, other) => {
    const failing = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<unknown>();
    const first = one.ledger.takeOnce(1, [[withId('x')]], () => {
      begun.resolve(null);
      return failing.promise;
    });
    await begun.promise;
    const kept: string[] = [];
    const second = other.ledger.takeOnce(1, [[withId('x'), withId('x')]], async (events) => {
      kept.push(...events.map(({ eventID }) => eventID ?? ''));
    });
    failing.reject(new Error('Kafka is away'));
    await expect(first).rejects.toThrow('Kafka is away');
    expect([await second, kept]).toEqual([[1], ['x']]);
    expect(await one.ledger.takeOnce(2, [[withId('x')]], async () => undefined)).toEqual([0]);
  }),
);

testOnPostgres(
  'a state limits the payload keys of all stores together, and frees those that are dropped',
  () =>
    withStores(2, async (one, other) => {
      await one.organizations.create('a', 'paid');
      const keysOf = (store: Store, ...keys: readonly string[]) =>
        store.ledger.declareKeys(1, [[withKeys(...keys)]]);
      const batch = (from: number) =>
        Array.from({ length: LIMIT_NEW_KEYS.post }, (_, index) => `k${from + index}`);
      let declared = 0;
      for (; declared < LIMIT_NEW_KEYS.day; declared += LIMIT_NEW_KEYS.post)
        expect(await keysOf(declared % 2 === 0 ? one : other, ...batch(declared))).toMatchObject([
          { leftOut: null },
        ]);
      expect(await keysOf(other, 'k0', 'one more')).toMatchObject([
        { events: [{ payload: [['k0', 'v']] }], leftOut: { keys: ['one more'] } },
      ]);
      await one.ledger.dropKey(1, 'k0');
      expect(await keysOf(other, 'nu\0l', 'k1')).toMatchObject([{ leftOut: null }]);
      await other.ledger.dropKey(1, 'nu\0l');
      await expect(one.ledger.dropKey(1, 'k0')).rejects.toThrow('No payload key has the name "k0".');
    }),
);

testOnPostgres('a state takes over what a file holds, if it has no organization yet', async () => {
  const folder = emptyFolder();

  const file = `${folder}/usage.duckdb`;
  const before = await openStore(file, { create: true });
  const all = await useAll(before);
  await before.ledger.declareKeys(1, [[withKeys('model')]]);
  await before.ledger.takeOnce(1, [[withId('x')]], async () => undefined);
  const { token } = await before.tokens.create('com.b', null);
  before.close();
  const url = postgres.newDatabase();
  // Someone has looked at it before.
  const first = await open(url);
  expect(await first.organizations.list()).toEqual([]);
  await first.end();
  const store = await open(url, file);
  expect(await readAll(store)).toEqual({ ...all.read, tokens: expect.anything() });
  expect(await store.tokens.holder(token)).toMatchObject({ kind: 'valid' });
  expect(await store.ledger.takeOnce(1, [[withId('x')]], async () => undefined)).toEqual([1]);
  await store.ledger.dropKey(1, 'model');
  await store.end();
  // The second time nothing is copied again.
  const again = await open(url, file);
  await expect(again.ledger.dropKey(1, 'model')).rejects.toThrow('No payload key');
  await again.end();
});

testOnPostgres('a state says what is wrong with its flags, and never shows a password', async () => {
  const url = `postgres://127.0.0.1:${postgres.port}/none`;
  const said = async (...flags: readonly string[]) => {
    const { code, stderr } = await run('org', 'list', ...flags);
    expect(stderr).not.toContain('geheim');
    return [code, stderr.split('\n')[0]?.replace('insight-report org list: ', '')];
  };
  expect(await said('--state', `postgres://x:geheim@127.0.0.1/none`)).toEqual([
    2,
    '--state has a user or password in its address: put them into a file, and name it with --state-auth',
  ]);
  expect(await said('--state', 'http://127.0.0.1/none')).toEqual([
    2,
    '--state is not the address of a PostgreSQL database: write it as postgres://host:5432/name',
  ]);
  expect(await said('--state', url, '--db', 'usage.duckdb')).toEqual([
    2,
    'give either --db FILE or --state URL, not both',
  ]);
  expect(await said('--state-auth', postgres.authFile)).toEqual([
    2,
    '--db FILE is missing: the database file',
  ]);
  expect(await said('--state', url)).toEqual([
    3,
    expect.stringContaining('PostgreSQL needs a login: give --state-auth FILE, with a user and password'),
  ]);
  expect(await said('--state', url, '--state-auth', postgres.authFile)).toEqual([
    3,
    `PostgreSQL at 127.0.0.1:${postgres.port}: database "none" does not exist. PostgreSQL has no database of the name in --state`,
  ]);
  expect(await said('--state', 'postgres://127.0.0.1:1/none')).toEqual([
    3,
    'PostgreSQL at 127.0.0.1:1: the connection was refused (ECONNREFUSED). Check --state, and that the service is up',
  ]);
});

const QUERY = { queryType: 'topN', text: 'a\0"ü', list: [1, null] };

/** Uses each operation once, and gives all that they give. */
async function useAll(store: Store) {
  const failing = (work: Promise<unknown>) => work.then(String, (error: unknown) => String(error));
  const { organizations, tokens, writeKeys, insights, journal } = store;
  const made = [await organizations.create('com.a', 'free'), await organizations.create('com.b', 'paid')];
  const failed = [
    await failing(organizations.create('com_b', 'paid')),
    await failing(organizations.create('com.a', 'paid')),
    await failing(organizations.create('no spaces', 'paid')),
    await failing(organizations.setPlan('com.c', 'paid')),
    await failing(tokens.create('com.a', null)),
    await failing(tokens.revoke('none')),
    await failing(insights.remove('com.b', ['none'])),
  ];
  const plan = await organizations.setPlan('com.a', 'paid');
  const [token, key] = [await tokens.create('com.a', 3_600_000), await writeKeys.create('com.b')];
  await writeKeys.create('com.a');
  const holders = [
    await tokens.holder(token.token),
    await tokens.holder('unknown'),
    await writeKeys.holder(key.key),
    await writeKeys.holder(token.token),
  ];
  await tokens.noteUses();
  const revoked = [
    await tokens.revoke(token.id),
    await tokens.revoke(token.id),
    await writeKeys.revoke(key.id),
  ];
  const after = [await tokens.holder(token.token), await writeKeys.holder(key.key)];
  const added = await insights.add('com.a', [
    { id: '0A', name: 'One', query: QUERY },
    { id: '0B', name: 'Two', query: QUERY },
  ]);
  failed.push(
    await failing(
      insights.add('com.a', [
        { name: 'New', query: {} },
        { name: 'One', query: {} },
      ]),
    ),
  );
  const replaced = await insights.add('com.a', [{ name: 'Two', query: {} }], true);
  const found = [await insights.find(1, '0a'), await insights.find(2, '0a'), await insights.find(1, 'x')];
  const synced = await insights.sync(
    'com.a',
    [
      { id: '0C', name: 'Three', query: QUERY },
      { name: 'Two', query: QUERY },
    ],
    false,
  );
  await insights.remove('com.a', ['0C']);
  for (const file of ['a.ndjson', 'b.ndjson'])
    await journal.recordImport(2, { file, content: 'hash', events: 3 });
  await store.noteExpiry(7);
  await store.noteExpiry(8);
  await store.noteCluster('http://druid');
  const read = await readAll(store);
  return { made, failed, plan, token, key, holders, revoked, after, added, replaced, found, synced, read };
}

async function readAll({ organizations, tokens, writeKeys, insights, journal, ...store }: Store) {
  return {
    organizations: await organizations.list(),
    tokens: await tokens.list(null),
    keys: [await writeKeys.list('com.a'), await writeKeys.list('com.b')],
    insights: [await insights.list('com.a'), await insights.list('com.b')],
    imports: [
      await journal.findImport(2, 'hash'),
      await journal.findImport(1, 'hash'),
      await journal.countImports(2, 'hash'),
    ],
    notes: [await store.lastExpiry(), await store.clusterAddress()],
  };
}

/** Without what is drawn at random, and the times. */
function scrubbed(all: Awaited<ReturnType<typeof useAll>>): unknown {
  const names = new Map<string, string>();
  return JSON.parse(
    JSON.stringify(all, (key, value: unknown) => {
      if (/Ms$/.test(key)) return value === null ? null : typeof value;
      if (typeof value !== 'string' || !/^(?:[0-9a-f]{12}|ir_?\S{20,}|[A-Za-z]+_\S{20,})$/.test(value))
        return value;
      names.set(value, names.get(value) ?? `random ${names.size}`);
      return names.get(value);
    }),
  );
}
