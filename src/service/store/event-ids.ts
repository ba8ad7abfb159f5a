import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { listValue } from '../duckdb.ts';
import type { EventPost } from './append-events.ts';

/** How long an event's id is remembered: a client that was offline sends its events again within that time. */
const MEMORY_MS = 7 * 86_400_000;
/** How often older ids are removed. */
const REMOVE_EVERY_MS = 3_600_000;

/** Posts without the events that were taken before. */
export interface NewEvents {
  readonly posts: readonly EventPost[];
  /** For each post how many of its events were left out. */
  readonly repeated: readonly number[];
  readonly ids: readonly bigint[];
}

/** Leaves out of posts the events whose id was taken within the last seven days, or stands earlier in the posts. Events without an id stay. */
export async function withoutRepeats(
  connection: DuckDBConnection,
  organization: number,
  posts: readonly EventPost[],
  nowMs: number,
): Promise<NewEvents> {
  const sent = posts.map((post) => post.map((event) => ({ event, id: idOf(event.eventID) })));
  const taken = await readTaken(connection, organization, sent.flat().flatMap(({ id }) => id ?? []), nowMs); // prettier-ignore
  const ids: bigint[] = [];
  const kept = sent.map((post) =>
    post.flatMap(({ event, id }) => {
      if (id === null) return [event];
      if (taken.has(id)) return [];
      taken.add(id);
      ids.push(id);
      return [event];
    }),
  );
  return { posts: kept, repeated: posts.map((post, index) => post.length - (kept[index]?.length ?? 0)), ids };
}

/** An id is stored as half of its SHA-256: 16 bytes, whatever its length, and nobody finds two texts with the same. */
function idOf(eventID: string | undefined): bigint | null {
  if (eventID === undefined) return null;
  const bytes = createHash('sha256').update(eventID).digest();
  return (bytes.readBigInt64BE(0) << 64n) | bytes.readBigUInt64BE(8);
}

async function readTaken(
  connection: DuckDBConnection,
  organization: number,
  ids: readonly bigint[],
  nowMs: number,
): Promise<Set<bigint>> {
  if (ids.length === 0) return new Set();
  const sql =
    'SELECT id FROM event_ids WHERE organization = $1 AND taken >= $2 AND id IN (SELECT unnest($3::HUGEINT[]))';
  const reader = await connection.runAndReadAll(sql, [organization, BigInt(nowMs - MEMORY_MS), listValue([...ids])]);
  return new Set(reader.getRows().flatMap(([id]) => (typeof id === 'bigint' ? [id] : [])));
}

/** Remembers ids of taken events, in the transaction that stores the events. */
export type RememberIds = (
  connection: DuckDBConnection,
  organization: number,
  ids: readonly bigint[],
  nowMs: number,
) => Promise<void>;

/** Makes a function that remembers ids, and removes those that are too old now and then. */
export function rememberIds(): RememberIds {
  let removedMs = -Infinity;
  return async (connection, organization, ids, nowMs) => {
    if (ids.length === 0) return;
    const appender = await connection.createAppender('event_ids');
    try {
      for (const id of ids) {
        appender.appendInteger(organization);
        appender.appendHugeInt(id);
        appender.appendBigInt(BigInt(nowMs));
        appender.endRow();
      }
      appender.closeSync();
    } catch (error) {
      appender.clear();
      throw error;
    }
    if (Math.abs(nowMs - removedMs) < REMOVE_EVERY_MS) return;
    await connection.run('DELETE FROM event_ids WHERE taken < $1', [BigInt(nowMs - MEMORY_MS)]);
    removedMs = nowMs;
  };
}
