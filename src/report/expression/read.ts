// Evaluates names and fields: an insight, its `rows`, a row's `share`; and says what was probably meant by a
// wrong one. Called by `evaluate.ts` and `functions.ts`. With `scope.checked`, an assertion is checked before
// anything is queried, and each mistake throws; without it, it has been checked, and numbers are read.
import { because } from './reasons.ts';
import { nearestWord } from '../../text/nearest.ts';
import { quoteNames } from '../../text/list.ts';
import { isRowNumber, isTableFunction, readsEarlier, READ_FUNCTIONS, ROW_NUMBERS } from './calls.ts';
import { operand, type Scope, fault, type List, unknownValue, type Value } from './values.ts';
import { INSIGHT, isIdentifier, type KnownInsights, writtenInsight } from './insights.ts';
import { faultNested, LOOPS } from './lists.ts';
import { NOTHING } from './number-range.ts';
import type { Wrong } from './fault.ts';
import type { Node, NodeOf } from './syntax.ts';

/** What an assertion can read of an insight. */
const READS: readonly string[] = [...[...READ_FUNCTIONS].map((name) => `${name}()`), 'rows'];

/**
 * The value of a name: the item of a loop, the list `rows`, or an insight. `member` is what follows the name
 * and its dot, written as in `READS`; it shows that an unknown name was meant as an insight.
 */
export function evaluateName(node: NodeOf<'name'>, scope: Scope, member: string | null = null): Value {
  const { name } = node;
  if (scope.item?.name === name) return scope.item.value;
  if (name === 'rows') return rowsOf(node, null, scope);
  const { insights } = scope.checked ?? {};
  const isInsight = insights?.all.some((each) => each.name === name) ?? true;
  if (isInsight && isIdentifier(name)) return { kind: 'insight', name, from: NOTHING };
  if (insights !== undefined && READS.includes(member ?? ''))
    return fault(node, ...unknownInsight(name, insights));
  return fault(node, ...unknownName(name, scope));
}

/** The value before a dot, which may be an insight, unlike an operand. `member` is what follows the dot. */
export function evaluateOwner(node: Node, member: string, scope: Scope): Value {
  return node.kind === 'name' ? evaluateName(node, scope, member) : scope.evaluate(node, scope);
}

function rowsOf(node: Node, insight: string | null, scope: Scope): List {
  if (scope.item !== null) return faultNested(node);
  if (insight === null) requireOwn(node, 'rows', scope);
  return scope.reader.rows(insight);
}

/**
 * A list that is read for its size or one item: that is no loop within a loop, so `rows` is allowed in one.
 */
export function evaluateRowsOnce(node: Node, scope: Scope): Value {
  const isRows = (node.kind === 'name' || node.kind === 'field') && node.name === 'rows';
  return operand(node, isRows ? { ...scope, item: null } : scope);
}

/** Requires that a function without an insight's name has an insight to read. */
export function requireOwn(node: Node, read: string, { checked }: Scope): void {
  if (checked === undefined || checked.insights.defaultInsight !== null) return;
  const { all } = checked.insights;
  const [name, names] = [all[0]?.name ?? 'os', quoteNames(all.map((each) => each.name))];
  const why = `${read} does not say which of the ${all.length} insights it reads (${names})`;
  fault(node, `${why}; write ${writtenInsight(name)}.${read}, or ${name}: before the whole assertion`);
}

/** Requires that an insight is compared with an earlier period if that is read. */
export function requireEarlier(
  node: Pick<Node, 'at'>,
  name: string,
  insight: string | null,
  { checked }: Scope,
): void {
  if (!readsEarlier(name) || checked === undefined) return;
  const { defaultInsight, all } = checked.insights;
  if (all.find((each) => each.name === (insight ?? defaultInsight))?.isCompared !== false) return;
  const insightText = insight === null ? 'the insight' : writtenInsight(insight);
  const why = `it reads the earlier period, but ${insightText} is not compared with one (compare: none)`;
  fault(node, `${why}; set compare to previous-period or previous-year`);
}

