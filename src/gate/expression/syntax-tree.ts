import type { ASTNode } from '@marcbachmann/cel-js';
import { type FunctionCall, INSIGHT, ROW_NUMBERS, SIZE, TABLE_FUNCTIONS } from './language.ts';
import { COMPARISON_SIGNS, type ComparisonSign } from './number-range.ts';
import { setOfNode } from './sets.ts';

/** A part of an expression, by its positions in the resolved text. */
export interface ExpressionPart {
  readonly start: number;
  readonly end: number;
}

/** Every node of an expression, outer nodes before inner ones. */
export function nodesOf(node: ASTNode): readonly ASTNode[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)];
}

/** The calls in an expression that read numbers. */
export function callsOf(node: ASTNode): readonly FunctionCall[] {
  return nodesOf(node).flatMap((each) => literalCall(each) ?? []);
}

/** The calls of the comparisons that read numbers on one side only. */
export function comparedCalls(tree: ASTNode): readonly FunctionCall[] {
  return conditionsOf(tree).flatMap((node) => {
    const sides = isComparison(node) ? node.args.map(callsOf) : [];
    return sides.every((calls) => calls.length > 0) ? [] : sides.flat();
  });
}

/** The call that a node is, with its arguments as far as they are written out; null if it reads no number. */
export function literalCall(node: ASTNode): FunctionCall | null {
  if (node.op !== 'call' && node.op !== 'rcall') return null;
  const insight = node.op === 'call' ? null : insightOf(node.args[1]);
  if (node.op === 'rcall' && insight === null) return null;
  const [first, second] = node.op === 'call' ? node.args[1] : node.args[2];
  const rowNumber = ROW_NUMBERS.find((name) => name === node.args[0]);
  if (rowNumber !== undefined) {
    const row = first === undefined ? null : (setOfNode(first) ?? literalText(first));
    return { insight, name: rowNumber, row, output: outputOf(second) };
  }
  const name = TABLE_FUNCTIONS.find((each) => each === node.args[0]);
  return name === undefined ? null : { insight, name, output: outputOf(first) };
}

/**
 * The call whose number a node divides by that of the whole, as in `value("a") / total()`: the quotient is a
 * share. Null if the node is something else.
 */
export function partOfTotal(node: ASTNode): FunctionCall | null {
  const [part, total] = node.op === '/' ? node.args.map(literalCall) : [];
  if (part == null || total == null || TOTALS.get(part.name) !== total.name) return null;
  return part.insight === total.insight && part.output === total.output ? part : null;
}

const TOTALS: ReadonlyMap<string, string> = new Map([
  ['value', 'total'],
  ['previous', 'previousTotal'],
]);

function outputOf(node: ASTNode | undefined): FunctionCall['output'] {
  return node === undefined ? null : (literalText(node) ?? undefined);
}

/**
 * The insight that the part before a function or `.rows` names: `os`, or `insight("os")`; null if it is
 * something else.
 */
export function insightOf(node: ASTNode): string | null {
  if (node.op === 'id') return node.args;
  const isCall = node.op === 'call' && node.args[0] === INSIGHT && node.args[1].length === 1;
  return isCall ? literalText(node.args[1][0] ?? node) : null;
}

/** The conditions that an expression combines with `&&`, `||`, `!` and `?:`, in its order. */
export function conditionsOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case '&&':
    case '||':
    case '?:':
    case '!_':
      return childrenOf(node).flatMap(conditionsOf);
    default:
      return [node];
  }
}

/** Whether a node compares its two sides. */
export function isComparison(node: ASTNode): node is ASTNode & { readonly op: ComparisonSign } {
  return COMPARISON_SIGNS.some((sign) => sign === node.op);
}

/**
 * A call of `rows.all(…)`, where its list is, and whose rows they are (null: of the threshold's own insight).
 */
export interface QuantifierPart extends ExpressionPart {
  readonly insight: string | null;
  readonly replaced: ExpressionPart;
}

/** The calls of `rows.all(…)` that an expression combines with `&&` and `||`. */
export function quantifiersOf(node: ASTNode): readonly QuantifierPart[] {
  if (node.op === '&&' || node.op === '||') return childrenOf(node).flatMap(quantifiersOf);
  const list = node.op === 'rcall' && node.args[0] === 'all' ? node.args[1] : null;
  const owner = list === null ? null : rowsOwner(list);
  return list === null || owner === null ? [] : [{ ...partOf(node), ...owner, replaced: partOf(list) }];
}

