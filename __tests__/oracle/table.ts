import { type DuckDBConnection } from '@duckdb/node-api';
import { type EventColumn, type EventTable } from '../../src/service/events/columns.ts';
import { get, columnKind, type Event } from './values.ts';

/**
 * The columns of test events. SQL does not distinguish `Plan` and `plan`, so their columns have other names.
 */
export const COLUMNS = [
  '__time',
  'appID',
  'clientUser',
  'type',
  'sessionID',
  'isTestMode',
  'floatValue',
  'count',
  'plan',
  'Plan',
  'amount',
  'a"b',
];

let tables = 0;

/** Creates a table of events with the layout of the store's tables. */
export async function createTable(
  connection: DuckDBConnection,
  events: readonly Event[],
): Promise<EventTable> {
  const name = `events_${(tables += 1)}`;
  const columns = COLUMNS.map((column, index) => ({
    name: column,
    sql: index < 8 ? column : `p${index}_${column}`,
  }));
  const definitions = columns.map(({ name: column, sql }) => `${quote(sql)} ${sqlType(column)}`);
  await connection.run(`CREATE TABLE ${name} (${definitions.join(', ')}, "_ir_user" UBIGINT)`);
  const appender = await connection.createAppender(name);
  for (const event of events) {
    for (const { name: column } of columns) {
      const value = get(event, column);
      if (value === null) appender.appendNull();
      else if (typeof value === 'string') appender.appendVarchar(value);
      else if (sqlType(column) === 'BIGINT') appender.appendBigInt(BigInt(value));
      else appender.appendDouble(value);
    }
    appender.appendNull();
    appender.endRow();
  }
  appender.flushSync();
  appender.closeSync();
  await connection.run(
    `UPDATE ${name} SET "_ir_user" = hash("clientUser") WHERE nullif("clientUser", '') IS NOT NULL`,
  );
  const known = columns.map(({ name: column, sql }): [string, EventColumn] => [
    column,
    {
      kind: kindOf(column),
      column: sql,
      isAlwaysOne: column === 'count' && events.every((event) => get(event, column) === 1),
    },
  ]);
  return { name, columns: new Map(known) };
}

function kindOf(column: string): EventColumn['kind'] {
  const kind = columnKind(column);
  return kind === 'long' || kind === 'double' ? kind : 'text';
}

function sqlType(column: string): string {
  return { text: 'VARCHAR', long: 'BIGINT', double: 'DOUBLE' }[kindOf(column)];
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
