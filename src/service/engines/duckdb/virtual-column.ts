import { type VirtualColumn } from '../../../tql/run-query.ts';
import { druidExpressionSql } from './druid-expression.ts';
import { asDouble, asLong, asText, type Expression } from './expression.ts';
import { type Scope } from './scope.ts';
import { join, sql, text } from './sql.ts';

/** Virtual columns by name, each over the columns of the events. */
export function virtualColumns(columns: readonly VirtualColumn[], events: Scope): ReadonlyMap<string, Expression> {
  return new Map(
    columns.map((column, index) => [column.name, virtualColumn(column, events, `virtualColumns[${index}]`)]),
  );
}

function virtualColumn(column: VirtualColumn, events: Scope, path: string): Expression {
  switch (column.type) {
    case 'mv-filtered': {
      const value = asText(events.resolve(column.delegate));
      const isAllowed = column.isAllowList ?? true;
      if (column.values.length === 0) return { kind: 'text', sql: isAllowed ? sql`NULL::VARCHAR` : value };
      const listed = sql`${value} IN (${join(column.values.map(text), 'comma')})`;
      const kept = isAllowed ? listed : sql`NOT ${listed}`;
      return { kind: 'text', sql: sql`CASE WHEN ${kept} THEN ${value} END` };
    }
    case 'expression':
      return withType(druidExpressionSql(column.expression, events, `${path}.expression`), column.outputType);
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
