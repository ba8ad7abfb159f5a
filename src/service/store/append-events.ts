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

/** What became of a post, which is stored. */
export interface Appended {
  /** How many of its events were stored before, and are not again. */
  readonly repeated: number;
  readonly leftOut: LeftOut | null;
}

/** The payload keys that some events of a post are stored without, and why, as a sentence. */
interface LeftOut {
  readonly events: number;
  readonly keys: readonly string[];
  readonly reason: string;
}

/** A post without the payload keys that are too many. */
export interface AdmittedPost {
  readonly events: EventPost;
  readonly leftOut: LeftOut | null;
}

/** Posts with the columns that they need. */
interface AdmittedPosts {
  readonly made: ReadonlyMap<string, EventColumn>;
  readonly posts: readonly AdmittedPost[];
}

/**
 * Leaves out of posts the payload keys that are too many. `note` notes the new ones, in the transaction that
 * adds them.
 */
export async function admit(
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
  const today = hasNew ? await readNewKeys(database, organization, day) : 0;
  const { made, ...admitted } = admitKeys(payloadColumns, today, posts);
  const note = async (connection: DuckDBConnection) => {
    if (made.size > 0) await noteNewKeys(connection, organization, day, today + made.size);
  };
  return { ...admitted, made, note };
}

/**
 * Leaves out of posts the new payload keys that are too many: of a post, of the day, which has `today`
 * already, or in all.
 */
export function admitKeys(
  payloadColumns: ReadonlyMap<string, EventColumn>,
  today: number,
  posts: readonly EventPost[],
): AdmittedPosts {
  const fresh = new Set<string>();
  const admitted = posts.map((events) => {
    const [before, left] = [fresh.size, new Set<string>()];
    let reason = '';
    for (const [key] of events.flatMap(({ payload }) => payload)) {
      if (payloadColumns.has(key) || fresh.has(key) || left.has(key)) continue;
      const why = whyTooMany(payloadColumns.size + fresh.size, today + fresh.size, fresh.size - before);
      if (why === null) fresh.add(key);
      else left.add(key);
      reason = why ?? reason;
    }
    return left.size === 0 ? { events, leftOut: null } : withoutKeys(events, left, reason);
  });
  return { made: newColumns(payloadColumns, fresh), posts: admitted };
}

/** Why there can be no further key; null if there can. */
function whyTooMany(all: number, ofDay: number, ofPost: number): string | null {
  if (all >= LIMIT_KEYS)
    return `The organization has ${LIMIT_KEYS} payload keys; \`columns drop\` frees those not needed.`;
  if (ofDay >= LIMIT_NEW_KEYS.day)
    return `Posts add at most ${LIMIT_NEW_KEYS.day} payload keys on one day (UTC).`;
  return ofPost >= LIMIT_NEW_KEYS.post ? `One post adds at most ${LIMIT_NEW_KEYS.post} payload keys.` : null;
}

function withoutKeys(events: EventPost, left: ReadonlySet<string>, reason: string): AdmittedPost {
  const kept = events.map((event) => {
    const payload = event.payload.filter(([key]) => !left.has(key));
    return payload.length === event.payload.length ? event : { ...event, payload };
  });
  const shortened = kept.filter((event, index) => event !== events[index]).length;
  return { events: kept, leftOut: { events: shortened, keys: [...left], reason } };
}

/**
 * Appends events to an organization's table, within the connection's transaction. `payloadColumns` are in
 * the order of the table.
 */
export async function appendEvents(
  connection: DuckDBConnection,
  organization: number,
  unsorted: EventPost,
  made: ReadonlyMap<string, EventColumn>,
  payloadColumns: ReadonlyMap<string, EventColumn>,
): Promise<void> {
  await addColumns(connection, organization, made);
  const places = new Map([...payloadColumns.keys(), ...made.keys()].map((key, place) => [key, place]));
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
    // What is left in the appender would be written when it is garbage collected, after the end of the
    // transaction.
    appender.clear();
    throw error;
  }
}

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
  made: ReadonlyMap<string, EventColumn>,
): Promise<void> {
  for (const [key, { kind, column }] of made) {
    const type = kind === 'number' ? 'DOUBLE' : 'VARCHAR';
    await connection.run(`ALTER TABLE ${eventsTableName(organization)} ADD COLUMN ${quoted(column)} ${type}`);
    await connection.run('INSERT INTO payload_keys VALUES ($1, $2, $3, $4)', [
      organization,
      key,
      column,
      kind,
    ]);
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
  const [noted, count] = (note ?? '').split(' ').map(Number);
  return noted === day ? (count ?? 0) : 0;
}

/** Notes it, in the transaction that adds them. */
async function noteNewKeys(
  connection: DuckDBConnection,
  organization: number,
  day: number,
  count: number,
): Promise<void> {
  await writeNote(rowsOn(connection), newKeysNote(organization), `${day} ${count}`);
}

export const newKeysNote = (organization: number) => `new_keys_${organization}`;