/** A field of a row, or an insight's rows. */
export function evaluateField(node: NodeOf<'field'>, scope: Scope): Value {
  const { name } = node;
  const owner = evaluateOwner(node.owner, name, scope);
  switch (owner.kind) {
    case 'unknown':
      return owner;
    case 'insight':
      return name === 'rows' ? rowsOf(node, owner.name, scope) : faultOfInsight(node, owner.name, name);
    case 'row': {
      if (name === 'key') return owner.key;
      if (!isRowNumber(name)) return fault(node, ...unknownField(name));
      requireEarlier(node, name, owner.insight, scope);
      return owner.read(name);
    }
    default:
      return fault(node, ...unknownField(name));
  }
}

/** An item of a list by its place, which is written out: `rows[0]` is the first row. */
export function evaluateIndex(node: NodeOf<'index'>, scope: Scope): Value {
  const list = evaluateRowsOnce(node.list, scope);
  const place = node.index.kind === 'number' ? node.index.value : NaN;
  if (list.kind === 'unknown') return list;
  if (list.kind !== 'list' || !Number.isInteger(place))
    return fault(node, 'the place of a row is a whole number', 'rows[0]');
  const { items, from } = list;
  // An item that may be there leaves the places from its own on unknown. For a check, it is there.
  const open = items.slice(0, place + 1).find(({ reason }) => reason !== null);
  if (open !== undefined) return scope.checked === undefined ? unknownValue(open.reason, from) : open.value;
  const none = because(`it cannot be evaluated: there is no row ${place + 1}`);
  return items[place]?.value ?? unknownValue(none, from);
}

/** The insight that `insight("name")` names. */
export function evaluateInsight(node: NodeOf<'call'>, { checked }: Scope): Value {
  const [name] = node.args;
  const { insights } = checked ?? {};
  if (name?.kind !== 'text' || node.args.length !== 1)
    return fault(node, `${INSIGHT} takes the name of an insight, written out in quotes`);
  if (insights?.all.every((each) => each.name !== name.value) === true)
    return fault(node, ...unknownInsight(name.value, insights));
  return { kind: 'insight', name: name.value, from: NOTHING };
}

function unknownField(name: string): Wrong {
  const fields = ['key', ...ROW_NUMBERS];
  return isRowNumber(name)
    ? [`only a row r of rows.all(r, …) has r.${name}`, `${name}("…")`]
    : [`a row has no ${name}; it has ${fields.join(', ')}`, nearestWord(name, fields)];
}

/** What is wrong with a method that a list does not have. */
export function faultOfList(node: NodeOf<'call'>): never {
  const { name } = node;
  return fault(node, `rows has no ${name}; it has ${LOOPS.join(', ')}`, nearestWord(name, LOOPS));
}

function unknownName(name: string, { item }: Scope): Wrong {
  if (isRowNumber(name))
    return [`${name} is a function`, item === null ? `${name}("…")` : `${item.name}.${name}`];
  if (isTableFunction(name)) return [`${name} is a function`, `${name}()`];
  const why = `there is no ${name}; a key or an output's name has to be in quotes, and the list of all rows is rows`;
  return [why, nearestWord(name, ['rows', 'true', 'false'])];
}

/** What is wrong with the name of an insight that there is not. */
function unknownInsight(name: string, { all }: KnownInsights): Wrong {
  const names = all.map((each) => each.name);
  const why = `there is no insight "${name}" in this report; there are ${quoteNames(names)}`;
  const near = nearestWord(name, names);
  return [why, near && writtenInsight(near)];
}

/** What is wrong with something that an insight does not have. */
export function faultOfInsight(node: Node, name: string, member: string): never {
  const near = nearestWord(member, READS);
  const why = `an insight has no ${member}; it has ${READS.join(', ')}`;
  return fault(node, why, near && `${writtenInsight(name)}.${near}`);
}
