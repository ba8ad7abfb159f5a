// Appends the events of posts to an organization's table, in the order of time.
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { CORE_COLUMNS, type EventColumns, eventsTableName } from '../events/columns.ts';
import { appendOwnFields, appendValue } from '../events/duckdb-values.ts';
import type { StorableEvent } from '../events/event.ts';
import type { PayloadValue } from '../events/payload.ts';
import type { EventPost } from '../events/post.ts';
import { hashUser } from '../events/user-hash.ts';
import { addColumns } from './payload-keys.ts';

/** Appends events, within the connection's transaction. `payloadColumns` are in the order of the table. */
export async function appendEvents(
  connection: DuckDBConnection,
  organization: number,
  unsorted: EventPost,
  addedColumns: EventColumns,
  payloadColumns: EventColumns,
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
