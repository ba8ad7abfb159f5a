import { identifiersOf, parseExpression } from '../../tql/expression.ts';
import { type VirtualColumn } from '../../tql/run-query.ts';
import { QueryError } from '../errors.ts';
import { type PlainQuery } from './compiled.ts';

/** Checks that virtual columns have names of their own and read the events' columns, not each other. */
export function checkVirtualColumns({ virtualColumns = [] }: PlainQuery): void {
  const names = new Set<string>();
  for (const [index, { name }] of virtualColumns.entries()) {
    const path = `virtualColumns[${index}].name`;
    if (name === '__time') throw new QueryError(path, 'is __time, which no virtual column may be');
    if (names.has(name)) throw new QueryError(path, `is ${JSON.stringify(name)}, as another virtual column is`);
    names.add(name);
  }
  for (const [index, column] of virtualColumns.entries()) {
    const read = columnsReadBy(column).find((name) => names.has(name));
    if (read === undefined) continue;
    const place = column.type === 'expression' ? 'expression' : 'delegate';
    const message = `reads the virtual column ${JSON.stringify(read)}, which is not supported: virtual columns read events`;
    throw new QueryError(`virtualColumns[${index}].${place}`, message);
  }
}

function columnsReadBy(column: VirtualColumn): readonly string[] {
  if (column.type === 'mv-filtered') return [column.delegate];
  const parsed = parseExpression(column.expression);
  return parsed.ok ? identifiersOf(parsed.tree) : [];
}
