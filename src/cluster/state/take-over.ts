// Copies the state of a DuckDB file into an empty PostgreSQL, once, so that tokens and insights are kept
// when a service moves to a cluster.
import type { Rows } from '../../service/store/sql.ts';
import { MEMORY_MS } from '../../service/store/event-ids.ts';
import { WRITES } from '../../service/store/id-table.ts';
import { storedKey, uuidOf } from './ledger.ts';
import type { Store } from '../../service/store/store.ts';

/** The statement that reads a table of the file, with PostgreSQL's columns. */
const TABLES: Readonly<Record<string, string>> = {
  meta: "SELECT key, value FROM meta WHERE key NOT IN ('application', 'format', 'erase')",
  organizations: 'FROM organizations',
  tokens: 'FROM tokens',
  write_keys: 'FROM write_keys',
  insights: 'FROM insights',
  imports: 'FROM imports',
  payload_keys: 'SELECT organization, key FROM payload_keys',
  event_ids: `FROM event_ids WHERE organization <> ${WRITES} AND taken > epoch_ms(now()::TIMESTAMP) - ${MEMORY_MS}`,
};

/** How some columns are written in PostgreSQL. */
const WRITTEN: Readonly<Record<string, (value: unknown) => unknown>> = {
  'payload_keys.key': (key) => storedKey(String(key)),
  'event_ids.id': (id) => uuidOf(BigInt(String(id))),
};

/** Makes a function that copies the state of a file into a PostgreSQL that has no organization. */
export function takeOver({ withConnection }: Pick<Store, 'withConnection'>): (rows: Rows) => Promise<void> {
  return (rows) =>
    withConnection(async (connection) => {
      for (const [table, select] of Object.entries(TABLES)) {
        await rows(`DELETE FROM ${table}`);
        const result = await connection.stream(select);
        const names = result.columnNames();
        const toRecord = (values: readonly unknown[]) => {
          const entries = values.map((value, index) => {
            const name = names[index] ?? '';
            const write = WRITTEN[`${table}.${name}`];
            return [name, write === undefined ? value : write(value)];
          });
          return Object.fromEntries(entries) as Record<string, unknown>;
        };
        for await (const chunk of result) {
          const records = chunk.getRows().map(toRecord);
          const json = JSON.stringify(records, (_, value: unknown) =>
            typeof value === 'bigint' ? Number(value) : value,
          );
          await rows(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
            json,
          ]);
        }
      }
    });
}
