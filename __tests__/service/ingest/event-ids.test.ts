// An event with an eventID that was taken within the last seven days is acknowledged and not stored again.
import { join } from 'node:path';
import { ClusterAwayError } from '../../../src/service/errors.ts';
import { parseEvent } from '../../../src/service/events/event.ts';
import { createIngest, INGEST_LIMITS } from '../../../src/service/ingest/accept-events.ts';
import { kafkaAppenders } from '../../../src/cluster/kafka/appender.ts';
import { storeAppenders } from '../../../src/service/ingest/appender.ts';
import { startReadingIds } from '../../../src/service/ingest/read-ids.ts';
import { startService } from '../../../src/service/start.ts';
import type { SentEvent } from '../../../src/service/events/post.ts';
import { inTransaction } from '../../../src/service/store/transaction.ts';
import { type EventIds, eventIdsIn } from '../../../src/service/store/event-ids.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { appWithDefaults } from '../../support/service/app.ts';
import { event } from '../../support/service/event.ts';
import fc, { runs } from '../../support/properties.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 9, 20);

/** A service on a store, whose clock the test sets. */
interface Ingesting {
  nowMs: number;
  readonly post: (namespace: string, body: unknown) => Promise<readonly [number, unknown]>;
  /** The types of an organization's stored events, in the order in which they were stored. */
  readonly types: (organization: number) => Promise<readonly unknown[]>;
  /** Closes the file and opens it again. */
  readonly restart: () => Promise<void>;
  /** Begins to read the ids into memory. */
  readonly read: () => void;
  readonly store: Store;
}

async function withIngest(task: (ingesting: Ingesting) => Promise<void>): Promise<void> {
  const folder = emptyFolder();

  const open = () => openStore(join(folder, 'a.db'), { create: true, now: () => ingesting.nowMs });
  const serve = (store: Store) => {
    const ingest = createIngest(
      store,
      ['a', 'b'],
      () => ingesting.nowMs,
      INGEST_LIMITS,
      storeAppenders(store),
    );
    return appWithDefaults({ store, now: () => ingesting.nowMs, ingest });
  };
  let store: Store;
  let reading: Promise<unknown> = Promise.resolve();
  const ingesting = {
    nowMs: START_MS,
    get store() {
      return store;
    },
    post: async (namespace: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await app.request(`/v2/namespace/${namespace}/`, init);
      return [answer.status, await answer.json()] as const;
    },
    types: async (organization: number) =>
      (await rowsOf(store, `SELECT type FROM events_${organization} ORDER BY rowid`)).map(
        (row) => (row as { readonly type: unknown }).type,
      ),
    read: () => {
      const read = store.events.readIds(new AbortController().signal);
      reading = Promise.all([reading, read]);
    },
    restart: async () => {
      await reading;
      store.close();
      store = await open();
      app = serve(store);
    },
  };
  store = await open();
  let app = serve(store);
  for (const namespace of ['a', 'b']) await store.organizations.create(namespace, 'paid');
  await task(ingesting);
  await reading;
  store.close();
}

const sent = (eventID: unknown, type = String(eventID)) =>
  event({ eventID, type, timestamp: new Date(START_MS).toISOString() });

test('a post that is sent again is acknowledged as before, and its events are counted once', () =>
  withIngest(async ({ post, types }) => {
    const body = [sent('x'), sent('y')];
    expect(await post('a', body)).toEqual([200, { accepted: 2 }]);
    expect(await post('a', body)).toEqual([200, { accepted: 2, repeated: 2 }]);
    expect(await post('a', [sent('y'), sent('z')])).toEqual([200, { accepted: 2, repeated: 1 }]);
    expect(await types(1)).toEqual(['x', 'y', 'z']);
  }));

test('an id that stands twice in a post, or in posts that arrive together, is stored once', () =>
  withIngest(async ({ post, types }) => {
    expect(await post('a', [sent('x', 'first'), sent('x', 'second')])).toEqual([
      200,
      { accepted: 2, repeated: 1 },
    ]);
    const together = await Promise.all(Array.from({ length: 20 }, () => post('a', [sent('y')])));
    expect(new Set(together.map(([status]) => status))).toEqual(new Set([200]));
    expect(await types(1)).toEqual(['first', 'y']);
  }));

test('ids of one organization are nothing to another', () =>
  withIngest(async ({ post, types }) => {
    for (const namespace of ['a', 'b'])
      expect(await post(namespace, [sent('x')])).toEqual([200, { accepted: 1 }]);
    expect([await types(1), await types(2)]).toEqual([['x'], ['x']]);
  }));

