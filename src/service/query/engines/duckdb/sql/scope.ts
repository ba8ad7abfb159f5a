import { QueryError } from '../../../../errors.ts';
import type { EventTable } from '../../engine.ts';
import { NULL_TEXT, type TypedSql } from './typed.ts';
import { identifier } from './statement.ts';

/** The columns that count in whole numbers; every other numeric one holds doubles. */
const LONG_COLUMNS: ReadonlySet<string> = new Set(['__time', 'count']);

/** What the names of a query stand for; a name that stands for nothing is null everywhere. */
export interface Scope {
  readonly resolve: (name: string) => TypedSql;
  /** Whether a name is a virtual column's, which may hide a column of the events. */
  readonly isVirtual: (name: string) => boolean;
  /** Whether a name stands for the number 1 in every event. */
  readonly isAlwaysOne: (name: string) => boolean;
}

/** The columns of an organization's events, hidden by virtual columns of the same name. */
export function eventScope(table: EventTable, virtual: ReadonlyMap<string, TypedSql>): Scope {
  return {
    resolve: (name) => virtual.get(name) ?? column(table, name),
    isVirtual: (name) => virtual.has(name),
    isAlwaysOne: (name) => !virtual.has(name) && table.columns.get(name)?.isAlwaysOne === true,
  };
}

/** The outputs of a group. Throws `QueryError` at the path where a list of numbers is read as one value. */
export function outputScope(outputs: ReadonlyMap<string, TypedSql>, path: string): Scope {
  return {
    isVirtual: () => false,
    isAlwaysOne: () => false,
    resolve: (name) => {
      const output = outputs.get(name) ?? NULL_TEXT;
      if (output.kind === 'doubles')
        throw new QueryError(path, `reads ${JSON.stringify(name)}, a list of numbers, as one`);
      return output;
    },
  };
}

function column(table: EventTable, name: string): TypedSql {
  const found = table.columns.get(name);
  if (found === undefined) return NULL_TEXT;
  const value = identifier(found.column);
  if (found.kind === 'text') return { kind: 'text', sql: value };
  return { kind: LONG_COLUMNS.has(name) ? 'long' : 'double', sql: value };
}
