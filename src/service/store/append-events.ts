// Writes posts into an organization's events table. Each payload key is a column of that table; the first
// event with a key adds the column, within limits, because columns cost memory.
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import {
  CORE_COLUMNS,
  type EventColumn,
  eventsTableName,
  LIMIT_KEYS,
  LIMIT_NEW_KEYS,
  newColumns,
} from '../events/columns.ts';
import { appendOwnFields, appendValue, quoted } from '../events/duckdb-values.ts';
import type { PayloadValue, StorableEvent } from '../events/event.ts';
import { hashUser } from '../events/user-hash.ts';
import { MS_PER_DAY } from '../../tql/interval.ts';
import { StoreError } from '../errors.ts';
import { type Database, readNote, rowsOn, type Sql, writeNote } from './database.ts';
import { MARK_FOR_ERASURE } from './deletions.ts';

/** An event that a client sent, with its id if it has one. */
export type SentEvent = StorableEvent & { readonly eventID?: string };

/** The events of a post. All are appended, or none; except those that were taken before. */
export type EventPost = readonly SentEvent[];

/** What became of a post that is stored. */
export interface Appended {
  /** How many of its events were stored before, and are not again. */
  readonly repeated: number;
  readonly leftOut: LeftOut | null;
}

/** The payload keys that some events of a post are stored without, and why, as a sentence. */
interface LeftOut {
  /** How many events. */
  readonly events: number;
  readonly keys: readonly string[];
  readonly reason: string;
}

/** A post without the payload keys that are too many. */
export interface AdmittedPost {
  readonly events: EventPost;
  readonly leftOut: LeftOut | null;
}

/**
 * Prepares posts to be appended: chooses columns for their new payload keys, and leaves out the keys that are
 * too many. Returns the columns to add, the posts as they can be appended, and `noteNewKeys`: call it in the
 * transaction that adds the columns, for the limit of the day.
 */
export async function admitPosts(
  database: Database,
  organization: number,
  payloadColumns: ReadonlyMap<string, EventColumn>,
  posts: readonly EventPost[],
  nowMs: number,
) {
  const day = Math.floor(nowMs / MS_PER_DAY);
  const hasNew = posts.some((events) =>
    events.some(({ payload }) => payload.some(([key]) => !payloadColumns.has(key))),
  );
  const addedToday = hasNew ? await readNewKeys(database, organization, day) : 0;
  const { addedColumns, posts: admitted } = admitKeys(payloadColumns, addedToday, posts);
  const noteNewKeys = async (connection: DuckDBConnection) => {
    if (addedColumns.size === 0) return;
    const count = `${day} ${addedToday + addedColumns.size}`;
    await writeNote(rowsOn(connection), newKeysNote(organization), count);
  };
  return { addedColumns, posts: admitted, noteNewKeys };
}

/**
 * Leaves out new payload keys beyond a limit: of a post, of the day (which has `addedToday` already), or of
 * the organization.
 */
export function admitKeys(
  payloadColumns: ReadonlyMap<string, EventColumn>,
  addedToday: number,
  posts: readonly EventPost[],
) {
  const newKeys = new Set<string>();
  const admitPost = (events: EventPost): AdmittedPost => {
    const countBefore = newKeys.size;
    const extraKeys = new Set<string>();
    let reason = '';
    for (const [key] of events.flatMap(({ payload }) => payload)) {
      if (payloadColumns.has(key) || newKeys.has(key) || extraKeys.has(key)) continue;
      const { size } = newKeys;
      const limit = reachedLimit(payloadColumns.size + size, addedToday + size, size - countBefore);
      if (limit === null) newKeys.add(key);
      else extraKeys.add(key);
      reason = limit ?? reason;
    }
    return extraKeys.size === 0 ? { events, leftOut: null } : withoutKeys(events, extraKeys, reason);
  };
  const admitted = posts.map(admitPost);
  return { addedColumns: newColumns(payloadColumns, newKeys), posts: admitted };
}

/** The limit that keeps out one more key, as a sentence; null if there is room for it. */
function reachedLimit(all: number, ofDay: number, ofPost: number): string | null {
  if (all >= LIMIT_KEYS)
    return `The organization has ${LIMIT_KEYS} payload keys; \`columns drop\` frees those not needed.`;
  if (ofDay >= LIMIT_NEW_KEYS.day)
    return `Posts add at most ${LIMIT_NEW_KEYS.day} payload keys on one day (UTC).`;
  return ofPost >= LIMIT_NEW_KEYS.post ? `One post adds at most ${LIMIT_NEW_KEYS.post} payload keys.` : null;
}

