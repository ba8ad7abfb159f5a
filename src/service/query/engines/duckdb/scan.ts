// Plans a scan as SQL: `SELECT columns … LIMIT`.
import type { CompiledScan } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { columnsOfScan, EVENT_LIMIT, scanResult } from '../scan-result.ts';
import { TYPE_NAMES } from './sql/typed.ts';
import { jsonOf, type Plan } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { inlineInteger, join, sql, type Sql } from './sql/statement.ts';

/** A scan: the events themselves, ordered by time if the query asks for it, otherwise as they are stored. */
export function planScan(query: CompiledScan, table: EventTable): Plan {
  const source = sourceOf(query, table);
  const names = columnsOfScan(query, table.columns.keys());
  const columns = names.map((name) => ({ name, ...source.scope.resolve(name) }));
  const signature = columns.map(({ name, kind }) => ({ name, type: TYPE_NAMES[kind] }));
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
    toResult: ([rows = []]) => scanResult(signature, rows, jsonOf),
  };
}

/**
 * Orders by the position of `__time`: a virtual column of that name can be a parameter, by which the engine
 * does not order.
 */
function orderSql({ order }: CompiledScan, names: readonly string[]): Sql {
  if (order === undefined) return sql``;
  const position = inlineInteger(names.indexOf('__time') + 1);
  const direction = order === 'ascending' ? sql`ASC NULLS FIRST` : sql`DESC NULLS LAST`;
  return sql` ORDER BY ${position} ${direction}, rowid`;
}