test('an id is remembered for seven days, also by a service that was started again, and no longer', () =>
  withIngest(async (ingesting) => {
    await ingesting.post('a', [sent('x', 'first')]);
    await ingesting.restart();
    ingesting.nowMs = START_MS + 7 * DAY_MS;
    expect(await ingesting.post('a', [sent('x', 'second')])).toEqual([200, { accepted: 1, repeated: 1 }]);
    ingesting.nowMs += 1;
    expect(await ingesting.post('a', [sent('x', 'third')])).toEqual([200, { accepted: 1 }]);
    // Old ids are removed every hour.
    ingesting.nowMs += 3_600_000;
    expect(await ingesting.post('a', [sent('y', 'fourth')])).toEqual([200, { accepted: 1 }]);
    expect(await ingesting.types(1)).toEqual(['first', 'third', 'fourth']);
    const ids = 'SELECT count(*) AS n FROM event_ids WHERE organization = 1';
    expect(await rowsOf(ingesting.store, ids)).toEqual([{ n: 2 }]);
  }));

describe('while the ids are read into memory after a start', () => {
  /** A store with an id; what is read of its ids stays unfinished until `finish` is called. */
  async function withUnfinished(
    task: (ids: EventIds, finish: () => Promise<void>, store: Store) => Promise<void>,
  ) {
    await withMemory(async (store) => {
      const { id } = await store.organizations.create('a', 'paid');
      await store.events.append(id, [[stored('old')]]);
      const gate = Promise.withResolvers<undefined>();
      const withConnection: Store['withConnection'] = (work) =>
        store.withConnection(async (connection) => {
          const result = await work(connection);
          await gate.promise;
          return result;
        });
      const ids = eventIdsIn({ withConnection });
      const reading = ids.read(new AbortController().signal);
      const finish = () => {
        gate.resolve(undefined);
        return reading;
      };
      try {
        await task(ids, finish, store);
      } finally {
        await finish();
      }
    });
  }

  const stored = (eventID: string): SentEvent => ({ ...parseEvent(event()), eventID });
  const post = (ids: EventIds, store: Store, eventID: string) =>
    store.withConnection((connection) =>
      inTransaction(connection, async () => {
        const found = await ids.withoutRepeats(connection, 1, [[stored(eventID)]], Date.now());
        await ids.remember(connection, 1, found.ids, Date.now(), ids.nextWrite());
        return found.repeated[0];
      }),
    );

  test('posts do not wait while ids are read after a start, and what was taken is known then and afterwards', () =>
    withUnfinished(async (ids, finish, store) => {
      const posted: (readonly [string, number | undefined])[] = [];
      const postAll = async () => {
        for (const eventID of ['old', 'new', 'new']) posted.push([eventID, await post(ids, store, eventID)]);
      };
      await postAll();
      await finish();
      await postAll();
      expect(posted).toEqual([
        ['old', 1],
        ['new', 0],
        ['new', 1],
        ['old', 1],
        ['new', 1],
        ['new', 1],
      ]);
    }));

  test('a service that has just been started knows the ids of its file, and can be closed', async () => {
    const folder = emptyFolder();
    const dbPath = join(folder, 'a.db');
    const store = await openStore(dbPath, { create: true });
    const { id } = await store.organizations.create('a', 'paid');
    await store.events.append(id, [[stored('old')]]);
    await store.withConnection((connection) =>
      connection.run('INSERT INTO event_ids SELECT 1, hash(n)::HUGEINT << 60, $1 FROM range(200000) r(n)', [
        BigInt(Date.now()),
      ]),
    );
    store.close();
    const service = await startService({ dbPath, ingest: ['a'] });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify([event({ eventID: 'old' })]);
    const answer = await fetch(`${service.url}/v2/`, { method: 'POST', headers, body });
    expect(await answer.json()).toEqual({ accepted: 1, repeated: 1 });
    await service.close(0);
  });

  test('a fault in reading ids is reported; they are read again after a pause, which ends when the service does', async () => {
    let faults = 2;
    const told: string[] = [];
    const readIds = async () => {
      if (faults-- > 0) throw new Error('Input/output error.');
    };
    const read = Promise.withResolvers<undefined>();
    const job = startReadingIds(
      {
        readIds: () =>
          readIds().then(() => {
            read.resolve(undefined);
          }),
      },
      (message) => told.push(message),
      1,
    );
    await read.promise;
    await job.stop();
    expect(told).toHaveLength(2);
    expect(told[0]).toContain('Input/output error.');
    faults = 1;
    await startReadingIds({ readIds }, () => undefined, 3_600_000).stop();
  });
});

