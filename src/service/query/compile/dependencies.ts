import { findIdentifiers, parseExpression } from '../../../tql/expression.ts';
import type { PostAggregation } from '../../../tql/post-aggregation.ts';
import type { VirtualColumn } from '../../../tql/query.ts';

/** A virtual column and its place in the query. */
interface PlacedVirtualColumn {
  readonly column: VirtualColumn;
  readonly index: number;
}

/** Virtual columns so that each comes after those it reads; or a circle of some, each of which reads the next. */
interface VirtualColumnOrder {
  readonly ordered: readonly PlacedVirtualColumn[];
  readonly circle: readonly PlacedVirtualColumn[];
}

/** Puts virtual columns, whose names are their own, in the order in which they can be computed. */
export function orderVirtualColumns(columns: readonly VirtualColumn[]): VirtualColumnOrder {
  const placed = new Map(columns.map((column, index) => [column.name, { column, index }]));
  const waitsFor = new Map<PlacedVirtualColumn, Set<PlacedVirtualColumn>>();
  const readers = new Map<PlacedVirtualColumn, PlacedVirtualColumn[]>();
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
  return { ordered, circle: findCycle(waitsFor) };
}

/** Whatever is left waits for something that is left, so following that leads around. */
function findCycle(
  waitsFor: ReadonlyMap<PlacedVirtualColumn, ReadonlySet<PlacedVirtualColumn>>,
): PlacedVirtualColumn[] {
  const walked = new Set<PlacedVirtualColumn>();
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
  return parsed.ok ? findIdentifiers(parsed.tree) : [];
}

/** The outputs that a post-aggregation reads; an expression that cannot be parsed reads none. */
export function outputsReadBy(post: PostAggregation): string[] {
  if (post.type === 'expression') {
    const parsed = parseExpression(post.expression);
    return parsed.ok ? findIdentifiers(parsed.tree) : [];
  }
  return 'fieldName' in post ? [post.fieldName] : nestedPostAggregations(post).flatMap(outputsReadBy);
}

/** The post-aggregations directly inside one. */
export function nestedPostAggregations(post: PostAggregation): readonly PostAggregation[] {
  if ('fields' in post) return post.fields;
  if ('field' in post) return [post.field];
  if (post.type === 'zscore2sample')
    return [post.sample1Size, post.successCount1, post.sample2Size, post.successCount2];
  return post.type === 'pvalue2tailedZtest' ? [post.zScore] : [];
}
