import type { VirtualColumn } from '../../../../../tql/query.ts';
import type { CompiledQuery } from '../../../compile/compiled-query.ts';
import { orderVirtualColumns } from '../../../compile/dependencies.ts';
import type { EventTable } from '../../engine.ts';
import { expressionSql } from '../expressions/expression.ts';
import { eventScope, type Scope } from '../sql/scope.ts';
import { identifier, inlineInteger, join, sql, type Sql, text } from '../sql/statement.ts';
import { asDouble, asLong, asText, type TypedSql } from '../sql/typed.ts';
import { mergeIntervals } from './buckets.ts';
import { filterSql } from './filters.ts';

/** Where the events of a query come from. */
export interface Source {
  readonly table: Sql;
  readonly where: Sql;
  readonly scope: Scope;
  /** The time of an event, whatever virtual column may be called so. */
  readonly time: Sql;
}

/** The events that a query is about: those of the table within its intervals that its filter lets through. */
export function sourceOf(query: CompiledQuery, table: EventTable): Source {
  const events = eventScope(table, new Map<string, TypedSql>());
  const scope = virtualScope(query.virtualColumns ?? [], table);
  const time = asLong(events.resolve('__time'));
  const within = inIntervalsSql(time, query.intervals);
  const where = query.filter === undefined ? within : sql`${within} AND ${filterSql(query.filter, scope)}`;
  return { table: identifier(table.name), where, scope, time };
}

function inIntervalsSql(time: Sql, intervals: readonly string[]): Sql {
  const ranges = mergeIntervals(intervals).map(
    ({ startMs, endMs }) => sql`(${time} >= ${inlineInteger(startMs)} AND ${time} < ${inlineInteger(endMs)})`,
  );
  return ranges.length === 0 ? sql`FALSE` : sql`(${join(ranges, 'or')})`;
}

/** A table's columns and the virtual ones, which hide columns of their name and may read each other, but not in a circle. */
function virtualScope(columns: readonly VirtualColumn[], table: EventTable): Scope {
  const virtual = new Map<string, TypedSql>();
  const scope = eventScope(table, virtual);
  for (const { column, index } of orderVirtualColumns(columns).ordered) {
    virtual.set(column.name, virtualColumnSql(column, scope, `virtualColumns[${index}]`));
  }
  return scope;
}

function virtualColumnSql(column: VirtualColumn, scope: Scope, path: string): TypedSql {
  switch (column.type) {
    case 'mv-filtered': {
      const value = asText(scope.resolve(column.delegate));
      const isAllowed = column.isAllowList ?? true;
      if (column.values.length === 0) return { kind: 'text', sql: isAllowed ? sql`NULL::VARCHAR` : value };
      const listed = sql`${value} IN (${join(column.values.map(text), 'comma')})`;
      const kept = isAllowed ? listed : sql`NOT ${listed}`;
      return { kind: 'text', sql: sql`CASE WHEN ${kept} THEN ${value} END` };
    }
    case 'expression':
      return castToType(expressionSql(column.expression, scope, `${path}.expression`), column.outputType);
  }
}

function castToType(value: TypedSql, outputType: string | undefined): TypedSql {
  switch (outputType?.toUpperCase()) {
    case 'STRING':
      return { kind: 'text', sql: asText(value) };
    case 'LONG':
      return { kind: 'long', sql: asLong(value) };
    case 'DOUBLE':
    case 'FLOAT':
      return { kind: 'double', sql: asDouble(value) };
    default:
      return value;
  }
}