test('the id of an event that was not taken is not remembered', () =>
  withIngest(async ({ post, types }) => {
    const early = { ...sent('y'), timestamp: '1999-01-01T00:00:00Z' };
    expect((await post('a', [{ ...sent('x'), sessionID: [7] }]))[0]).toBe(400);
    expect(await post('a', [early, sent('z')])).toEqual([200, { accepted: 1, dropped: 1 }]);
    expect(await post('a', [sent('x'), sent('y')])).toEqual([200, { accepted: 2 }]);
    expect(await types(1)).toEqual(['z', 'x', 'y']);
  }));

test.each([
  ['a text of 100 characters', '🙂'.repeat(100), 200],
  ['a text of 101 characters', '🙂'.repeat(101), 400],
  ['a number', 7, 400],
  ['an object', {}, 400],
])('an id that is %s is answered with its status', (_, eventID, status) =>
  withIngest(async ({ post }) => {
    expect((await post('a', [sent(eventID, 'type')]))[0]).toBe(status);
  }),
);

test('on a cluster, an event that is sent again goes to Kafka again only if its hand-over had failed', () =>
  withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    let isAway = true;
    const handed: unknown[] = [];
    const write = async (_: string, messages: readonly Buffer[]) => {
      if (isAway) throw new ClusterAwayError('away');
      handed.push(
        ...messages.map((message) => (JSON.parse(message.toString()) as { readonly type: unknown }).type),
      );
    };
    const appender = kafkaAppenders(store, { write }, { add: () => undefined })({ id, namespace: 'a' });
    const [first, second] = ['first', 'second'].map((type) => ({
      ...parseEvent(event({ type })),
      eventID: 'x',
    }));
    const other = { ...parseEvent(event({ type: 'other' })), eventID: 'y' };
    await expect(appender.append([first!])).rejects.toMatchObject({ status: 503 });
    isAway = false;
    expect(await appender.append([first!])).toEqual({ repeated: 0, leftOut: null });
    expect(await appender.append([second!, other])).toEqual({ repeated: 1, leftOut: null });
    expect(handed).toEqual(['first', 'other']);
  }));

test('on a cluster, too, events are handed to Kafka without the payload keys that are too many', () =>
  withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    const handed: unknown[] = [];
    const write = async (_: string, messages: readonly Buffer[]) => {
      handed.push(...messages.map((message) => Object.keys(JSON.parse(message.toString()) as object)));
    };
    const appender = kafkaAppenders(store, { write }, { add: () => undefined })({ id, namespace: 'a' });
    const keys = Array.from({ length: 101 }, (_, index) => `key${index}`);
    const payload = Object.fromEntries(keys.map((key) => [key, 'x']));
    const { leftOut } = await appender.append([parseEvent(event({ payload }))]);
    expect(leftOut).toMatchObject({ events: 1, keys: ['key100'] });
    expect(handed).toEqual([expect.arrayContaining(keys.slice(0, 100))]);
    expect(handed).not.toEqual([expect.arrayContaining(['key100'])]);
  }));

describe('whatever is posted, restarted and waited for', () => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ post: fc.array(fc.option(fc.constantFrom('p', 'q', 'r')), { maxLength: 4 }) }),
    },
    { weight: 3, arbitrary: fc.record({ hours: fc.nat(100) }) },
    fc.constantFrom({ restart: true }, { read: true }),
  );

  test('exactly the events are stored that a list of ids and times admits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) =>
        withIngest(async (ingesting) => {
          const takenMs = new Map<string, number>();
          const expected: string[] = [];
          for (const each of steps) {
            if ('hours' in each) ingesting.nowMs += each.hours * 3_600_000;
            else if ('restart' in each) await ingesting.restart();
            else if ('read' in each) ingesting.read();
            else {
              const [status] = await ingesting.post(
                'a',
                each.post.map((eventID) => sent(eventID, eventID ?? 'none')),
              );
              expect(status).toBe(200);
              for (const eventID of each.post) {
                const before = eventID === null ? undefined : takenMs.get(eventID);
                if (before !== undefined && before >= ingesting.nowMs - 7 * DAY_MS) continue;
                if (eventID !== null) takenMs.set(eventID, ingesting.nowMs);
                expected.push(eventID ?? 'none');
              }
            }
          }
          expect(await ingesting.types(1)).toEqual(expected);
        }),
      ),
      { numRuns: runs(30, 5) },
    );
  });
});
