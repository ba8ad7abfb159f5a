// Recognizes events that a client sends again, by their `eventID`, for seven days. The ids are in the table
// `event_ids`. Nearly every id is new, so filters in memory (4 bytes for each id) tell which ids have to be
// looked up in the table, and for which time. An index would take 60 bytes for each id, and seconds of each
// checkpoint.
import { randomBytes } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventPost } from '../events/post.ts';
import { leaveOut, type NewEvents, withIds } from '../events/sent-ids.ts';
import type { Database } from './database.ts';
import { bitsOf, type IdFilter, idFilter } from '../events/id-filter.ts';
import {
  appendIds,
  type Candidates,
  findTaken,
  hasWrite,
  readFilter,
  removeIds,
  WRITES,
} from './id-table.ts';

/**
 * How long an event's id is remembered: a client that was offline sends its events again within that time.
 */
export const MEMORY_MS = 7 * 86_400_000;
/** How often older ids are removed. */
const REMOVE_EVERY_MS = 3_600_000;

/** The ids of the events that were taken within the last seven days. */
export type EventIds = ReturnType<typeof eventIdsIn>;

/** Makes the event ids of a store's file. */
export function eventIdsIn(database: Pick<Database, 'withConnection'>) {
  /** The ids that this process has taken. They are kept apart: `stored` may have been read before. */
  const added = idFilter();
  /** The ids of the table; null until `read` has read them. */
  let stored: IdFilter | null = null;
  let removedMs = -Infinity;
  let lastWrite = randomBytes(8).readBigUInt64BE();
  return {
    /** A number for a transaction. No other one has it, also after a restart. */
    nextWrite: () => ++lastWrite,
    /** Whether a transaction that remembered its number was kept. */
    isKept: (write: bigint) => database.withConnection((connection) => hasWrite(connection, write)),
    /**
     * Reads the ids into memory. Until that is done they are looked up in the table, which takes longer. Ends
     * early, and has read nothing, if the signal is aborted.
     */
    read: async (signal: AbortSignal) => {
      stored ??= await database.withConnection((connection) => readFilter(connection, signal));
    },
    /**
     * Leaves out events with an id that was taken before or that occurs earlier in the posts. Events without
     * an id stay.
     */
    withoutRepeats: async (
      connection: DuckDBConnection,
      organization: number,
      posts: readonly EventPost[],
      nowMs: number,
    ): Promise<NewEvents> => {
      const sentPosts = withIds(posts);
      const ids = sentPosts.flat().flatMap(({ id }) => id ?? []);
      const sinceMs = nowMs - MEMORY_MS;
      const candidates =
        stored === null
          ? [{ range: { fromMs: sinceMs, toMs: Number.MAX_SAFE_INTEGER }, ids }]
          : candidatesOf([stored, added], organization, ids, sinceMs);
      return leaveOut(sentPosts, await findTaken(connection, organization, candidates, sinceMs));
    },
    /**
     * Remembers ids, and the number of the transaction, which stores their events. Now and then it removes
     * ids that are too old.
     */
    remember: async (
      connection: DuckDBConnection,
      organization: number,
      ids: readonly bigint[],
      nowMs: number,
      write: bigint,
    ) => {
      const rows = ids.map((id) => ({ organization, id }));
      await appendIds(connection, [...rows, { organization: WRITES, id: write }], nowMs);
      // If the transaction is undone, they cost one useless lookup.
      for (const id of ids) added.add(bitsOf(organization, id), nowMs);
      // The clock may also have gone back.
      if (Math.abs(nowMs - removedMs) < REMOVE_EVERY_MS) return;
      await removeIds(connection, nowMs - MEMORY_MS);
      for (const filter of [added, stored]) filter?.forget(nowMs - MEMORY_MS);
      removedMs = nowMs;
    },
  };
}

/** The ids that may have been taken since a moment, as filters say. */
function candidatesOf(
  filters: readonly IdFilter[],
  organization: number,
  ids: readonly bigint[],
  sinceMs: number,
): readonly Candidates[] {
  const bits = ids.map((id) => bitsOf(organization, id));
  const matches = filters.flatMap((filter) => filter.find(bits, sinceMs));
  return matches.map(({ range, places }) => ({ range, ids: places.flatMap((place) => ids[place] ?? []) }));
}
