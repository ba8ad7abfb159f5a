import { type EventTable } from '../engine.ts';
import { NULL_TEXT, type Expression } from './expression.ts';
import { identifier } from './sql.ts';

/** The columns that count in whole numbers; every other numeric one holds doubles. */
const LONG_COLUMNS: ReadonlySet<string> = new Set(['__time', 'count']);

/** What the names of a query stand for; a name that stands for nothing is null everywhere. */
export interface Scope {
  readonly resolve: (name: string) => Expression;
}

/** The columns of an organization's events, hidden by virtual columns of the same name. */
export function eventScope(table: EventTable, virtual: ReadonlyMap<string, Expression>): Scope {
  return { resolve: (name) => virtual.get(name) ?? column(table, name) };
}

/** The outputs of a group. */
export function outputScope(outputs: ReadonlyMap<string, Expression>): Scope {
  return { resolve: (name) => outputs.get(name) ?? NULL_TEXT };
}

function column(table: EventTable, name: string): Expression {
  const found = table.columns.get(name);
  if (found === undefined) return NULL_TEXT;
  const value = identifier(found.column);
  if (found.kind === 'text') return { kind: 'text', sql: value };
  return { kind: LONG_COLUMNS.has(name) ? 'long' : 'double', sql: value };
}
