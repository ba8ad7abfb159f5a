// Keeps in PostgreSQL what several processes have to know of taken events: their ids, so that an event that
// is sent twice counts once, and their payload keys, which are limited. `store/events.ts` has the same for a
// file.
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import { StoreError } from '../../service/errors.ts';
import { admitKeys, newKeysNote, readNewKeys, writeNewKeys } from '../../service/store/payload-keys.ts';
import type { AdmittedPost, EventPost } from '../../service/events/post.ts';
import { readText, type Rows } from '../../service/store/sql.ts';
import { MEMORY_MS } from '../../service/store/event-ids.ts';
import { leaveOut, type SentPost, withIds } from '../../service/events/sent-ids.ts';
import type { KeepEvents, Ledger } from '../../service/events/ledger.ts';
import type { SharedSql } from '../../service/store/store.ts';

/** How often ids that are too old are removed, and how many at a time. */
const REMOVE_EVERY_MS = 3_600_000;
const REMOVED_AT_A_TIME = 50_000;

/** The ledger in a database that several processes share. */
export function sharedLedger(sql: SharedSql, now: () => number): Ledger {
  let removedMs = -Infinity;
  const removeOld = async () => {
    // Also if the clock has been set back.
    if (Math.abs(now() - removedMs) < REMOVE_EVERY_MS) return;
    removedMs = now();
    while ((await sql.rows(REMOVE_IDS, [now() - MEMORY_MS, REMOVED_AT_A_TIME])).length > 0);
  };
  return {
    declareKeys: async (organization, posts) => {
      const keys = new Set(posts.flat().flatMap(({ payload }) => payload.map(([key]) => storedKey(key))));
      const storedKeys = await sql.rows(KEYS_AMONG, [organization, JSON.stringify([...keys])]);
      const areAllStored = storedKeys.length === keys.size;
      if (areAllStored) return posts.map((events) => ({ events, leftOut: null }));
      return sql.transaction((rows) => declare(rows, organization, posts, now()));
    },
    takeOnce: async (organization, posts, keep) => {
      const sentPosts = withIds(posts);
      // The post does not wait for this. If it fails, it is tried again an hour later.
      void removeOld().catch(() => undefined);
      const hasIds = sentPosts.flat().some(({ id }) => id !== null);
      if (!hasIds) return takeNew(sentPosts, new Set(), keep);
      // The ids stay locked until the events are kept: anyone who has one of them, too, waits for the
      // outcome.
      return sql.apart(async (rows) =>
        takeNew(sentPosts, await claim(rows, organization, sentPosts, now()), keep),
      );
    },
    dropKey: (organization, key) =>
      sql.transaction(async (rows) => {
        const dropped = await rows(DROP_KEY, [organization, storedKey(key)]);
        if (dropped.length === 0) throw new StoreError(`No payload key has the name ${JSON.stringify(key)}.`);
        await rows('DELETE FROM meta WHERE key = $1', [newKeysNote(organization)]);
      }),
  };
}

/** A key as it is stored: PostgreSQL keeps no text with the character 0. */
export const storedKey = (key: string) => JSON.stringify(key);

const KEYS = 'SELECT key FROM payload_keys WHERE organization = $1';
const KEYS_AMONG = `${KEYS} AND key IN (SELECT json_array_elements_text($2::json))`;
const ADD_KEY = 'INSERT INTO payload_keys VALUES ($1, $2)';
const REMOVE_IDS = `DELETE FROM event_ids WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM event_ids WHERE taken < $1 LIMIT $2)) RETURNING 1 AS removed`;
const DROP_KEY = 'DELETE FROM payload_keys WHERE organization = $1 AND key = $2 RETURNING key';
/**
 * Adds ids that are new or were taken before $4, and returns them. Sorted, because two processes that add the
 * same ids in different orders would wait for each other.
 */
const CLAIM = `INSERT INTO event_ids SELECT $1, id, $3 FROM unnest(string_to_array($2, ' ')::uuid[]) AS id ORDER BY id
  ON CONFLICT (organization, id) DO UPDATE SET taken = excluded.taken WHERE event_ids.taken < $4 RETURNING id`;

async function takeNew(
  sentPosts: readonly SentPost[],
  taken: ReadonlySet<bigint>,
  keep: KeepEvents,
): Promise<readonly number[]> {
  const { posts, repeated } = leaveOut(sentPosts, taken);
  const events = posts.flat();
  if (events.length > 0) await keep(events);
  return repeated;
}

/** Claims the ids of posts. Returns those that were taken before. */
async function claim(
  rows: Rows,
  organization: number,
  sentPosts: readonly SentPost[],
  nowMs: number,
): Promise<ReadonlySet<bigint>> {
  const ids = new Map(sentPosts.flat().flatMap(({ id }) => (id === null ? [] : [[uuidOf(id), id] as const])));
  const claimed = await rows(CLAIM, [organization, [...ids.keys()].join(' '), nowMs, nowMs - MEMORY_MS]);
  for (const row of claimed) ids.delete(readText(row, 'id'));
  return new Set(ids.values());
}

/** 16 bytes as the text of a UUID, which is how PostgreSQL stores an id. */
export function uuidOf(id: bigint): string {
  const digits = BigInt.asUintN(128, id).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function declare(
  rows: Rows,
  organization: number,
  posts: readonly EventPost[],
  nowMs: number,
): Promise<readonly AdmittedPost[]> {
  const day = Math.floor(nowMs / MS_PER_DAY);
  const addedToday = await readNewKeys({ rows }, organization, day);
  const keys = (await rows(KEYS, [organization])).map((row) => String(JSON.parse(readText(row, 'key'))));
  const columns = new Map(keys.map((key) => [key, { kind: 'text', column: key }] as const));
  const { addedColumns, posts: admitted } = admitKeys(columns, addedToday, posts);
  for (const key of addedColumns.keys()) await rows(ADD_KEY, [organization, storedKey(key)]);
  if (addedColumns.size > 0) await writeNewKeys(rows, organization, day, addedToday + addedColumns.size);
  return admitted;
}
