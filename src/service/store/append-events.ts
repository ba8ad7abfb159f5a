import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { CORE_COLUMNS, type EventColumn, eventsTableName, LIMIT_KEYS, newColumns } from '../events/columns.ts';
import { appendOwnFields, appendValue, quoted } from '../events/duckdb-values.ts';
import type { PayloadValue, StorableEvent } from '../events/event.ts';
import { hashUser } from '../events/user-hash.ts';
import { readText } from './database.ts';

/** An event that a client sent, with its id if it has one. */
export type SentEvent = StorableEvent & { readonly eventID?: string };

/** The events of a post. All are appended, or none; except those that were taken before. */
export type EventPost = readonly SentEvent[];

/** What became of a post. */
export interface Appended {
  /** Why it is refused; null if it is stored. */
  readonly refusal: string | null;
  /** How many of its events were stored before, and are not again. */
  readonly repeated: number;
}

/** The payload keys of a post's events. */
export function keysOf(post: EventPost): ReadonlySet<string> {
  return new Set(post.flatMap(({ payload }) => payload.map(([key]) => key)));
}

/** Why some posts are refused, and the columns that the others need. */
interface AdmittedKeys {
  readonly made: ReadonlyMap<string, EventColumn>;
  /** For each post why it is refused, or null. */
  readonly refusals: readonly (string | null)[];
}

/** Refuses posts with too many new payload keys. The others are not affected. */
export function admitKeys(
  known: ReadonlyMap<string, EventColumn>,
  posts: readonly ReadonlySet<string>[],
): AdmittedKeys {
  const fresh = new Set<string>();
  const refusals = posts.map((keys) => {
    const added = [...keys].filter((key) => !known.has(key) && !fresh.has(key));
    if (added.length > 0 && known.size + fresh.size + added.length > LIMIT_KEYS) {
      return `its payload would bring the organization to more than ${LIMIT_KEYS} different keys`;
    }
    for (const key of added) fresh.add(key);
    return null;
  });
  return { made: newColumns(known, fresh), refusals };
}

/** Appends events to an organization's table, within the connection's transaction. */
export async function appendEvents(
  connection: DuckDBConnection,
  organization: number,
  unsorted: EventPost,
  made: ReadonlyMap<string, EventColumn>,
  known: ReadonlyMap<string, EventColumn>,
  layouts: PayloadLayouts,
): Promise<void> {
  const table = eventsTableName(organization);
  await addColumns(connection, organization, made);
  const columns = new Map([...known, ...made]);
  const events = unsorted.toSorted((a, b) => a.timeMs - b.timeMs);
  const appender = await connection.createAppender(table);
  try {
    const places = await layouts.of(connection, table, made.size === 0 ? appender.columnCount : null);
    const values = Array.from<PayloadValue | null>({ length: places.size }).fill(null);
    for (const event of events) {
      for (const [key, value] of event.payload) values[placeOf(places, columns.get(key))] = value;
      appendEvent(appender, event, values);
      values.fill(null);
    }
    appender.closeSync();
  } catch (error) {
    // What is left in the appender would be written when it is garbage collected, after the end of the transaction.
    appender.clear();
    throw error;
  }
}

/** The order of the payload columns in each events table, cached. */
export class PayloadLayouts {
  private readonly places = new Map<string, ReadonlyMap<string, number>>();

  /**
   * Payload column → its place after the core columns. Columns are only ever added, so an equal count means the same columns.
   * A null count means that this transaction, which may be undone, has added some.
   */
  async of(
    connection: DuckDBConnection,
    table: string,
    columnCount: number | null,
  ): Promise<ReadonlyMap<string, number>> {
    const cached = this.places.get(table);
    if (columnCount !== null && cached?.size === columnCount - CORE_COLUMNS.length) return cached;
    const sql = `SELECT name FROM pragma_table_info('${table}') ORDER BY cid`;
    const names = (await connection.runAndReadAll(sql)).getRowObjects().map((row) => readText(row, 'name'));
    const places = new Map(names.slice(CORE_COLUMNS.length).map((name, place) => [name, place]));
    if (columnCount !== null) this.places.set(table, places);
    return places;
  }
}

function placeOf(places: ReadonlyMap<string, number>, column: EventColumn | undefined): number {
  const place = column === undefined ? undefined : places.get(column.column);
  if (place === undefined) throw new TypeError('a payload key does not have a column in the events table');
  return place;
}

/** Appends an event in the order of the core columns and its payload columns. */
function appendEvent(appender: DuckDBAppender, event: StorableEvent, values: readonly (PayloadValue | null)[]): void {
  appendOwnFields(appender, event);
  appender.appendBigInt(1n);
  const user = hashUser(event.clientUser);
  if (user === null) appender.appendNull();
  else appender.appendUBigInt(user);
  for (const value of values) appendValue(appender, value);
  appender.endRow();
}

/**
 * Adds an organization's new payload columns, within the connection's transaction. Call it before rows are added: DuckDB 1.5 can lose
 * rows that were appended earlier in the same transaction.
 */
export async function addColumns(
  connection: DuckDBConnection,
  organization: number,
  made: ReadonlyMap<string, EventColumn>,
): Promise<void> {
  for (const [key, { kind, column }] of made) {
    const type = kind === 'number' ? 'DOUBLE' : 'VARCHAR';
    await connection.run(`ALTER TABLE ${eventsTableName(organization)} ADD COLUMN ${quoted(column)} ${type}`);
    await connection.run('INSERT INTO payload_keys VALUES ($1, $2, $3, $4)', [organization, key, column, kind]);
  }
}
