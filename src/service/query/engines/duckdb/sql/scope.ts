// Resolves the names of a query to SQL: columns, virtual columns or outputs. `Users` may be `"a0"`.
import { QueryError } from '../../../../errors.ts';
import type { EventTable } from '../../../../events/columns.ts';
import { NULL_TEXT, type TypedSql } from './typed.ts';
import { identifier, type Sql } from './statement.ts';

/** The names of a query and their SQL. An unknown name is null in every event. */
export interface Scope {
  readonly resolve: (name: string) => TypedSql;
  /** Whether a name is that of a virtual column, which hides a column of the events of the same name. */
  readonly isVirtual: (name: string) => boolean;
  /** Whether a name stands for the number 1 in every event. */
  readonly isAlwaysOne: (name: string) => boolean;
  /**
   * True in one row of a user in each group, false in the others; null if that is not known, and the users
   * have to be compared.
   */
  readonly firstOfUser?: Sql;
}

/** The columns of an organization's events, hidden by virtual columns of the same name. */
export function eventScope(table: EventTable, virtual: ReadonlyMap<string, TypedSql>): Scope {
  return {
    resolve: (name) => virtual.get(name) ?? columnSql(table, name),
    isVirtual: (name) => virtual.has(name),
    isAlwaysOne: (name) => !virtual.has(name) && table.columns.get(name)?.isAlwaysOne === true,
  };
}

/**
 * The outputs of a group. Resolving an output that is a list of numbers throws `QueryError` with this path.
 */
export function outputScope(outputs: ReadonlyMap<string, TypedSql>, path: string): Scope {
  return {
    isVirtual: () => false,
    isAlwaysOne: () => false,
    resolve: (name) => {
      const output = outputs.get(name) ?? NULL_TEXT;
      if (output.kind === 'doubles')
        throw new QueryError(
          path,
          `reads ${JSON.stringify(name)}, which is a list of numbers, as one number`,
        );
      return output;
    },
  };
}

function columnSql(table: EventTable, name: string): TypedSql {
  const column = table.columns.get(name);
  if (column === undefined) return NULL_TEXT;
  return { kind: column.kind, sql: identifier(column.column) };
}
