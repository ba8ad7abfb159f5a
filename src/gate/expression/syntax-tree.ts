import type { ASTNode } from '@marcbachmann/cel-js';
import { type RowSet, setOfNode } from './sets.ts';

/** A call of one of our functions; an argument that is not a literal text is null. */
export interface FunctionCall {
  readonly name: string;
  readonly args: readonly (string | null)[];
  /** The set of rows in place of the first argument. */
  readonly set?: RowSet;
}

/** A part of an expression, by its positions in the resolved text. */
export interface ExpressionPart {
  readonly start: number;
  readonly end: number;
}

/** A comparison in an expression, with its two sides. */
export interface ComparisonPart extends ExpressionPart {
  readonly operator: string;
  readonly left: ExpressionPart;
  readonly right: ExpressionPart;
}

/** Every node of an expression, outer nodes before inner ones. */
export function nodesOf(node: ASTNode): readonly ASTNode[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)];
}

/** The calls in an expression. */
export function callsOf(node: ASTNode): readonly FunctionCall[] {
  return nodesOf(node).flatMap((each) => literalCall(each) ?? []);
}

/** A call, with its arguments as far as they are literal texts or sets of them; null if the node is none. */
export function literalCall(node: ASTNode): FunctionCall | null {
  if (node.op !== 'call') return null;
  const [name, args] = node.args;
  const set = args[0] === undefined ? null : setOfNode(args[0]);
  return { name, args: args.map(literalText), ...(set === null ? {} : { set }) };
}

/** The comparisons that an expression combines with `&&`, `||`, `!` and `?:`, in its order. */
export function comparisonsOf(node: ASTNode): readonly ComparisonPart[] {
  switch (node.op) {
    case '&&':
    case '||':
    case '?:':
      return childrenOf(node).flatMap(comparisonsOf);
    case '!_':
      return comparisonsOf(node.args);
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '==':
    case '!=': {
      const [left, right] = node.args;
      return [{ operator: node.op, left: partOf(left), right: partOf(right), ...partOf(node) }];
    }
    default:
      return [];
  }
}

/** A call of `rows.all(…)`, and where its list is. */
export interface QuantifierPart extends ExpressionPart {
  readonly replaced: ExpressionPart;
}

/** The calls of `rows.all(…)` that an expression combines with `&&` and `||`. */
export function quantifiersOf(node: ASTNode): readonly QuantifierPart[] {
  if (node.op === '&&' || node.op === '||') return childrenOf(node).flatMap(quantifiersOf);
  const isQuantifier = node.op === 'rcall' && node.args[0] === 'all' && isRows(node.args[1]);
  return isQuantifier ? [{ ...partOf(node), replaced: partOf(node.args[1]) }] : [];
}

const REPEATING_CALLS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/**
 * What an expression evaluates for each item of a list although it goes through a list itself: `all` and the like inside one another,
 * and `rows` there other than as `rows[0]` or `rows.size()`. The time that this takes would grow with the square of the rows.
 */
export function repeatedReadsOfRows(node: ASTNode): readonly ASTNode[] {
  const repeated = nodesOf(node).flatMap((each) =>
    each.op === 'rcall' && REPEATING_CALLS.has(each.args[0]) ? each.args[2] : [],
  );
  return repeated.flatMap((each) => readsOfLists(each));
}

function readsOfLists(node: ASTNode): readonly ASTNode[] {
  if (isRows(node) || (node.op === 'rcall' && REPEATING_CALLS.has(node.args[0]))) return [node];
  const isIndexed = node.op === '[]' && isRows(node.args[0]);
  if (isIndexed) return readsOfLists(node.args[1]);
  const isSize =
    (node.op === 'rcall' && node.args[0] === 'size' && isRows(node.args[1])) ||
    (node.op === 'call' && node.args[0] === 'size' && node.args[1].every(isRows));
  return isSize ? [] : childrenOf(node).flatMap(readsOfLists);
}

/**
 * Whether one row that is known by its bounds can stand for any number of unseen rows: the expression reads `rows` only through `all`,
 * `exists` and an index below `known`.
 */
export function readsRowsOneByOne(node: ASTNode, known: number): boolean {
  const readOneByOne = new Set<ASTNode>();
  for (const each of nodesOf(node)) {
    if (each.op === 'rcall' && (each.args[0] === 'all' || each.args[0] === 'exists')) readOneByOne.add(each.args[1]);
    if (each.op === '[]' && each.args[1].op === 'value' && Number(each.args[1].args) < known)
      readOneByOne.add(each.args[0]);
  }
  return nodesOf(node).every((each) => !isRows(each) || readOneByOne.has(each));
}

/** Whether an expression reads `rows` at all. */
export function readsRows(node: ASTNode): boolean {
  return nodesOf(node).some(isRows);
}

/** The fields that an expression reads. Only rows have fields. */
export function fieldsOf(node: ASTNode): readonly { readonly name: string; readonly start: number }[] {
  return nodesOf(node).flatMap((each) => (each.op === '.' ? [{ name: each.args[1], start: each.pos }] : []));
}

function isRows(node: ASTNode): boolean {
  return node.op === 'id' && node.args === 'rows';
}

function literalText(node: ASTNode): string | null {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : null;
}

function partOf({ start, end }: ASTNode): ExpressionPart {
  return { start, end };
}

function childrenOf(node: ASTNode): readonly ASTNode[] {
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
