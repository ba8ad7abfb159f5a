// The payload keys of an organization: each is a column of its events table. The first event with a key adds
// the column, within limits, because columns cost memory; `columns drop` removes one.
import type { DuckDBConnection } from '@duckdb/node-api';
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import { StoreError } from '../errors.ts';
import {
  type EventColumns,
  eventsTableName,
  LIMIT_KEYS,
  LIMIT_NEW_KEYS,
  newColumns,
} from '../events/columns.ts';
import { quoted } from '../events/duckdb-values.ts';
import type { AdmittedPost, EventPost } from '../events/post.ts';
import type { Database } from './database.ts';
import { MARK_FOR_ERASURE } from './files/erasure.ts';
import { readNote, type Rows, rowsOn, type Sql, writeNote } from './sql.ts';

/**
 * Prepares posts to be appended: chooses columns for their new payload keys, and leaves out the keys that are
 * too many. Returns the columns to add, the posts as they can be appended, and `noteNewKeys`: call it in the
 * transaction that adds the columns, for the limit of the day.
 */
export async function admitPosts(
  database: Database,
  organization: number,
  payloadColumns: EventColumns,
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
    if (addedColumns.size > 0)
      await writeNewKeys(rowsOn(connection), organization, day, addedToday + addedColumns.size);
  };
  return { addedColumns, posts: admitted, noteNewKeys };
}

/**
 * Leaves out new payload keys beyond a limit: of a post, of the day (which has `addedToday` already), or of
 * the organization.
 */
export function admitKeys(payloadColumns: EventColumns, addedToday: number, posts: readonly EventPost[]) {
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

/**
 * Adds an organization's new payload columns, within the connection's transaction. Call it before rows are
 * added: DuckDB 1.5 can lose rows that were appended earlier in the same transaction.
 */
export async function addColumns(
  connection: DuckDBConnection,
  organization: number,
  addedColumns: EventColumns,
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
  payloadColumns: EventColumns,
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

/** Notes how many payload keys posts have added on a day, within a transaction. */
export function writeNewKeys(rows: Rows, organization: number, day: number, count: number): Promise<void> {
  return writeNote(rows, newKeysNote(organization), `${day} ${count}`);
}

/** The key of the note with a day and the number of keys added on it, such as `20731 12`. */
export const newKeysNote = (organization: number) => `new_keys_${organization}`;
