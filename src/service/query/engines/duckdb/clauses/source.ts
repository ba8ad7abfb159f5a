// Builds the `FROM` and `WHERE` of a query, and finds the SQL that its column names stand for:
// `FROM "events_1" WHERE ("__time" >= 1790812800000 AND "__time" < 1790899200000) AND ("type" = 'launch')`.
import type { VirtualColumn } from '../../../../../tql/schema/run-query.ts';
import type { CompiledQuery } from '../../../compile/compiled-query.ts';
import { orderVirtualColumns } from '../../../compile/virtual-columns.ts';
import type { EventTable } from '../../../../events/columns.ts';
import { expressionSql } from '../expressions/expression.ts';
import { castValue } from '../expressions/numbers.ts';
import { eventScope, type Scope } from '../sql/scope.ts';
import { identifier, sql, type Sql } from '../sql/statement.ts';
import { asLong, kindOfType, type TypedSql } from '../sql/typed.ts';
import { mergeIntervals } from '../../buckets.ts';
import { filterSql, inRangesSql } from './filters.ts';

/** The events of a query, as SQL. */
export interface Source {
  readonly table: Sql;
  readonly where: Sql;
  readonly scope: Scope;
  /** The stored time of an event, even if a virtual column is called `__time`. */
  readonly time: Sql;
}

/** The events of the table that lie in the query's intervals and match its filter. */
export function sourceOf(query: CompiledQuery, table: EventTable): Source {
  const events = eventScope(table, new Map<string, TypedSql>());
  const scope = virtualScope(query.virtualColumns ?? [], table);
  const time = asLong(events.resolve('__time'));
  const isInIntervals = inRangesSql(time, mergeIntervals(query.intervals));
  const where =
    query.filter === undefined ? isInIntervals : sql`${isInIntervals} AND ${filterSql(query.filter, scope)}`;
  return { table: identifier(table.name), where, scope, time };
}

/**
 * A table's columns and the virtual columns, which may read each other and hide table columns of the same
 * name.
 */
function virtualScope(columns: readonly VirtualColumn[], table: EventTable): Scope {
  const virtual = new Map<string, TypedSql>();
  const scope = eventScope(table, virtual);
  for (const { column, index } of orderVirtualColumns(columns).ordered) {
    virtual.set(column.name, virtualColumnSql(column, scope, `virtualColumns[${index}]`));
  }
  return scope;
}

function virtualColumnSql(column: VirtualColumn, scope: Scope, path: string): TypedSql {
  const value = expressionSql(column.expression, scope, `${path}.expression`);
  const kind = kindOfType(column.outputType ?? '');
  return kind === null ? value : castValue(kind, value);
}
