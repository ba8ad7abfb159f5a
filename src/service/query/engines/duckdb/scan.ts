import type { Json } from '../../../../tql/json.ts';
import type { CompiledScan } from '../../compile/compiled-query.ts';
import { QueryError } from '../../../errors.ts';
import type { EventTable } from '../engine.ts';
import type { TypedSql, SqlKind } from './sql/typed.ts';
import { mapRows } from './plan.ts';
import type { Plan } from './plan.ts';
import { jsonObject, jsonOf, type Row } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { inlineInteger, join, sql, type Sql } from './sql/statement.ts';

/** More events than this in one answer are refused. */
const EVENT_LIMIT = 500_000;

const TYPE_NAMES: Readonly<Record<SqlKind, string>> = {
  text: 'STRING',
  long: 'LONG',
  double: 'DOUBLE',
  doubles: 'ARRAY<DOUBLE>',
};

/** A scan: the events themselves. Without an order, and where that finds them equal, they come as they are stored. */
export function planScan(query: CompiledScan, table: EventTable): Plan {
  const source = sourceOf(query, table);
  const names = columnNames(query, table);
  const columns = names.map((name) => source.scope.resolve(name));
  const { limit = 0, offset = 0 } = query;
  const most = limit === 0 ? EVENT_LIMIT + 1 : limit;
  const selected = join(
    columns.map((column) => column.sql),
    'comma',
  );
  const page = sql` LIMIT ${inlineInteger(most)} OFFSET ${inlineInteger(offset)}`;
  return {
    statements: [sql`SELECT ${selected} FROM ${source.table} WHERE ${source.where}${orderSql(query, names)}${page}`],
    shape: ([rows = []]) => shapeBatches(query, names, columns, rows),
  };
}

type OrderBy = NonNullable<CompiledScan['orderBy']>;

/** `order` is by time alone. */
function orderOf({ order, orderBy = [] }: CompiledScan): OrderBy {
  if (order === undefined) return orderBy;
  if (orderBy.length > 0) throw new QueryError('orderBy', 'stands beside order; one of them is enough');
  return [{ columnName: '__time', order }];
}

/** By the places of columns in the selection: the engine orders by no parameter, which a virtual column may be. */
function orderSql(query: CompiledScan, names: readonly string[]): Sql {
  const order = orderOf(query).map(({ columnName, order: direction }) => {
    const index = names.indexOf(columnName);
    if (index === -1)
      throw new QueryError('columns', `leaves out ${formatColumnName(columnName)}, by which the events are ordered`);
    const place = inlineInteger(index + 1);
    return direction === 'ascending' ? sql`${place} ASC NULLS FIRST` : sql`${place} DESC NULLS LAST`;
  });
  return order.length === 0 ? sql`` : sql` ORDER BY ${join([...order, sql`rowid`], 'comma')}`;
}

/** The columns asked for; without any, all of the table and the virtual ones. */
function columnNames(query: CompiledScan, table: EventTable): string[] {
  const asked = [...new Set(query.columns ?? [])];
  if (asked.length === 0) {
    const virtual = (query.virtualColumns ?? []).map(({ name }) => name);
    return [...new Set(['__time', ...table.columns.keys(), ...virtual])];
  }
  return asked;
}

function formatColumnName(name: string): string {
  return name === '__time' ? name : JSON.stringify(name);
}

/** One batch, or as many as their size makes. */
async function shapeBatches(
  { batchSize = EVENT_LIMIT, resultFormat }: CompiledScan,
  names: readonly string[],
  columns: readonly TypedSql[],
  rows: readonly Row[],
): Promise<readonly Json[]> {
  if (rows.length > EVENT_LIMIT)
    throw new QueryError('limit', `is missing, and there are more than ${EVENT_LIMIT} events`);
  const rowSignature = names.map((name, index) => ({ name, type: TYPE_NAMES[columns[index]?.kind ?? 'text'] }));
  const event = (row: Row): Json => (resultFormat === 'compactedList' ? row.map(jsonOf) : jsonObject(names, row));
  const events = await mapRows(rows, event);
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_batch, index) => ({
    columns: names,
    events: events.slice(index * batchSize, (index + 1) * batchSize),
    rowSignature,
  }));
}
