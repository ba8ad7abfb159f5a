// Evaluates what goes through a list: `rows.all(r, …)`, `exists`, `filter`, `map`, and `in`. Called by
// `evaluate.ts` and `functions.ts`.
import {
  condition,
  compareValues,
  decides,
  operand,
  operands,
  type Scope,
  describe,
  fault,
  type Item,
  type List,
  readsOf,
  text,
  truth,
  type Truth,
  type Value,
} from './values.ts';
import { exactNumber, NumberRange, rangeBetween, type Reads } from './number-range.ts';
import type { Node, NodeOf } from './syntax.ts';

/** The calls that evaluate something for each item of a list. */
export const LOOPS = ['all', 'exists', 'exists_one', 'filter', 'map'] as const;

/**
 * Evaluates a loop: `rows.all(r, r.share < 50%)` has the owner `rows`, the item `r` and a body for each
 * item.
 */
export function evaluateLoop(
  node: NodeOf<'call'>,
  loop: (typeof LOOPS)[number],
  owner: Node,
  scope: Scope,
): Value {
  if (scope.item !== null) return faultNested(node);
  const list = scope.evaluate(owner, scope);
  if (list.kind === 'unknown') return list;
  if (list.kind !== 'list') return fault(node, 'all, exists, filter and map go through a list, such as rows');
  const [item, body, ...others] = node.args;
  if (item?.kind !== 'name' || body === undefined || others.length > 0)
    return fault(
      item ?? node,
      'all, exists, filter and map take a name for the item first',
      'rows.all(r, r.share < 50%)',
    );
  const scopeOf = (value: Value): Scope => ({ ...scope, item: { name: item.name, value } });
  if (loop === 'map') return mapList(list, (value) => operand(body, scopeOf(value)));
  const results = list.items.map(({ value }) => condition(body, scopeOf(value)));
  if (loop === 'filter') return filterList(list, results);
  const shortage = scope.findShortage(list.from);
  if (shortage !== null) return truth(null, list.from, { reason: shortage });
  if (loop !== 'exists_one') return quantify(list, results, loop);
  const size = sizeOf(filterList(list, results));
  return truth(decides('==', size, exactNumber(1)), size.from, { reason: size.reason });
}

export function faultNested(node: Node): never {
  return fault(
    node,
    'all, exists, filter and map cannot be nested: that would read every row once for each row',
  );
}

/** The items for which a condition holds. Those for which that is not known may be in the list. */
function filterList(list: List, results: readonly Truth[]): List {
  const items = list.items.flatMap((item, place): readonly Item[] => {
    const { holds = null, reason = null } = results[place] ?? {};
    return holds === false ? [] : [{ ...item, reason: item.reason ?? reason }];
  });
  return { kind: 'list', items, from: readsOf([list, ...results]) };
}

function mapList(list: List, compute: (value: Value) => Value): List {
  const items = list.items.map(({ value, reason }) => ({ value: compute(value), reason }));
  return { kind: 'list', items, from: readsOf([list, ...items.map(({ value }) => value)]) };
}

/** `exists`, which one true item decides, or `all`, which one false item decides. */
function quantify(list: List, results: readonly Truth[], loop: 'all' | 'exists'): Truth {
  const decisive = loop === 'exists';
  const from = readsOf([list, ...results]);
  const deciding = list.items.filter(
    ({ reason }, index) => reason === null && results[index]?.holds === decisive,
  );
  if (deciding.length > 0) {
    const rows = deciding.map(({ value }) => value).filter((value) => value.kind === 'row');
    const offending = rows.map(({ insight, key }) => ({ insight, key: key.value ?? '' }));
    return truth(decisive, from, loop === 'all' ? { offending } : {});
  }
  // An item that may be there, or whose condition is not known, may still decide.
  const open = results.findIndex(({ holds }) => holds !== !decisive);
  if (open < 0) return truth(!decisive, from);
  return truth(null, from, { reason: results[open]?.reason ?? list.items[open]?.reason ?? null });
}

/** Evaluates `value in list`: whether any item equals the value. */
export function evaluateIn(node: NodeOf<'in'>, scope: Scope): Truth {
  const [value, list] = operands(node, scope);
  const from = readsOf([value, list]);
  if (list.kind === 'unknown') return truth(null, from, { reason: list.reason });
  if (list.kind !== 'list') return fault(node, `in takes a list, not ${describe(list)}`);
  const results = list.items.map((item) => {
    const holds = compareValues('==', value, item.value);
    if (holds === 'incomparable')
      return fault(node, `in does not compare ${describe(value)} with ${describe(item.value)}`);
    return truth(holds, item.value.from, { reason: item.reason });
  });
  const shortage = scope.findShortage(from);
  if (shortage !== null) return truth(null, from, { reason: shortage });
  return quantify({ ...list, from }, results, 'exists');
}

/** The number of items; at least that of those that are surely in the list. */
export function sizeOf({ items, from }: List): NumberRange {
  const open = items.find(({ reason }) => reason !== null);
  const least = items.filter(({ reason }) => reason === null).length;
  const size = open === undefined ? exactNumber(least) : rangeBetween(least, Infinity, open.reason);
  return size.with({ from, unit: 'count' });
}

/** What is known of a value that is one of two: of numbers, that it lies between the bounds of both. */
export function anyOf(one: Value, other: Value, from: Reads): Value {
  const reads = readsOf([one, other, { from }]);
  if (one.kind === 'truth') return truth(null, reads);
  if (one.kind === 'text') return text(null, reads);
  if (!(one instanceof NumberRange)) return { ...one, from: reads };
  if (!(other instanceof NumberRange)) return one;
  const range = rangeBetween(Math.min(one.low, other.low), Math.max(one.high, other.high), null);
  return range.with({ from: reads, unit: one.unit === other.unit ? one.unit : null });
}
