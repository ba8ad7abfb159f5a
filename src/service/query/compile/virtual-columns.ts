// Orders virtual columns so that each comes after those that it reads, as the engine for DuckDB computes
// them, and refuses those that read each other: `a` = `b + 1` and `b` = `a * 2`.
import { namesIn } from '../../../tql/expression.ts';
import type { VirtualColumn } from '../../../tql/schema/run-query.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';

/** A virtual column and its place in the query. */
interface PlacedVirtualColumn {
  readonly column: VirtualColumn;
  readonly index: number;
}

interface VirtualColumnOrder {
  /** Each comes after those that it reads. */
  readonly ordered: readonly PlacedVirtualColumn[];
  /** Columns each of which reads the next, and the last the first; empty if there is no such cycle. */
  readonly cycle: readonly PlacedVirtualColumn[];
}

/** Orders virtual columns, whose names are unique. */
export function orderVirtualColumns(columns: readonly VirtualColumn[]): VirtualColumnOrder {
  const placedByName = new Map(columns.map((column, index) => [column.name, { column, index }]));
  const ordered = new Set<PlacedVirtualColumn>();
  /** Adds a column after all that it reads. Returns the cycle that it leads into, if it does. */
  const add = (
    placed: PlacedVirtualColumn,
    readers: readonly PlacedVirtualColumn[],
  ): VirtualColumnOrder['cycle'] => {
    if (ordered.has(placed)) return [];
    if (readers.includes(placed)) return readers.slice(readers.indexOf(placed));
    for (const name of namesIn(placed.column.expression)) {
      const read = placedByName.get(name);
      const cycle = read === undefined ? [] : add(read, [...readers, placed]);
      if (cycle.length > 0) return cycle;
    }
    ordered.add(placed);
    return [];
  };
  for (const placed of placedByName.values()) {
    const cycle = add(placed, []);
    if (cycle.length > 0) return { ordered: [], cycle };
  }
  return { ordered: [...ordered], cycle: [] };
}

/**
 * Checks that the names of virtual columns are unique, and that no virtual column reads itself.
 * Throws `QueryError`.
 */
export function checkVirtualColumns({ virtualColumns = [] }: PlainQuery): void {
  const names = new Set<string>();
  for (const [index, { name }] of virtualColumns.entries()) {
    const path = `virtualColumns[${index}].name`;
    if (name === '__time')
      throw new QueryError(path, 'is __time, which cannot be the name of a virtual column');
    if (names.has(name))
      throw new QueryError(
        path,
        `is ${JSON.stringify(name)}, which is the name of another virtual column, too`,
      );
    names.add(name);
  }
  const [first, ...others] = orderVirtualColumns(virtualColumns).cycle;
  if (first !== undefined) throw cycleError(first, others);
}

type Cycle = VirtualColumnOrder['cycle'];

const SHOWN_LIMIT = 10;

function cycleError({ column, index }: Cycle[number], others: Cycle): QueryError {
  const name = JSON.stringify(column.name);
  const otherNames = others.map((other) => JSON.stringify(other.column.name));
  const shownNames =
    otherNames.length >= SHOWN_LIMIT ? [...otherNames.slice(0, SHOWN_LIMIT), '…'] : otherNames;
  return new QueryError(
    `virtualColumns[${index}].expression`,
    `is a cycle: ${name} reads ${[...shownNames, name].join(', which reads ')}`,
  );
}
