import { type VirtualColumn } from '../../../tql/run-query.ts';
import { QueryError } from '../../errors.ts';
import { asText, type Expression } from './expression.ts';
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
      throw new QueryError(`${path}.type`, 'is expression, which is not supported yet');
  }
}
