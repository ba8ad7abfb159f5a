import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  importEventObjects,
  placeImport,
  takeImport,
  withImportFolder,
} from '../../../src/service/import/import.ts';
import { OWN } from '../../../src/service/import/mapping.ts';
import { stageFile } from '../../../src/service/import/stage.ts';
import { StoreError } from '../../../src/service/errors.ts';
import { type Store } from '../../../src/service/store/store.ts';
import { testAtLength } from '../../support/properties.ts';
import { event } from '../../support/service/event.ts';
import { importSources, sourceOf, type TestImport } from '../../support/service/import.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';

const lines = (...events: readonly unknown[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('');

function load(store: Store, files: Readonly<Record<string, string>>, options: TestImport = {}) {
  const sources = Object.entries(files).map(([name, text]) => sourceOf(name, text));
  return importSources(store, sources, options);
}

async function withOrganization(task: (store: Store) => Promise<void>) {
  await withMemory(async (store) => {
    await store.organizations.create('a', 'paid');
    await task(store);
  });
}

const countOf = (store: Store) => rowsOf(store, 'SELECT count(*) AS events FROM events_1');

describe('importing files', () => {
  test('an import keeps keys next to the payload as payload keys, which win over those of the payload', () =>
    withOrganization(async (store) => {
      const flat = { ...event({ payload: { plan: 'inner', modelName: 'Mac' } }), plan: 'pro', gone: null };
      await load(store, { 'flat.ndjson': lines(flat) });
      expect(await rowsOf(store, 'SELECT plan, "modelName" FROM events_1')).toEqual([
        { plan: 'pro', modelName: 'Mac' },
      ]);
    }));

  test('an import says what is not kept, by events, and what is likely meant', () =>
    withOrganization(async (store) => {
      const { clientUser: _, ...anonymous } = event();
      const other = { ...anonymous, user_id: 'u', count: 3 };
      const { files } = await load(store, { 'other.ndjson': lines(other, other, anonymous) });
      expect(files).toMatchObject([
        {
          left: [['count', 2]],
          notes: [expect.stringContaining('is "user_id" meant? --column clientUser=user_id')],
        },
      ]);
    }));

  test('an import takes an event with the eventID of an earlier one of the file once', () =>
    withOrganization(async (store) => {
      const ids = ['x', 'y', 'x', '', '', undefined, 'x'];
      const { files } = await load(store, {
        'repeated.ndjson': lines(...ids.map((eventID, index) => event({ eventID, type: `t${index}` }))),
      });
      expect(files).toMatchObject([{ events: 5, repeated: 2 }]);
      expect(await rowsOf(store, 'SELECT type FROM events_1 ORDER BY type')).toEqual(
        ['t0', 't1', 't3', 't4', 't5'].map((type) => ({ type })),
      );
    }));

  test('an import stores one stretch of time after another, and each event once', () =>
    withOrganization(async (store) => {
      const times = [3, 1, 4, 2].map((hour) => Date.UTC(2026, 0, 1, hour));
      const inOrder = times.toSorted((a, b) => a - b);
      await withImportFolder((await placeImport(store, 'a')).folder, async (folder) => {
        const path = join(folder, 'a.ndjson');
        await writeFile(path, lines(...times.map((timestamp) => event({ timestamp }))));
        const options = { folder, payloadKeys: new Set<string>(), nowMs: null };
        const file = { name: path, path, form: { kind: 'ndjson' } } as const;
        const { staged } = await stageFile(file, OWN, options, () => Promise.resolve());
        const cut = { ...staged, cuts: inOrder.slice(1, 3) };
        await takeImport(store, 'a', { staged: cut, file: null, again: true });
      });
      const rows = await rowsOf(store, 'SELECT __time FROM events_1 ORDER BY rowid');
      expect(rows).toEqual(inOrder.map((timeMs) => ({ __time: timeMs })));
    }));

  test('an import refuses content that was imported before, whatever its name, and imports nothing of it', () =>
    withOrganization(async (store) => {
      await load(store, { first: lines(event()) });
      await expect(load(store, { second: lines(event()) })).rejects.toThrow(StoreError);
      expect(await countOf(store)).toEqual([{ events: 1 }]);
      await load(store, { second: lines(event()) }, { again: true });
      expect(await countOf(store)).toEqual([{ events: 2 }]);
    }));

  test('an import imports nothing if the stream breaks off', () =>
    withOrganization(async (store) => {
      async function* broken() {
        yield Buffer.from(lines(event(), event()));
        throw new Error('broken off');
      }
      const source = { name: 'a', bytes: broken() };
      await expect(importSources(store, [source])).rejects.toThrow('broken off');
      expect(await countOf(store)).toEqual([{ events: 0 }]);
    }));
});

describe('the stored events', () => {
  test('the stored events have a column for each key, even if SQL does not distinguish the keys', () =>
    withOrganization(async (store) => {
      const payloads: readonly Record<string, string>[] = [
        { plan: 'a', Plan: 'b' },
        { PLAN: 'c', 'pl"an': 'd', 'type.': 'e' },
        { constructor: 'f' },
      ];
      await importEventObjects(
        store,
        'a',
        payloads.map((payload) => event({ payload })),
      );
      const { name, columns } = await store.events.table(1);
      for (const [key, value] of payloads.flatMap((payload) => Object.entries(payload))) {
        const column = columns.get(key)?.column.replaceAll('"', '""');
        expect(
          await rowsOf(store, `SELECT "${column}" AS value FROM ${name} WHERE "${column}" IS NOT NULL`),
        ).toEqual([{ value }]);
      }
    }));

  test('the stored events get columns as keys appear, in later imports, too', () =>
    withOrganization(async (store) => {
      await importEventObjects(store, 'a', [event({ payload: { a: '1' } })]);
      await importEventObjects(store, 'a', [event({ payload: { b: '2' } }), event({ payload: { a: '3' } })]);
      const { columns } = await store.events.table(1);
      expect([columns.get('a'), columns.get('b')]).toEqual([
        { kind: 'text', column: 'a' },
        { kind: 'text', column: 'b' },
      ]);
      expect(await rowsOf(store, 'SELECT a, b FROM events_1 ORDER BY a')).toEqual([
        { a: '1', b: null },
        { a: '3', b: null },
        { a: null, b: '2' },
      ]);
    }));

  test('the stored events have numbers under numeric keys, and the core columns under their names', () =>
    withOrganization(async (store) => {
      await importEventObjects(store, 'a', [event({ payload: { 'RevenueCat.event.price': 4.99 } })]);
      const { columns } = await store.events.table(1);
      expect(columns.get('RevenueCat.event.price')?.kind).toBe('double');
      expect(columns.get('floatValue')).toMatchObject({ kind: 'double', column: 'floatValue' });
      expect(columns.get('type')).toMatchObject({ kind: 'text', column: 'type' });
      expect(columns.has('_ir_user')).toBe(false);
      expect(await rowsOf(store, 'SELECT "RevenueCat.event.price" AS price, "count" FROM events_1')).toEqual([
        { price: 4.99, count: 1 },
      ]);
    }));

  test('the stored events have a hash of the user that is the same everywhere, and null without a user', () =>
    withOrganization(async (store) => {
      const users = ['abc', '', null, undefined, 'abc'];
      await importEventObjects(
        store,
        'a',
        users.map((clientUser) => event({ clientUser })),
      );
      // The lower half of MD5('abc') = 900150983cd24fb0 d6963f7d28e17f72, its bytes in little-endian order.
      expect(
        await rowsOf(
          store,
          `SELECT DISTINCT to_hex(_ir_user) AS hash FROM events_1 WHERE _ir_user IS NOT NULL`,
        ),
      ).toEqual([{ hash: '727FE1287D3F96D6' }]);
      expect(
        await rowsOf(store, `SELECT count(_ir_user) AS users, count(clientUser) AS texts FROM events_1`),
      ).toEqual([{ users: 2, texts: 3 }]);
    }));

  testAtLength(
    'an organization has at most 1,000 payload keys: events are kept without those that are too many',
    () =>
      withOrganization(async (store) => {
        const keys = (from: number, to: number) =>
          Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`k${from + n}`, 'v']));
        const text = lines(event({ payload: keys(0, 600) }), event({ payload: keys(600, 1001) }));
        const { files } = await load(store, { file: text });
        expect(files).toMatchObject([{ events: 2, refused: [], left: [[expect.stringMatching(/^k/), 1]] }]);
        const later = await load(store, {
          later: lines(event({ payload: { k5: 'x' } }), event({ payload: { one: 'x' } })),
        });
        expect(later.files).toMatchObject([{ events: 2, left: [['one', 1]] }]);
      }),
  );

  testAtLength('the stored events may have as many keys as there can be, in one file', () =>
    withOrganization(async (store) => {
      const payloadOf = (n: number) =>
        Object.fromEntries(
          Array.from({ length: 10 }, (_, place) => [`k${(37 * n + 101 * place) % 990}`, 'v']),
        );
      const events = Array.from({ length: 20_000 }, (_, n) => event({ payload: payloadOf(n) }));
      expect(await importEventObjects(store, 'a', events)).toBe(20_000);
      expect((await store.events.table(1)).columns.size).toBeGreaterThan(990);
    }),
  );

  test('the stored events stay unchanged if one event of a list is invalid, and the error names it', () =>
    withOrganization(async (store) => {
      await expect(importEventObjects(store, 'a', [event(), {}])).rejects.toThrow('Event 2 is refused');
      expect(await countOf(store)).toEqual([{ events: 0 }]);
    }));

  test('the stored events may come from an async iterable', () =>
    withOrganization(async (store) => {
      async function* events() {
        yield event();
        yield event();
      }
      expect(await importEventObjects(store, 'a', events())).toBe(2);
    }));
});
