import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parseEvent, type StorableEvent } from '../../../src/service/events/event.ts';
import { importEventObjects } from '../../../src/service/import/import.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { event } from '../../support/service/event.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const made = (changes: Readonly<Record<string, unknown>> = {}): StorableEvent => parseEvent(event(changes));
const withKeys = (from: number, to: number): StorableEvent =>
  made({
    payload: Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`key${from + index}`, 'x'])),
  });

const STORED = { repeated: 0, leftOut: null };

test('appending stores the same as an import of the same events', async () => {
  const events = [
    event({
      clientUser: null,
      sessionID: null,
      floatValue: null,
      payload: null,
      timestamp: '2026-10-07T00:00:00Z',
    }),
    event({
      clientUser: '',
      isTestMode: true,
      payload: { 'TelemetryDeck.Device.screenDensity': '2.5', 'A b': 'x', 'a B': 'y' },
    }),
    event({
      floatValue: -0.5,
      payload: { count: 'mine', n: 7, yes: true, Type: 'own', 'quote"d': 'z' },
      timestamp: '2026-10-06T00:00:00.123Z',
    }),
  ];
  await withMemory(async (store) => {
    const { id } = await store.organizations.create('posted', 'paid');
    await store.organizations.create('imported', 'paid');
    expect(
      await store.events.append(id, [
        [parseEvent(events[0]), parseEvent(events[1])],
        [parseEvent(events[2])],
      ]),
    ).toEqual([STORED, STORED]);
    await importEventObjects(store, 'imported', events);
    const [posted, imported] = [await rowsOf(store, 'FROM events_1'), await rowsOf(store, 'FROM events_2')];
    expect(posted).toHaveLength(3);
    expect(new Set(posted.map((row) => JSON.stringify(sorted(row))))).toEqual(
      new Set(imported.map((row) => JSON.stringify(sorted(row)))),
    );
    expect(await store.events.payloadColumns(1)).toEqual(await store.events.payloadColumns(2));
  });
});

function sorted(row: unknown): unknown {
  return Object.entries(row ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

test('the store appends events in the order of time', async () => {
  await withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    const hours = [3, 1, 2, 0].map((hour) => made({ timestamp: `2026-10-05T0${hour}:00:00Z` }));
    await store.events.append(id, [hours.slice(0, 2), hours.slice(2)]);
    const times = hours.map(({ timeMs }) => ({ __time: timeMs })).sort((a, b) => a.__time - b.__time);
    expect(await rowsOf(store, 'SELECT __time FROM events_1 ORDER BY rowid')).toEqual(times);
  });
});

/** One event for each hundred keys, each in its own post. */
const postsOfKeys = (from: number, to: number) =>
  Array.from({ length: (to - from) / 100 }, (_, index) => [
    withKeys(from + index * 100, from + (index + 1) * 100),
  ]);

/** A store with an organization whose clock is moved in days. */
async function withDays(
  task: (given: {
    store: Store;
    id: number;
    append: Store['events']['append'];
    pass: () => void;
  }) => Promise<void>,
) {
  let nowMs = Date.UTC(2026, 9, 20, 12);
  const store = await openStore(':memory:', { create: true, now: () => nowMs });
  try {
    const { id } = await store.organizations.create('a', 'paid');
    const pass = () => {
      nowMs += 86_400_000;
    };
    await task({ store, id, append: (...given) => store.events.append(...given), pass });
  } finally {
    store.close();
  }
}

test('the store leaves out the new keys of a post beyond a hundred, stores its events, and says so', async () => {
  await withDays(async ({ store, id, append }) => {
    const answers = await append(id, [[withKeys(0, 99), withKeys(90, 103)], [withKeys(102, 103)]]);
    const leftOut = {
      events: 1,
      keys: ['key100', 'key101', 'key102'],
      reason: expect.stringContaining('One post'),
    };
    expect(answers).toEqual([{ repeated: 0, leftOut }, STORED]);
    const counts = 'SELECT count(*) AS n, count(key99) AS hundredth, count(key102) AS other FROM events_1';
    expect(await rowsOf(store, counts)).toEqual([{ n: 3, hundredth: 1, other: 1 }]);
  });
});

test('the store lets posts add two hundred keys on a day, also after a restart, and again on the next day', async () => {
  const folder = emptyFolder();

  let nowMs = Date.UTC(2026, 9, 20, 23, 59);
  const open = (create = false) => openStore(`${folder}/a.duckdb`, { create, now: () => nowMs });
  const first = await open(true);
  const { id } = await first.organizations.create('a', 'paid');
  expect(await first.events.append(id, postsOfKeys(0, 200))).toEqual([STORED, STORED]);
  first.close();
  const again = await open();
  const reason = expect.stringContaining('200 payload keys on one day');
  const late = { repeated: 0, leftOut: { events: 1, keys: ['key200'], reason } };
  expect(await again.events.append(id, [[withKeys(199, 201)]])).toEqual([late]);
  nowMs += 60_000;
  expect(await again.events.append(id, [[withKeys(199, 201)]])).toEqual([STORED]);
  again.close();
});

