// Recognizes events that a client sends again, by their `eventID`, for seven days. The ids are in the table
// `event_ids`. Nearly every id is new, so filters in memory (4 bytes for each id) tell which ids have to be
// looked up in the table, and for which time. An index would take 60 bytes for each id, and seconds of each
// checkpoint.
import { randomBytes } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { listValue } from '../duckdb.ts';
import type { EventPost } from '../events/post.ts';
import { leaveOut, type NewEvents, withIds } from '../events/sent-ids.ts';
import type { Database } from './database.ts';
import { type IdBits, type IdFilter, idFilter, type TakenRange } from '../events/id-filter.ts';

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
    isKept: (write: bigint) =>
      database.withConnection(async (connection) => {
        const { rowCount } = await connection.run(FIND_WRITE, [write]);
        return rowCount > 0;
      }),
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
      await connection.run('DELETE FROM event_ids WHERE taken < $1', [BigInt(nowMs - MEMORY_MS)]);
      for (const filter of [added, stored]) filter?.forget(nowMs - MEMORY_MS);
      removedMs = nowMs;
    },
  };
}

/** The numbers of transactions are in the table, too, as ids of an organization that does not exist. */
export const WRITES = 0;
const FIND_WRITE = `SELECT 1 FROM event_ids WHERE organization = ${WRITES} AND id = $1::HUGEINT`;

/** The lower 64 bits of an id, as a filter takes them. */
function bitsOf(organization: number, id: bigint): IdBits {
  return mixIn(organization, Number(BigInt.asUintN(32, id)), Number(BigInt.asUintN(32, id >> 32n)));
}

/**
 * Mixes the organization into an id, since two organizations may have events of one id. The factor, 2^32
 * divided by the golden ratio, spreads small numbers over all bits.
 */
function mixIn(organization: number, low: number, high: number): IdBits {
  return { low: (low ^ Math.imul(organization, 0x9e3779b1)) >>> 0, high };
}

/** Reads the ids of the table; null if the signal was aborted before it had all of them. */
async function readFilter(connection: DuckDBConnection, signal: AbortSignal): Promise<IdFilter | null> {
  const filter = idFilter();
  const mask = '4294967295::HUGEINT';
  const result = await connection.stream(
    `SELECT organization, (id & ${mask})::UINTEGER, ((id >> 32) & ${mask})::UINTEGER, taken::DOUBLE FROM event_ids
      WHERE organization <> ${WRITES}`,
  );
  // Column by column, which takes a fifth of the time that rows take.
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    if (signal.aborted) return null;
    const [organizations = [], lows = [], highs = [], taken = []] = chunk.getColumns();
    for (const [row, low] of lows.entries())
      filter.add(mixIn(Number(organizations[row]), Number(low), Number(highs[row])), Number(taken[row]));
  }
  return filter;
}

/** Ids that may have been taken within a stretch of time. */
interface Candidates {
  readonly range: TakenRange;
  readonly ids: readonly bigint[];
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

/** Looks up in the table which candidates were taken since a moment. */
async function findTaken(
  connection: DuckDBConnection,
  organization: number,
  candidates: readonly Candidates[],
  sinceMs: number,
): Promise<ReadonlySet<bigint>> {
  const takenIds = new Set<bigint>();
  for (const { range, ids } of candidates) {
    if (ids.length === 0) continue;
    for (const id of await readRange(connection, organization, ids, range, sinceMs)) takenIds.add(id);
  }
  return takenIds;
}

const TAKEN = `SELECT id FROM event_ids WHERE organization = $1 AND taken BETWEEN $2 AND $3 AND id IN (SELECT unnest($4::HUGEINT[]))`;

async function readRange(
  connection: DuckDBConnection,
  organization: number,
  ids: readonly bigint[],
  { fromMs, toMs }: TakenRange,
  sinceMs: number,
): Promise<readonly bigint[]> {
  const values = [organization, BigInt(Math.max(fromMs, sinceMs)), BigInt(toMs), listValue([...ids])];
  const reader = await connection.runAndReadAll(TAKEN, values);
  return reader.getRows().flatMap(([id]) => (typeof id === 'bigint' ? [id] : []));
}

async function appendIds(
  connection: DuckDBConnection,
  ids: readonly { readonly organization: number; readonly id: bigint }[],
  nowMs: number,
): Promise<void> {
  const appender = await connection.createAppender('event_ids');
  try {
    for (const { organization, id } of ids) {
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
}
