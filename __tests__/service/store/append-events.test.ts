import { expect, it } from '@jest/globals';
import { parseEvent, type StorableEvent } from '../../../src/service/events/event.ts';
import { importEventObjects } from '../../../src/service/import/event-objects.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { event } from '../../support/service/event.ts';
import { rowsOf, withFolder, withMemory } from '../../support/service/store.ts';

const made = (changes: Readonly<Record<string, unknown>> = {}): StorableEvent => parseEvent(event(changes));
const withKeys = (from: number, to: number): StorableEvent =>
  made({ payload: Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`key${from + index}`, 'x'])) });

const STORED = { refusal: null, repeated: 0 };

it('stores the same as an import of the same events', async () => {
  const events = [
    event({ clientUser: null, sessionID: null, floatValue: null, payload: null, timestamp: '2026-10-07T00:00:00Z' }),
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
      await store.events.append(id, [[parseEvent(events[0]), parseEvent(events[1])], [parseEvent(events[2])]]),
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

it('appends events in the order of time', async () => {
  await withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    const hours = [3, 1, 2, 0].map((hour) => made({ timestamp: `2026-10-05T0${hour}:00:00Z` }));
    await store.events.append(id, [hours.slice(0, 2), hours.slice(2)]);
    const times = hours.map(({ timeMs }) => ({ __time: timeMs })).sort((a, b) => a.__time - b.__time);
    expect(await rowsOf(store, 'SELECT __time FROM events_1 ORDER BY rowid')).toEqual(times);
  });
});

it('refuses a post with too many new keys, and stores the other posts of the commit', async () => {
  await withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    expect(await store.events.append(id, [[withKeys(0, 600)], [withKeys(0, 600)]])).toEqual([STORED, STORED]);
    const refusal = 'its payload would bring the organization to more than 1000 different keys';
    const refused = { refusal, repeated: 0 };
    const posts = [
      [withKeys(600, 999)],
      [made(), withKeys(999, 1001)],
      [withKeys(999, 1000)],
      [withKeys(5, 7)],
      [withKeys(1001, 1002)],
    ];
    expect(
      await store.events.append(
        id,
        posts.map((post) =>
          post.map((each) => ({ ...each, payload: each.payload.filter(([key]) => key !== 'modelName') })),
        ),
      ),
    ).toEqual([STORED, refused, STORED, STORED, refused]);
    expect((await store.events.payloadColumns(id)).size).toBe(1000);
    expect(
      await rowsOf(store, 'SELECT count(*) AS n, count(key0) AS first, count(key999) AS last FROM events_1'),
    ).toEqual([{ n: 5, first: 2, last: 1 }]);
  });
});

it('leaves nothing of a commit that fails, and stores the next one', async () => {
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

it('tries again if another transaction changes the table', async () => {
  await withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    await store.withConnection(async (connection) => {
      await connection.run('BEGIN');
      await connection.run('ALTER TABLE events_1 ADD COLUMN another VARCHAR');
      let answered = false;
      const appended = store.events.append(id, [[made({ payload: { mine: 'x' } })]]).finally(() => (answered = true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(answered).toBe(false);
      await connection.run('COMMIT');
      expect(await appended).toEqual([STORED]);
    });
    expect(await rowsOf(store, 'SELECT another, mine FROM events_1')).toEqual([{ another: null, mine: 'x' }]);
  });
});

it('stores posts and imports into one organization at the same time', async () => {
  await withFolder(async (folder) => {
    const store = await openStore(`${folder}/a.duckdb`, { create: true });
    const { id } = await store.organizations.create('a', 'paid');
    const imports = Array.from({ length: 4 }, (_, part) =>
      importEventObjects(
        store,
        'a',
        Array.from({ length: 3000 }, (_, index) =>
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
      { type: 'imported', n: 12_000 },
      { type: 'posted', n: 80 },
    ]);
    expect((await again.events.payloadColumns(id)).size).toBe(4 * 7 + 9 + 1);
    again.close();
  });
});