test('the store keeps an organization at a thousand keys, whatever days pass, until keys are dropped', async () => {
  await withDays(async ({ store, id, append, pass }) => {
    for (let day = 0; day < 5; day++) {
      expect(await append(id, postsOfKeys(day * 200, day * 200 + 200))).toEqual([STORED, STORED]);
      pass();
    }
    const reason = expect.stringContaining('columns drop');
    const full = [{ repeated: 0, leftOut: { events: 1, keys: ['key1000'], reason } }];
    expect(await append(id, [[withKeys(1000, 1001)]])).toEqual(full);
    await store.events.dropKey(id, 'key7');
    expect(await append(id, [[withKeys(5, 7)], [withKeys(1000, 1001)]])).toEqual([STORED, STORED]);
    expect((await store.events.payloadColumns(id)).size).toBe(1000);
    const counts = 'SELECT count(*) AS n, count(key5) AS kept, count(key1000) AS came FROM events_1';
    expect(await rowsOf(store, counts)).toEqual([{ n: 13, kept: 2, came: 1 }]);
    await expect(store.events.dropKey(id, 'key7')).rejects.toThrow('No payload key has the name "key7".');
  });
});

test('the store puts each value under its own key after a key was dropped and another one came', async () => {
  await withDays(async ({ store, id, append }) => {
    await append(id, [[made({ payload: { a: 'a', b: 'b', c: 'c' } })]]);
    await store.events.dropKey(id, 'a');
    await append(id, [[made({ payload: { d: 'd' } })]]);
    await append(id, [[made({ payload: { b: 'b2', c: 'c2', d: 'd2' } })]]);
    expect(await rowsOf(store, 'SELECT b, c, d FROM events_1 ORDER BY rowid')).toEqual([
      { b: 'b', c: 'c', d: null },
      { b: null, c: null, d: 'd' },
      { b: 'b2', c: 'c2', d: 'd2' },
    ]);
  });
});

test('the store lets posts add keys on the same day again once a key was dropped', async () => {
  await withDays(async ({ store, id, append }) => {
    await append(id, postsOfKeys(0, 200));
    await store.events.dropKey(id, 'key0');
    expect(await append(id, [[withKeys(200, 210)]])).toEqual([STORED]);
  });
});

test('the store leaves nothing of a commit that fails, and stores the next one', async () => {
  await withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    await store.events.append(id, [[made({ payload: { a: '1' } })]]);
    const broken = { ...made({ payload: { b: '2' } }), timeMs: 2 ** 70 };
    await expect(store.events.append(id, [[made({ payload: { b: '2' } })], [broken]])).rejects.toThrow();
    await store.events.append(id, [[made({ payload: { c: '3' } })]]);
    expect(await rowsOf(store, 'SELECT a, c FROM events_1 ORDER BY rowid')).toEqual([
      { a: '1', c: null },
      { a: null, c: '3' },
    ]);
    expect([...(await store.events.payloadColumns(id)).keys()]).toEqual(['a', 'c']);
  });
});

test('the store tries again if another transaction changes the table', async () => {
  await withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    await store.withConnection(async (connection) => {
      await connection.run('BEGIN');
      await connection.run('ALTER TABLE events_1 ADD COLUMN another VARCHAR');
      let answered = false;
      const appended = store.events
        .append(id, [[made({ payload: { mine: 'x' } })]])
        .finally(() => (answered = true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(answered).toBe(false);
      await connection.run('ALTER TABLE events_1 DROP COLUMN another');
      await connection.run('COMMIT');
      expect(await appended).toEqual([STORED]);
    });
    expect(await rowsOf(store, 'SELECT mine FROM events_1')).toEqual([{ mine: 'x' }]);
  });
});

test('the store takes posts and imports into one organization at the same time', async () => {
  const folder = emptyFolder();

  const store = await openStore(`${folder}/a.duckdb`, { create: true });
  const { id } = await store.organizations.create('a', 'paid');
  const imports = Array.from({ length: 4 }, (_, part) =>
    importEventObjects(
      store,
      'a',
      Array.from({ length: 500 }, (_, index) =>
        event({ type: 'imported', payload: { [`i${part}-${index % 7}`]: 'x' } }),
      ),
    ),
  );
  const posts = Array.from({ length: 40 }, (_, part) =>
    store.events.append(id, [
      [made({ type: 'posted', payload: { [`p${part % 9}`]: 'x' } })],
      [made({ type: 'posted' })],
    ]),
  );
  await Promise.all([...imports, ...posts]);
  await store.withConnection((connection) => connection.run('CHECKPOINT'));
  store.close();
  const again = await openStore(`${folder}/a.duckdb`);
  const counts = 'SELECT type, count(*) AS n FROM events_1 GROUP BY type ORDER BY type';
  expect(await rowsOf(again, counts)).toEqual([
    { type: 'imported', n: 2000 },
    { type: 'posted', n: 80 },
  ]);
  expect((await again.events.payloadColumns(id)).size).toBe(4 * 7 + 9 + 1);
  again.close();
});

test.each([
  ['kept', 'COMMIT'],
  ['undone', 'ROLLBACK'],
])('a post whose commit fails, but was %s, is stored once and not refused', async (_, instead) => {
  const store = await openStore(join(emptyFolder(), 'a.db'), { create: true });
  const { id } = await store.organizations.create('a', 'paid');
  const prototype = Object.getPrototypeOf(await store.connect()) as Pick<DuckDBConnection, 'run'>;
  const { run } = prototype;
  let failures = 0;
  prototype.run = async function (this: DuckDBConnection, ...given) {
    if (given[0] !== 'COMMIT' || failures > 0) return run.apply(this, given);
    failures += 1;
    await run.call(this, instead);
    throw new Error('Out of Memory Error: failed to allocate data (9.0 MiB/9.0 MiB used)');
  };
  try {
    expect(await store.events.append(id, [[made()]])).toEqual([STORED]);
  } finally {
    prototype.run = run;
  }
  expect(failures).toBe(1);
  expect(await rowsOf(store, 'SELECT count(*) AS n FROM events_1')).toEqual([{ n: 1 }]);
  await store.end();
});
