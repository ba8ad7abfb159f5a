import { type Json } from '../../../tql/json.ts';
import { type CompiledScan } from '../../compile/compiled.ts';
import { QueryError } from '../../errors.ts';
import { type EventTable } from '../engine.ts';
import { type Expression, type Kind } from './expression.ts';
import { type Plan } from './plan.ts';
import { jsonObject, type Row } from './shape.ts';
import { sourceOf } from './source.ts';
import { join, long, sql } from './sql.ts';

/** More events than this in one answer are refused. */
const EVENT_LIMIT = 500_000;

const TYPE_NAMES: Readonly<Record<Kind, string>> = {
  text: 'STRING',
  long: 'LONG',
  double: 'DOUBLE',
  doubles: 'ARRAY<DOUBLE>',
};

/** A scan: the events themselves, in one batch. Without an order, and at one time, they come as they are stored. */
export function planScan(query: CompiledScan, table: EventTable): Plan {
  const source = sourceOf(query, table);
  const names = columnNames(query, table);
  const columns = names.map((name) => source.scope.resolve(name));
  const { order, limit = 0, offset = 0 } = query;
  const sorted =
    order === undefined ? sql`` : sql` ORDER BY ${source.time} ${order === 'ascending' ? sql`ASC` : sql`DESC`}, rowid`;
  const most = limit === 0 ? EVENT_LIMIT + 1 : limit;
  const selected = join(
    columns.map((column) => column.sql),
    'comma',
  );
  const page = sql` LIMIT ${long(most)} OFFSET ${long(offset)}`;
  return {
    statements: [sql`SELECT ${selected} FROM ${source.table} WHERE ${source.where}${sorted}${page}`],
    shape: ([rows = []]) => batches(names, columns, rows),
  };
}

/** The columns asked for; without any, all of the table and the virtual ones. */
function columnNames(query: CompiledScan, table: EventTable): string[] {
  const asked = [...new Set(query.columns ?? [])];
  if (asked.length === 0) {
    const virtual = (query.virtualColumns ?? []).map(({ name }) => name);
    return [...new Set(['__time', ...table.columns.keys(), ...virtual])];
  }
  if (query.order !== undefined && !asked.includes('__time')) {
    throw new QueryError('columns', 'leaves out __time, which a scan in an order needs');
  }
  return asked;
}

function batches(names: readonly string[], columns: readonly Expression[], rows: readonly Row[]): readonly Json[] {
  if (rows.length > EVENT_LIMIT)
    throw new QueryError('limit', `is missing, and there are more than ${EVENT_LIMIT} events`);
  if (rows.length === 0) return [];
  const rowSignature = names.map((name, index) => ({ name, type: TYPE_NAMES[columns[index]?.kind ?? 'text'] }));
  return [{ columns: names, events: rows.map((row) => jsonObject(names, row)), rowSignature }];
}
