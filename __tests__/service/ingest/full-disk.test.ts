import { expect, it } from '@jest/globals';
import { createApp, type RequestEntry } from '../../../src/service/app.ts';
import { createIngest } from '../../../src/service/ingest/ingest.ts';
import { INGEST_LIMITS } from '../../../src/service/ingest/room.ts';
import { rowsOf, withMemory } from '../support/store.ts';

/** DuckDB's own words, as a full file system of 24 MB got them out of it. */
const FULL =
  'TransactionContext Error: Failed to commit: Could not write file "/data/a.db.wal": No space left on device';

it('a post that finds the disk full is a 503 in a sentence, none of it is taken, and the next one goes in', () =>
  withMemory(async (store) => {
    await store.organizations.create('a', 'paid');
    let isFull = true;
    const append: typeof store.events.append = async (...given) => {
      if (isFull) throw new Error(FULL);
      return store.events.append(...given);
    };
    const ingest = createIngest({ ...store, events: { ...store.events, append } }, ['a'], Date.now, INGEST_LIMITS);
    const entries: RequestEntry[] = [];
    const log = (entry: RequestEntry) => entries.push(entry);
    const app = createApp({ store, ask: async () => [], now: Date.now, ingest, log });
    const headers = { 'content-type': 'application/json' };
    const post = async () => app.request('/v2', { method: 'POST', headers, body: '[{"appID":"x","type":"t"}]' });
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      503,
      '60',
      { detail: 'The store could not take the events, and has taken none of them: the disk is full.' },
    ]);
    // Whoever reads the log sees it by the error's name.
    expect(entries).toMatchObject([{ status: 503, error: { name: 'FullDiskError' } }]);
    isFull = false;
    expect((await post()).status).toBe(200);
    expect(await rowsOf(store, 'SELECT count(*) AS n FROM events_1')).toEqual([{ n: 1 }]);
  }));
