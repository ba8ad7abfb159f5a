// Orders virtual columns so that each comes after those that it reads. `checks.ts` refuses cycles; the engine
// for DuckDB computes the columns in this order.
import { namesIn } from '../../../tql/expression.ts';
import type { VirtualColumn } from '../../../tql/run-query.ts';

/** A virtual column and its place in the query. */
interface PlacedVirtualColumn {
  readonly column: VirtualColumn;
  readonly index: number;
}

/**
 * The virtual columns that can be computed, each after those that it reads; and a cycle of columns, each of
 * which reads the next.
 */
interface VirtualColumnOrder {
  readonly ordered: readonly PlacedVirtualColumn[];
  readonly cycle: readonly PlacedVirtualColumn[];
  /** A column that reads another one both itself and through a third. */
  readonly detour: Detour | null;
}

interface Detour extends PlacedVirtualColumn {
  readonly read: string;
  readonly through: string;
}

/** Orders virtual columns, whose names are unique, so that each comes after those that it reads. */
export function orderVirtualColumns(columns: readonly VirtualColumn[]): VirtualColumnOrder {
  const placed = new Map(columns.map((column, index) => [column.name, { column, index }]));
  const waitsFor = new Map<PlacedVirtualColumn, Set<PlacedVirtualColumn>>();
  const readers = new Map<PlacedVirtualColumn, PlacedVirtualColumn[]>();
  for (const reader of placed.values()) {
    const read = new Set(columnsReadBy(reader.column).flatMap((name) => placed.get(name) ?? []));
    waitsFor.set(reader, read);
    for (const column of read) readers.set(column, [...(readers.get(column) ?? []), reader]);
  }
  const ordered = [...placed.values()].filter((column) => waitsFor.get(column)?.size === 0);
  // The list grows while the loop runs.
  for (const computed of ordered) {
    waitsFor.delete(computed);
    for (const reader of readers.get(computed) ?? []) {
      waitsFor.get(reader)?.delete(computed);
      if (waitsFor.get(reader)?.size === 0) ordered.push(reader);
    }
  }
  const cycle = findCycle(waitsFor);
  return { ordered, cycle, detour: cycle.length === 0 ? findDetour(ordered) : null };
}

/** Each column that is left waits for another one that is left, so following them leads into a cycle. */
function findCycle(
  waitsFor: ReadonlyMap<PlacedVirtualColumn, ReadonlySet<PlacedVirtualColumn>>,
): PlacedVirtualColumn[] {
  const walked = new Set<PlacedVirtualColumn>();
  let [current] = waitsFor.keys();
  while (current !== undefined && !walked.has(current)) {
    walked.add(current);
    [current] = waitsFor.get(current) ?? [];
  }
  const path = [...walked];
  return current === undefined ? [] : path.slice(path.indexOf(current));
}

/** The columns come after those that they read. */
function findDetour(ordered: readonly PlacedVirtualColumn[]): Detour | null {
  const readBelow = new Map<string, ReadonlySet<string>>();
  for (const { column, index } of ordered) {
    const direct = new Set(columnsReadBy(column));
    for (const through of direct) {
      const read = [...direct].find((name) => readBelow.get(through)?.has(name) === true);
      if (read !== undefined) return { column, index, read, through };
    }
    readBelow.set(
      column.name,
      new Set([...direct, ...[...direct].flatMap((name) => [...(readBelow.get(name) ?? [])])]),
    );
  }
  return null;
}

function columnsReadBy(column: VirtualColumn): readonly string[] {
  return column.type === 'mv-filtered' ? [column.delegate] : namesIn(column.expression);
}
