import { QueryError } from '../errors.ts';
import { type PlainQuery } from './compiled.ts';
import { inOrder } from './virtual-column-order.ts';

/** Checks that virtual columns have names of their own, and that none is made of itself. */
export function checkVirtualColumns({ virtualColumns = [] }: PlainQuery): void {
  const names = new Set<string>();
  for (const [index, { name }] of virtualColumns.entries()) {
    const path = `virtualColumns[${index}].name`;
    if (name === '__time') throw new QueryError(path, 'is __time, which no virtual column may be');
    if (names.has(name)) throw new QueryError(path, `is ${JSON.stringify(name)}, as another virtual column is`);
    names.add(name);
  }
  const { circle } = inOrder(virtualColumns);
  const [first] = circle;
  if (first === undefined) return;
  const place = first.column.type === 'expression' ? 'expression' : 'delegate';
  const read = [...circle.slice(1), first].map(({ column }) => JSON.stringify(column.name));
  const shown = read.length > SHOWN ? [...read.slice(0, SHOWN), '…', ...read.slice(-1)] : read;
  throw new QueryError(
    `virtualColumns[${first.index}].${place}`,
    `makes ${JSON.stringify(first.column.name)} of itself: it reads ${shown.join(', which reads ')}`,
  );
}

const SHOWN = 10;
