import { type VirtualColumn } from '../../../tql/run-query.ts';
import { inOrder } from '../../compile/virtual-column-order.ts';
import { type EventTable } from '../engine.ts';
import { druidExpressionSql } from './druid-expression.ts';
import { asDouble, asLong, asText, type Expression } from './expression.ts';
import { eventScope, type Scope } from './scope.ts';
import { join, sql, text } from './sql.ts';

/** A table's columns and the virtual ones, which hide columns of their name and may read each other, but not in a circle. */
export function virtualScope(columns: readonly VirtualColumn[], table: EventTable): Scope {
  const virtual = new Map<string, Expression>();
  const scope = eventScope(table, virtual);
  for (const { column, index } of inOrder(columns).ordered) {
    virtual.set(column.name, virtualColumn(column, scope, `virtualColumns[${index}]`));
  }
  return scope;
}

function virtualColumn(column: VirtualColumn, scope: Scope, path: string): Expression {
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
      return withType(druidExpressionSql(column.expression, scope, `${path}.expression`), column.outputType);
  }
}

function withType(value: Expression, outputType: string | undefined): Expression {
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
