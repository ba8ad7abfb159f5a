// Orders virtual columns so that each comes after those that it reads: `checks.ts` refuses those that cannot
// be ordered, and the engine for DuckDB computes the columns in this order.
import { namesIn } from '../../../tql/expression.ts';
import type { VirtualColumn } from '../../../tql/run-query.ts';

/** A virtual column and its place in the query. */
interface PlacedVirtualColumn {
  readonly column: VirtualColumn;
  readonly index: number;
}

/** Virtual columns in their order, and what Druid refuses about them. */
interface VirtualColumnOrder {
  /** Each comes after those that it reads. */
  readonly ordered: readonly PlacedVirtualColumn[];
  /** Columns each of which reads the next, and the last the first; empty if there is no such cycle. */
  readonly cycle: readonly PlacedVirtualColumn[];
  /** If there is no cycle: a column that reads another one both itself and through a third; else null. */
  readonly detour: Detour | null;
}

interface Detour extends PlacedVirtualColumn {
  readonly read: string;
  readonly through: string;
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
    for (const name of columnsReadBy(placed.column)) {
      const read = placedByName.get(name);
      const cycle = read === undefined ? [] : add(read, [...readers, placed]);
      if (cycle.length > 0) return cycle;
    }
    ordered.add(placed);
    return [];
  };
  for (const placed of placedByName.values()) {
    const cycle = add(placed, []);
    if (cycle.length > 0) return { ordered: [], cycle, detour: null };
  }
  return { ordered: [...ordered], cycle: [], detour: findDetour(ordered) };
}

/** Finds a detour among columns that come after those that they read. */
function findDetour(ordered: Iterable<PlacedVirtualColumn>): Detour | null {
  /** All that a column reads, itself or through others. */
  const allReadBy = new Map<string, ReadonlySet<string>>();
  for (const { column, index } of ordered) {
    const direct = new Set(columnsReadBy(column));
    const all = new Set(direct);
    for (const through of direct) {
      const readThrough = allReadBy.get(through) ?? new Set();
      const read = [...direct].find((name) => readThrough.has(name));
      if (read !== undefined) return { column, index, read, through };
      for (const name of readThrough) all.add(name);
    }
    allReadBy.set(column.name, all);
  }
  return null;
}

function columnsReadBy(column: VirtualColumn): readonly string[] {
  return column.type === 'mv-filtered' ? [column.delegate] : namesIn(column.expression);
}
