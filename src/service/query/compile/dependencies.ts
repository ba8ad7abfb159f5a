// Orders virtual columns so that each comes after those that it reads, and finds those that read each other:
// the checks refuse these, and the engine for DuckDB computes the columns in this order.
import { namesIn } from '../../../tql/expression.ts';
import type { VirtualColumn } from '../../../tql/run-query.ts';

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
