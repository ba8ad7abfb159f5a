import type { ASTNode } from '@marcbachmann/cel-js';
import {
  type FunctionCall,
  isRowCall,
  ROW_NUMBERS,
  type RowNumber,
  SIZE,
  type TableFunction,
} from './language.ts';
import { LITERAL_FUNCTION } from './literals.ts';
import {
  ARITHMETIC,
  decides,
  exactNumber,
  negated,
  type NumberRange,
  rangeBetween,
  type Unit,
  UnknownError,
} from './number-range.ts';
import { isComparison, literalCall, nodesOf, ownersOfRows, partOfTotal } from './syntax-tree.ts';

/** Whether an output (null: the metric) of an insight is a count, never negative. False if not known. */
export type IsCount = (insight: string | null, output: string | null) => boolean;

/** What is known of an expression before anything is asked. */
interface Scope {
  readonly counts: (call: FunctionCall) => boolean;
  /** What each item's name stands for: `r.share` for `v` of `rows.map(r, r.share).all(v, …)`. */
  readonly items: ReadonlyMap<string, ASTNode>;
}

/** A comparison of numbers, with all that its sides may come to, whatever the service answers. */
export interface OpenComparison {
  readonly node: ASTNode;
  readonly sides: readonly (readonly [node: ASTNode, range: NumberRange])[];
  /** True if every value passes, false if none can, null if it depends on the answer. */
  readonly holds: boolean | null;
}

/** The comparisons of an expression, with the bounds of their sides. */
export function openComparisons(tree: ASTNode, isCount: IsCount): readonly OpenComparison[] {
  const owners = ownersOfRows(tree);
  const counts: Scope['counts'] = (call) => {
    const { insight, output } = call;
    const names = isRowCall(call) && call.isField === true ? owners : [insight];
    return output !== undefined && names.every((name) => isCount(name, output));
  };
  const scope = { counts, items: itemsOf(tree) };
  return nodesOf(tree).flatMap((node) => openComparison(node, scope) ?? []);
}

function openComparison(node: ASTNode, scope: Scope): OpenComparison | null {
  if (!isComparison(node)) return null;
  const [left, right] = node.args.map((side) => rangeOf(side, scope));
  if (left == null || right == null) return null;
  const sides = [[node.args[0], left] as const, [node.args[1], right] as const];
  return { node, sides, holds: decides(node.op, left, right) };
}

/**
 * What an assertion comes to whatever the service answers, `share("a") < 5% || true` for example; null if
 * that is not known.
 */
export function constantResult(node: ASTNode): boolean | null {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'boolean' ? node.args : null;
    case '!_': {
      const holds = constantResult(node.args);
      return holds === null ? null : !holds;
    }
    case '&&':
    case '||': {
      const sides = node.args.map(constantResult);
      if (sides.includes(node.op === '||')) return node.op === '||';
      return sides.includes(null) ? null : node.op === '&&';
    }
    case 'rcall': {
      // Of no row at all, `all` is true and `exists` is false.
      const body = node.args[2].at(-1);
      const ofNone = node.args[0] === 'all' ? true : node.args[0] === 'exists' ? false : null;
      return body !== undefined && constantResult(body) === ofNone ? ofNone : null;
    }
    case '==':
    case '!=': {
      const [left, right] = node.args;
      if (left.op === 'value' && right.op === 'value')
        return (left.args === right.args) === (node.op === '==');
      return alwaysHolds(node);
    }
    default:
      return alwaysHolds(node);
  }
}

function alwaysHolds(node: ASTNode): boolean | null {
  return openComparison(node, { counts: () => false, items: new Map() })?.holds ?? null;
}

/** The first items of the lists that are written out or computed, by the names that loops give them. */
function itemsOf(tree: ASTNode): ReadonlyMap<string, ASTNode> {
  return new Map(
    nodesOf(tree).flatMap((node) => {
      const [name] = node.op === 'rcall' ? node.args[2] : [];
      const item = node.op === 'rcall' ? firstItem(node.args[1]) : undefined;
      return name?.op === 'id' && item !== undefined ? [[name.args, item] as const] : [];
    }),
  );
}

function firstItem(list: ASTNode): ASTNode | undefined {
  if (list.op === 'list') return list.args[0];
  if (list.op !== 'rcall') return undefined;
  return list.args[0] === 'filter' ? firstItem(list.args[1]) : list.args[2].at(-1);
}

/** All that a node may come to; null if it is not a number, or nothing is known of it. */
function rangeOf(node: ASTNode | undefined, scope: Scope): NumberRange | null {
  if (node === undefined) return null;
  const [part, call] = [partOfTotal(node), literalCall(node)];
  if (part !== null && scope.counts(part)) return anyNumber('share', true);
  if (call !== null) return anyNumber(call.name, scope.counts(call));
  switch (node.op) {
    case 'id':
      return rangeOf(scope.items.get(node.args), scope);
    case '[]':
      return rangeOf(firstItem(node.args[0]), scope);
    case 'rcall':
      return node.args[0] === SIZE ? anyNumber('count', true) : null;
    case 'call': {
      const [name, [value]] = node.args;
      if (name === SIZE) return anyNumber('count', true);
      if (name === LITERAL_FUNCTION) return exactNumber(Number(value?.args));
      return name === 'dyn' ? rangeOf(value, scope) : null;
    }
    case '.':
      return rangeOfField(node.args[0], node.args[1], scope);
    case '-_': {
      const range = rangeOf(node.args, scope);
      return range && negated(range);
    }
    case '+':
    case '-':
    case '*':
    case '/': {
      const [left, right] = node.args.map((side) => rangeOf(side, scope));
      return left == null || right == null ? null : computed(node.op, left, right);
    }
    default:
      return null;
  }
}

function rangeOfField(of: ASTNode, field: string, scope: Scope): NumberRange | null {
  if (of.op === 'map') {
    const [, value] = of.args.find(([key]) => key.op === 'value' && key.args === field) ?? [];
    return rangeOf(value, scope);
  }
  const name = ROW_NUMBERS.find((each) => each === field);
  if (name === undefined) return null;
  return anyNumber(name, scope.counts({ insight: null, name, row: null, output: null, isField: true }));
}

function computed(sign: keyof typeof ARITHMETIC, left: NumberRange, right: NumberRange): NumberRange | null {
  try {
    return ARITHMETIC[sign](left, right);
  } catch (error) {
    if (error instanceof UnknownError) return null;
    throw error;
  }
}

/** All that a number may be. */
function anyNumber(name: RowNumber | TableFunction, isCount: boolean): NumberRange {
  const between = (low: number, high: number, unit: Unit | null): NumberRange =>
    rangeBetween(low, high, { kind: 'inexact' }).with({ unit });
  switch (name) {
    case 'share':
      return between(0, 1, 'share');
    case 'change':
    case 'totalChange':
      return between(isCount ? -1 : -Infinity, Infinity, 'change');
    case 'rank':
      return between(1, Infinity, 'count');
    case 'count':
      return between(0, Infinity, 'count');
    default:
      return isCount ? between(0, Infinity, 'count') : between(-Infinity, Infinity, null);
  }
}
