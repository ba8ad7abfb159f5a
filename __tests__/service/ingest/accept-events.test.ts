import type { RequestEntry } from '../../../src/service/http/request-log.ts';
import { createIngest, INGEST_LIMITS, type IngestLimits } from '../../../src/service/ingest/accept-events.ts';
import { storeAppenders } from '../../../src/service/ingest/appender.ts';
import { appWithDefaults } from '../../support/service/app.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';

/**
 * A service whose commits wait until they are released, and the answers to posts of so many events each, in
 * the order of the answers.
 */
async function flooded(limits: IngestLimits, task: (flood: Flood) => Promise<void>): Promise<void> {
  await withMemory(async (store) => {
    await store.organizations.create('a', 'paid');
    let release = (): void => undefined;
    const letGo = new Promise<void>((resolve) => (release = resolve));
    const append: typeof store.events.append = async (...given) => {
      await letGo;
      return store.events.append(...given);
    };
    const held = { ...store, events: { ...store.events, append } };
    const ingest = createIngest(held, ['a'], Date.now, limits, storeAppenders(held));
    const app = appWithDefaults({ store, ingest });
    const answers: Response[] = [];
    const post = async (events: number) => {
      const body = JSON.stringify(Array.from({ length: events }, () => ({ appID: 'a', type: 't' })));
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
      answers.push(await app.request('/v2/', { method: 'POST', headers, body }));
    };
    await task({
      post,
      release: () => {
        release();
      },
      answers,
      stored: async () => (await rowsOf(store, 'FROM events_1')).length,
    });
  });
}

interface Flood {
  readonly post: (events: number) => Promise<void>;
  readonly release: () => void;
  readonly answers: readonly Response[];
  readonly stored: () => Promise<number>;
}

const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status);

test.each<[string, IngestLimits]>([
  ['events', { events: 10, bytes: 1_000_000 }],
  // A post of one event is 26 bytes long.
  ['bytes', { events: 1_000_000, bytes: 260 }],
])(
  'the service answers posts with 503 that have more %s than there is room for, and stores the others',
  async (_, limits) => {
    await flooded(limits, async ({ post, release, answers, stored }) => {
      const posts = Array.from({ length: 13 }, () => post(1));
      await Promise.race(posts);
      // The ten that wait for a commit have no answer yet.
      while (answers.length < 3) await new Promise((resolve) => setImmediate(resolve));
      expect(statuses(answers)).toEqual([503, 503, 503]);
      expect(answers[0]?.headers.get('retry-after')).toBe('5');
      expect(await answers[0]?.json()).toMatchObject({
        status: 503,
        detail: expect.stringContaining('send these again'),
      });
      release();
      await Promise.all(posts);
      expect(statuses(answers).slice(3)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(await stored()).toBe(10);
      await post(5);
      expect(statuses(answers).at(-1)).toBe(200);
      expect(await stored()).toBe(15);
    });
  },
);

test('the service stores a post beyond the limit if there is no other', async () => {
  await flooded({ events: 10, bytes: 1_000_000 }, async ({ post, release, answers, stored }) => {
    const posts = [post(11), post(11)];
    await Promise.race(posts);
    expect(statuses(answers)).toEqual([503]);
    release();
    await Promise.all(posts);
    await post(11);
    expect(statuses(answers)).toEqual([503, 200, 200]);
    expect(await stored()).toBe(22);
  });
});

test('the service does not count refused posts', async () => {
  await flooded({ events: 10, bytes: 500 }, async ({ post, release, answers, stored }) => {
    release();
    for (let index = 0; index < 30; index++) await post(12);
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(await stored()).toBe(360);
  });
});

/** DuckDB's message on a full file system of 24 MB. */
const FULL =
  'TransactionContext Error: Failed to commit: Could not write file "/data/a.db.wal": No space left on device';

const READ_ONLY =
  'TransactionContext Error: Failed to commit: Cannot open file "/data/a.db.wal": Permission denied';

test.each([
  ['the disk is full', FULL],
  ['the database file or its folder cannot be written to', READ_ONLY],
])(
  'the service answers a post with 503 if %s, stores nothing of it, and stores the next one',
  (why, thrown) =>
    withMemory(async (store) => {
      await store.organizations.create('a', 'paid');
      let isFaulty = true;
      const append: typeof store.events.append = async (...given) => {
        if (isFaulty) throw new Error(thrown);
        return store.events.append(...given);
      };
      const faulty = { ...store, events: { ...store.events, append } };
      const ingest = createIngest(faulty, ['a'], Date.now, INGEST_LIMITS, storeAppenders(faulty));
      const entries: RequestEntry[] = [];
      const log = (entry: RequestEntry) => entries.push(entry);
      const app = appWithDefaults({ store, ingest, log });
      const headers = { 'content-type': 'application/json' };
      const post = async () =>
        app.request('/v2', { method: 'POST', headers, body: '[{"appID":"x","type":"t"}]' });
      const refused = await post();
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
        503,
        '60',
        { detail: `None of the events was stored: ${why}.` },
      ]);
      // The error's name shows it in the log.
      expect(entries).toMatchObject([{ status: 503, error: { name: 'UnwritableFileError' } }]);
      isFaulty = false;
      expect((await post()).status).toBe(200);
      expect(await rowsOf(store, 'SELECT count(*) AS n FROM events_1')).toEqual([{ n: 1 }]);
    }),
);
