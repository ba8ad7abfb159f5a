import type { Json } from '../../../../tql/json.ts';
import type { CompiledScan } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { EVENT_LIMIT, mapRows, tooManyEvents } from '../answer-limits.ts';
import { orderOfScan } from '../scan-order.ts';
import { TYPE_NAMES, type TypedSql } from './sql/typed.ts';
import { jsonObject, jsonOf, type Plan, type Row } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { inlineInteger, join, sql, type Sql } from './sql/statement.ts';

/**
 * A scan: the events themselves. Without an order, and if the order leaves them equal, they come as they are
 * stored.
 */
export function planScan(query: CompiledScan, table: EventTable): Plan {
  const source = sourceOf(query, table);
  const names = columnNames(query, table);
  const columns = names.map((name) => source.scope.resolve(name));
  const { limit = 0, offset = 0 } = query;
  const rowLimit = limit === 0 ? EVENT_LIMIT + 1 : limit;
  const selected = join(
    columns.map((column) => column.sql),
    'comma',
  );
  const page = sql` LIMIT ${inlineInteger(rowLimit)} OFFSET ${inlineInteger(offset)}`;
  return {
    statements: [
      sql`SELECT ${selected} FROM ${source.table} WHERE ${source.where}${orderSql(query, names)}${page}`,
    ],
    toResult: ([rows = []]) => shapeBatches(query, names, columns, rows),
  };
}

/**
 * Orders by the positions of columns: a virtual column can be a parameter, by which the engine does not
 * order.
 */
function orderSql(query: CompiledScan, names: readonly string[]): Sql {
  const order = orderOfScan(query, names).map(({ columnName, order: direction }) => {
    const index = names.indexOf(columnName);
    const position = inlineInteger(index + 1);
    return direction === 'ascending' ? sql`${position} ASC NULLS FIRST` : sql`${position} DESC NULLS LAST`;
  });
  return order.length === 0 ? sql`` : sql` ORDER BY ${join([...order, sql`rowid`], 'comma')}`;
}

/** The requested columns; by default all columns of the table and all virtual columns. */
function columnNames(query: CompiledScan, table: EventTable): string[] {
  const requested = [...new Set(query.columns ?? [])];
  if (requested.length === 0) {
    const virtual = (query.virtualColumns ?? []).map(({ name }) => name);
    return [...new Set(['__time', ...table.columns.keys(), ...virtual])];
  }
  return requested;
}

/** The events in batches of the query's size; in one by default. */
async function shapeBatches(
  { batchSize = EVENT_LIMIT, resultFormat }: CompiledScan,
  names: readonly string[],
  columns: readonly TypedSql[],
  rows: readonly Row[],
): Promise<readonly Json[]> {
  if (rows.length > EVENT_LIMIT) throw tooManyEvents();
  const rowSignature = names.map((name, index) => ({
    name,
    type: TYPE_NAMES[columns[index]?.kind ?? 'text'],
  }));
  const event = (row: Row): Json =>
    resultFormat === 'compactedList' ? row.map(jsonOf) : jsonObject(names, row);
  const events = await mapRows(rows, event);
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_batch, index) => ({
    columns: names,
    events: events.slice(index * batchSize, (index + 1) * batchSize),
    rowSignature,
  }));
}
