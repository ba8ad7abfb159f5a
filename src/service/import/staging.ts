import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { appendOwnFields, appendValue } from '../events/duckdb-values.ts';
import { LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { InvalidEventError, type PayloadValue, type StorableEvent } from '../events/event.ts';

const CORE_STAGING_COLUMNS =
  '__time BIGINT, appID VARCHAR, clientUser VARCHAR, type VARCHAR, sessionID VARCHAR, isTestMode VARCHAR, floatValue DOUBLE';

/**
 * A temporary table of one connection that collects events until they are stored all at once. It spills to
 * disk.
 */
export class Staging {
  readonly table = 'temp.staging';
  private readonly connection: DuckDBConnection;
  private readonly known: ReadonlySet<string>;
  /** Payload key → the index of its column among the payload columns. */
  private readonly slots = new Map<string, number>();
  private newKeys = 0;
  /** How many of the slots have a column. */
  private columns = 0;
  private appender: DuckDBAppender | null = null;

  private constructor(connection: DuckDBConnection, known: ReadonlySet<string>) {
    this.connection = connection;
    this.known = known;
  }

  /** Creates the table on a connection. `known`: the payload keys that the organization already has. */
  static async open(connection: DuckDBConnection, known: ReadonlySet<string>): Promise<Staging> {
    await connection.run(`CREATE TEMP TABLE staging (${CORE_STAGING_COLUMNS})`);
    return new Staging(connection, known);
  }

  /** Payload key → the table's column. */
  get payload(): ReadonlyMap<string, string> {
    return new Map([...this.slots].map(([key, slot]) => [key, columnOf(slot)]));
  }

  /**
   * Reserves columns for an event's payload keys. Throws `InvalidEventError` if the organization would have
   * too many keys.
   */
  admit(event: StorableEvent): void {
    const fresh = event.payload.filter(([key]) => !this.slots.has(key)).map(([key]) => key);
    if (fresh.length === 0) return;
    const growth = fresh.filter((key) => !this.known.has(key)).length;
    if (growth > 0 && this.known.size + this.newKeys + growth > LIMIT_KEYS) {
      throw new InvalidEventError(
        `its payload would bring the organization to more than ${LIMIT_KEYS} different keys`,
      );
    }
    this.newKeys += growth;
    for (const key of fresh) this.slots.set(key, this.slots.size);
  }

  /** Writes events that were admitted. */
  async append(events: readonly StorableEvent[]): Promise<void> {
    if (this.columns < this.slots.size) await this.widen();
    this.appender ??= await this.connection.createAppender('staging', 'main', 'temp');
    const values = Array.from<PayloadValue | null>({ length: this.columns }).fill(null);
    for (const event of events) {
      for (const [key, value] of event.payload) values[this.slots.get(key) ?? 0] = value;
      appendEvent(this.appender, event, values);
      values.fill(null);
    }
  }

  /** Flushes all written events to the table. */
  finish(): void {
    this.appender?.closeSync();
    this.appender = null;
  }

  private async widen(): Promise<void> {
    this.finish();
    for (const key of [...this.slots.keys()].slice(this.columns)) {
      const type = NUMERIC_KEYS.has(key) ? 'DOUBLE' : 'VARCHAR';
      await this.connection.run(`ALTER TABLE ${this.table} ADD COLUMN ${columnOf(this.columns)} ${type}`);
      this.columns += 1;
    }
  }
}

function columnOf(slot: number): string {
  return `p${slot}`;
}

function appendEvent(
  appender: DuckDBAppender,
  event: StorableEvent,
  values: readonly (PayloadValue | null)[],
): void {
  appendOwnFields(appender, event);
  for (const value of values) appendValue(appender, value);
  appender.endRow();
}