function withoutKeys(events: EventPost, extraKeys: ReadonlySet<string>, reason: string): AdmittedPost {
  let shortened = 0;
  const admitted = events.map((event) => {
    const payload = event.payload.filter(([key]) => !extraKeys.has(key));
    if (payload.length < event.payload.length) shortened++;
    return { ...event, payload };
  });
  return { events: admitted, leftOut: { events: shortened, keys: [...extraKeys], reason } };
}

/** Appends events, within the connection's transaction. `payloadColumns` are in the order of the table. */
export async function appendEvents(
  connection: DuckDBConnection,
  organization: number,
  unsorted: EventPost,
  addedColumns: ReadonlyMap<string, EventColumn>,
  payloadColumns: ReadonlyMap<string, EventColumn>,
): Promise<void> {
  await addColumns(connection, organization, addedColumns);
  const places = new Map(
    [...payloadColumns.keys(), ...addedColumns.keys()].map((key, place) => [key, place]),
  );
  const events = unsorted.toSorted((a, b) => a.timeMs - b.timeMs);
  const appender = await connection.createAppender(eventsTableName(organization));
  try {
    if (appender.columnCount !== CORE_COLUMNS.length + places.size)
      throw new TypeError('the payload keys are not the columns of the events table');
    const values = Array.from<PayloadValue | null>({ length: places.size }).fill(null);
    for (const event of events) {
      for (const [key, value] of event.payload) values[placeOf(places, key)] = value;
      appendEvent(appender, event, values);
      values.fill(null);
    }
    appender.closeSync();
  } catch (error) {
    // Otherwise the appender would write its rows when it is garbage collected, after the transaction.
    appender.clear();
    throw error;
  }
}

/** The place of a payload key among the payload columns of the table. */
function placeOf(places: ReadonlyMap<string, number>, key: string): number {
  const place = places.get(key);
  if (place === undefined) throw new TypeError('a payload key does not have a column in the events table');
  return place;
}

/** Appends an event in the order of the core columns and its payload columns. */
function appendEvent(
  appender: DuckDBAppender,
  event: StorableEvent,
  values: readonly (PayloadValue | null)[],
): void {
  appendOwnFields(appender, event);
  appender.appendBigInt(1n);
  const user = hashUser(event.clientUser);
  if (user === null) appender.appendNull();
  else appender.appendUBigInt(user);
  for (const value of values) appendValue(appender, value);
  appender.endRow();
}

/**
 * Adds an organization's new payload columns, within the connection's transaction. Call it before rows are
 * added: DuckDB 1.5 can lose rows that were appended earlier in the same transaction.
 */
export async function addColumns(
  connection: DuckDBConnection,
  organization: number,
  addedColumns: ReadonlyMap<string, EventColumn>,
): Promise<void> {
  for (const [key, { kind, column }] of addedColumns) {
    const [type, storedKind] = kind === 'text' ? ['VARCHAR', 'text'] : ['DOUBLE', 'number'];
    await connection.run(`ALTER TABLE ${eventsTableName(organization)} ADD COLUMN ${quoted(column)} ${type}`);
    const values = [organization, key, column, storedKind];
    await connection.run('INSERT INTO payload_keys VALUES ($1, $2, $3, $4)', values);
  }
}

/**
 * Drops the column of an organization's payload key, with its values, within the connection's transaction.
 * Posts may then add as many keys on this day as on a new one. Throws `StoreError` if there is no such key.
 */
export async function dropColumn(
  connection: DuckDBConnection,
  organization: number,
  key: string,
  payloadColumns: ReadonlyMap<string, EventColumn>,
): Promise<void> {
  const column = payloadColumns.get(key)?.column;
  if (column === undefined) throw new StoreError(`No payload key has the name ${JSON.stringify(key)}.`);
  await connection.run(`ALTER TABLE ${eventsTableName(organization)} DROP COLUMN ${quoted(column)}`);
  await connection.run('DELETE FROM payload_keys WHERE organization = $1 AND key = $2', [organization, key]);
  await connection.run('DELETE FROM meta WHERE key = $1', [newKeysNote(organization)]);
  await connection.run(MARK_FOR_ERASURE);
}

/** How many payload keys posts have added to an organization on a day, which is counted from 1970. */
export async function readNewKeys(
  database: Pick<Sql, 'rows'>,
  organization: number,
  day: number,
): Promise<number> {
  const note = await readNote(database, newKeysNote(organization));
  const [notedDay, count] = (note ?? '').split(' ').map(Number);
  return notedDay === day ? (count ?? 0) : 0;
}

/** The key of the note with a day and the number of keys added on it, such as `20731 12`. */
export const newKeysNote = (organization: number) => `new_keys_${organization}`;
