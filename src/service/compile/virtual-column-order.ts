import { identifiersOf, parseExpression } from '../../tql/expression.ts';
import { type VirtualColumn } from '../../tql/run-query.ts';

/** A virtual column and its place in the query. */
export interface PlacedColumn {
  readonly column: VirtualColumn;
  readonly index: number;
}

/** Virtual columns so that each comes after those it reads; or a circle of some, each of which reads the next. */
export interface ColumnOrder {
  readonly ordered: readonly PlacedColumn[];
  readonly circle: readonly PlacedColumn[];
}

/** Puts virtual columns, whose names are their own, in the order in which they can be computed. */
export function inOrder(columns: readonly VirtualColumn[]): ColumnOrder {
  const placed = new Map(columns.map((column, index) => [column.name, { column, index }]));
  const waitsFor = new Map<PlacedColumn, Set<PlacedColumn>>();
  const readers = new Map<PlacedColumn, PlacedColumn[]>();
  for (const one of placed.values()) {
    const read = new Set(columnsReadBy(one.column).flatMap((name) => placed.get(name) ?? []));
    waitsFor.set(one, read);
    for (const each of read) {
      const list = readers.get(each) ?? [];
      list.push(one);
      readers.set(each, list);
    }
  }
  const ordered = [...placed.values()].filter((one) => waitsFor.get(one)?.size === 0);
  // It grows while it is walked.
  for (const computed of ordered) {
    waitsFor.delete(computed);
    for (const reader of readers.get(computed) ?? []) {
      waitsFor.get(reader)?.delete(computed);
      if (waitsFor.get(reader)?.size === 0) ordered.push(reader);
    }
  }
  return { ordered, circle: circleIn(waitsFor) };
}

/** Whatever is left waits for something that is left, so following that leads around. */
function circleIn(waitsFor: ReadonlyMap<PlacedColumn, ReadonlySet<PlacedColumn>>): PlacedColumn[] {
  const walked = new Set<PlacedColumn>();
  let [at] = waitsFor.keys();
  while (at !== undefined && !walked.has(at)) {
    walked.add(at);
    [at] = waitsFor.get(at) ?? [];
  }
  const path = [...walked];
  return at === undefined ? [] : path.slice(path.indexOf(at));
}

function columnsReadBy(column: VirtualColumn): readonly string[] {
  if (column.type === 'mv-filtered') return [column.delegate];
  const parsed = parseExpression(column.expression);
  return parsed.ok ? identifiersOf(parsed.tree) : [];
}