const REPEATING_CALLS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/**
 * What an expression evaluates for each item of a list although it goes through a list itself: `all` and the
 * like inside one another, and `rows` there other than as `rows[0]` or `rows.size()`. The time that this
 * takes would grow with the square of the rows.
 */
export function repeatedReadsOfRows(node: ASTNode): readonly ASTNode[] {
  return loopsOf(node).flatMap(({ body }) => body.flatMap(readsOfLists));
}

/** The calls in an expression that evaluate something for each item of a list. */
function loopsOf(node: ASTNode): readonly { readonly list: ASTNode; readonly body: readonly ASTNode[] }[] {
  return nodesOf(node).flatMap((each) => {
    if (each.op !== 'rcall' || !REPEATING_CALLS.has(each.args[0])) return [];
    return [{ list: each.args[1], body: each.args[2] }];
  });
}

function readsOfLists(node: ASTNode): readonly ASTNode[] {
  if (isRows(node) || (node.op === 'rcall' && REPEATING_CALLS.has(node.args[0]))) return [node];
  const isIndexed = node.op === '[]' && isRows(node.args[0]);
  if (isIndexed) return readsOfLists(node.args[1]);
  const isSize =
    (node.op === 'rcall' && node.args[0] === SIZE && isRows(node.args[1])) ||
    (node.op === 'call' && node.args[0] === SIZE && node.args[1].every(isRows));
  return isSize ? [] : childrenOf(node).flatMap(readsOfLists);
}

/**
 * Whether one row that is known by its bounds can stand for any number of an insight's unseen rows: the
 * expression reads its `rows` only through `all`, `exists` and an index below `known`.
 */
export function readsRowsOneByOne(
  node: ASTNode,
  isOf: (insight: string | null) => boolean,
  known: number,
): boolean {
  const readOneByOne = new Set<ASTNode>();
  for (const each of nodesOf(node)) {
    if (each.op === 'rcall' && (each.args[0] === 'all' || each.args[0] === 'exists'))
      readOneByOne.add(each.args[1]);
    if (each.op === '[]' && each.args[1].op === 'value' && Number(each.args[1].args) < known)
      readOneByOne.add(each.args[0]);
  }
  return nodesOf(node).every((each) => {
    const owner = rowsOwner(each);
    return owner === null || !isOf(owner.insight) || readOneByOne.has(each);
  });
}

/** Whether an expression reads `rows` at all. */
export function readsRows(node: ASTNode): boolean {
  return nodesOf(node).some(isRows);
}

/** The insights whose `rows` an expression reads; null stands for the threshold's own. */
export function ownersOfRows(node: ASTNode): readonly (string | null)[] {
  const owners = nodesOf(node).flatMap((each) => rowsOwner(each) ?? []);
  return [...new Set(owners.map(({ insight }) => insight))];
}

/** A field of a row that an expression reads, and the insights whose row it may be. */
interface FieldRead {
  readonly name: string;
  readonly start: number;
  readonly insights: readonly (string | null)[];
}

/** The fields of rows that an expression reads: `r.share` within `os.rows.all(r, …)`, `rows[0].share`. */
export function fieldsOf(node: ASTNode): readonly FieldRead[] {
  const all = nodesOf(node);
  const inside = loopsOf(node).map(({ list, body }) => ({ list, nodes: new Set(body.flatMap(nodesOf)) }));
  return all.flatMap((each) => {
    if (each.op !== '.' || isRows(each)) return [];
    const lists = [each, ...inside.flatMap(({ list, nodes }) => (nodes.has(each) ? [list] : [])), node];
    const insights = lists.map(ownersOfRows).find((owners) => owners.length > 0) ?? [];
    return [{ name: each.args[1], start: each.pos, insights }];
  });
}

/** Whose rows a list is; null if it is something else. */
function rowsOwner(node: ASTNode): { readonly insight: string | null } | null {
  if (isOwnRows(node)) return { insight: null };
  if (node.op !== '.' || node.args[1] !== 'rows') return null;
  const insight = insightOf(node.args[0]);
  return insight === null ? null : { insight };
}

/** Whether a node is the list of an insight's rows. */
export function isRows(node: ASTNode): boolean {
  return rowsOwner(node) !== null;
}

function isOwnRows(node: ASTNode): boolean {
  return node.op === 'id' && node.args === 'rows';
}

function literalText(node: ASTNode): string | null {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : null;
}

function partOf({ start, end }: ASTNode): ExpressionPart {
  return { start, end };
}

/** The nodes within a node. */
export function childrenOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '!_':
    case '-_':
      return [node.args];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    default:
      return node.args;
  }
}
