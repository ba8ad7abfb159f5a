import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { appendOwnFields, appendValue } from '../events/duckdb-values.ts';
import { LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import type { ImportTarget, StagedEvents } from '../events/event-store.ts';
import { InvalidEventError, type PayloadValue, type StorableEvent } from '../events/event.ts';

const CORE_STAGING_COLUMNS =
  '__time BIGINT, appID VARCHAR, clientUser VARCHAR, type VARCHAR, sessionID VARCHAR, isTestMode VARCHAR, floatValue DOUBLE';

/** A temporary table of one connection that collects events until they are stored all at once. */
export type Staging = Awaited<ReturnType<typeof openStaging>>;

/** Stores what was staged. */
type Take = (given: Omit<StagedEvents, 'table' | 'payload'>) => Promise<void>;

/** Runs an import into an organization, with a staging table on a connection of its own. */
export async function withStaging<T>(
  store: ImportTarget,
  namespace: string,
  load: (staging: Staging, take: Take) => Promise<T>,
): Promise<T> {
  const { id } = await store.organizations.get(namespace);
  return translateDuckdbErrors(() =>
    store.withConnection(async (connection) => {
      const staging = await openStaging(connection, await store.events.payloadColumns(id));
      return load(staging, (given) =>
        store.events.take(connection, id, { ...given, table: staging.table, payload: staging.payload() }),
      );
    }),
  );
}

/**
 * Creates a staging table on a connection; it spills to disk. `known`: the payload keys that the organization
 * already has.
 */
async function openStaging(connection: DuckDBConnection, known: ReadonlyMap<string, unknown>) {
  const table = 'temp.staging';
  await connection.run(`CREATE TEMP TABLE staging (${CORE_STAGING_COLUMNS})`);
  /** Payload key → the index of its column among the payload columns. */
  const slots = new Map<string, number>();
  let newKeys = 0;
  /** How many of the slots have a column. */
  let columns = 0;
  let appender: DuckDBAppender | null = null;
  /** Flushes all written events to the table. */
  const finish = () => {
    appender?.closeSync();
    appender = null;
  };
  const widen = async () => {
    finish();
    for (const key of [...slots.keys()].slice(columns)) {
      const type = NUMERIC_KEYS.has(key) ? 'DOUBLE' : 'VARCHAR';
      await connection.run(`ALTER TABLE ${table} ADD COLUMN ${columnOf(columns)} ${type}`);
      columns += 1;
    }
  };
  return {
    table,
    finish,
    /** Payload key → the table's column. */
    payload: () => new Map([...slots].map(([key, slot]) => [key, columnOf(slot)])),
    /**
     * Reserves columns for an event's payload keys. Throws `InvalidEventError` if the organization would have
     * too many keys.
     */
    admit: (event: StorableEvent): void => {
      const fresh = event.payload.filter(([key]) => !slots.has(key)).map(([key]) => key);
      const growth = fresh.filter((key) => !known.has(key)).length;
      if (growth > 0 && known.size + newKeys + growth > LIMIT_KEYS)
        throw new InvalidEventError(
          `its payload would bring the organization to more than ${LIMIT_KEYS} different keys`,
        );
      newKeys += growth;
      for (const key of fresh) slots.set(key, slots.size);
    },
    /** Writes events that were admitted. */
    append: async (events: readonly StorableEvent[]): Promise<void> => {
      if (columns < slots.size) await widen();
      const open = (appender ??= await connection.createAppender('staging', 'main', 'temp'));
      const values = Array.from<PayloadValue | null>({ length: columns }).fill(null);
      for (const event of events) {
        for (const [key, value] of event.payload) values[slots.get(key) ?? 0] = value;
        appendOwnFields(open, event);
        for (const value of values) appendValue(open, value);
        open.endRow();
        values.fill(null);
      }
    },
  };
}

function columnOf(slot: number): string {
  return `p${slot}`;
}
