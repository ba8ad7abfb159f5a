import type { ASTNode } from '@marcbachmann/cel-js';
import { isRowCall, TABLE_FUNCTIONS } from './language.ts';
import { LITERAL_FUNCTION } from './literals.ts';
import { type FunctionCall, isComparison, literalCall, nodesOf } from './syntax-tree.ts';

/** The range of values that a part of an expression can have, whatever the service answers. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  /** Whether the number is usually written as a percentage, or never. */
  readonly kind: 'share' | 'change' | 'count' | null;
}

/** A comparison that has the same result for every value. */
interface SettledComparison {
  readonly node: ASTNode;
  /** True if every value passes, false if none can. */
  readonly holds: boolean;
  readonly side: ASTNode;
  readonly bounds: Bounds;
}

/**
 * A share or a change that is compared with a number that looks like a percentage without its sign, or a
 * count with a percentage.
 */
interface WrongPercentSign {
  readonly node: ASTNode;
  /** What it is compared with. */
  readonly side: ASTNode;
  readonly kind: 'share' | 'change' | 'count';
  readonly limit: number;
}

/** Whether a call returns a count, which is never negative. False if that is not known. */
export type CountsSomething = (call: FunctionCall) => boolean;

/** The comparisons that have the same result for every value. */
export function findSettledComparisons(tree: ASTNode, counts: CountsSomething): readonly SettledComparison[] {
  return comparedSides(tree, counts).flatMap(({ node, left, right, a, b }) => {
    const holds = settledResult(node.op, a, b);
    if (holds === null) return [];
    const isLeftFixed = isFixed(a) && !isFixed(b);
    return [{ node, holds, side: isLeftFixed ? right : left, bounds: isLeftFixed ? b : a }];
  });
}

/** The limits that lack a percent sign, or have one too many; `written` tells how a part is written. */
export function findWrongPercentSigns(
  tree: ASTNode,
  counts: CountsSomething,
  written: (node: ASTNode) => string,
): readonly WrongPercentSign[] {
  return comparedSides(tree, counts).flatMap(({ left, right, a, b }) =>
    [
      { of: a, limit: b, side: left, node: right },
      { of: b, limit: a, side: right, node: left },
    ].flatMap(({ of, limit, side, node }) => {
      const { kind } = of;
      if (kind === null || !isFixed(limit)) return [];
      const isWrong =
        kind === 'count'
          ? /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i.test(written(node))
          : !written(node).includes('%') && looksLikePercentage(kind, limit.low);
      return isWrong ? [{ node, side, kind, limit: limit.low }] : [];
    }),
  );
}

function looksLikePercentage(kind: 'share' | 'change', limit: number): boolean {
  return kind === 'share' ? limit < 0 || limit >= 1 : Math.abs(limit) >= 2;
}

interface ComparedSides {
  readonly node: ASTNode;
  readonly left: ASTNode;
  readonly right: ASTNode;
  readonly a: Bounds;
  readonly b: Bounds;
}

/** The comparisons between numbers in an expression, with the bounds of both sides. */
function comparedSides(tree: ASTNode, counts: CountsSomething): readonly ComparedSides[] {
  const scope: Scope = { counts, items: itemsOf(tree, counts) };
  return nodesOf(tree).flatMap((node) => {
    if (!isComparison(node)) return [];
    const [left, right] = node.args;
    const [a, b] = [boundsOf(left, scope), boundsOf(right, scope)];
    return a === null || b === null ? [] : [{ node, left, right, a, b }];
  });
}

function settledResult(sign: string, a: Bounds, b: Bounds): boolean | null {
  switch (sign) {
    case '<':
      return a.high < b.low ? true : a.low >= b.high ? false : null;
    case '<=':
      return a.high <= b.low ? true : a.low > b.high ? false : null;
    case '>':
      return settledResult('<', b, a);
    case '>=':
      return settledResult('<=', b, a);
    case '==':
    case '!=': {
      const isApart = a.high < b.low || b.high < a.low;
      const isSame = isFixed(a) && isFixed(b) && a.low === b.low;
      return isApart || isSame ? isSame === (sign === '==') : null;
    }
    default:
      return null;
  }
}

function isFixed({ low, high }: Bounds): boolean {
  return low === high;
}

/**
 * What is known when bounds are computed: `items` has the bounds of list items made with `map`, by the name
 * of their variable.
 */
interface Scope {
  readonly counts: CountsSomething;
  readonly items: ReadonlyMap<string, Bounds>;
}

/**
 * The bounds of the variable in `rows.map(r, r.share).all(v, …)`; a name that is used for several lists has
 * none.
 */
function itemsOf(tree: ASTNode, counts: CountsSomething): ReadonlyMap<string, Bounds> {
  const items = new Map<string, Bounds>();
  const used = new Set<string>();
  for (const node of nodesOf(tree)) {
    if (node.op !== 'rcall') continue;
    const [, list, [variable]] = node.args;
    if (variable?.op !== 'id') continue;
    const made = list.op === 'rcall' && list.args[0] === 'map' ? list.args[2].at(-1) : undefined;
    const bounds = made === undefined ? null : boundsOf(made, { counts, items: new Map() });
    if (bounds === null || used.has(variable.args)) items.delete(variable.args);
    else items.set(variable.args, bounds);
    used.add(variable.args);
  }
  return items;
}

const ANY: Bounds = { low: -Infinity, high: Infinity, kind: null };
const COUNT: Bounds = { low: 0, high: Infinity, kind: 'count' };
const NOT_NEGATIVE: Bounds = { ...COUNT, kind: null };
const SHARE: Bounds = { low: 0, high: 1, kind: 'share' };

/** The bounds of a number; null if the node is not a number. */
function boundsOf(node: ASTNode, scope: Scope): Bounds | null {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'number' || typeof node.args === 'bigint' ? fixed(Number(node.args)) : null;
    case 'id':
      return scope.items.get(node.args) ?? null;
    case 'call':
    case 'rcall':
      return callBounds(node, scope);
    case '.':
      return readBounds({ insight: null, name: node.args[1], args: [] }, scope);
    case '-_': {
      const of = boundsOf(node.args, scope);
      return of === null
        ? null
        : { low: -of.high, high: -of.low, kind: of.kind === 'change' ? 'change' : null };
    }
    case '?:': {
      const [a, b] = [boundsOf(node.args[1], scope), boundsOf(node.args[2], scope)];
      if (a === null || b === null) return null;
      return {
        low: Math.min(a.low, b.low),
        high: Math.max(a.high, b.high),
        kind: a.kind === b.kind ? a.kind : null,
      };
    }
    case '+':
    case '-':
    case '*':
    case '/': {
      if (node.op === '/' && isPartOfTotal(node.args[0], node.args[1], scope)) return SHARE;
      const [a, b] = [boundsOf(node.args[0], scope), boundsOf(node.args[1], scope)];
      return a === null || b === null ? null : combine(node.op, a, b);
    }
    default:
      return null;
  }
}

/**
 * Whether two counts are those of a row or a set of rows and of the whole, as in `value("a") / total()`:
 * their quotient is a share.
 */
function isPartOfTotal(part: ASTNode, whole: ASTNode, { counts }: Scope): boolean {
  const [of, total] = [literalCall(part), literalCall(whole)];
  if (of === null || total === null || TOTALS.get(of.name) !== total.name || !counts(of)) return false;
  return of.insight === total.insight && of.args[1] === total.args[0];
}

const TOTALS: ReadonlyMap<string, string> = new Map([
  ['value', 'total'],
  ['previous', 'previousTotal'],
]);

function fixed(value: number): Bounds {
  return { low: value, high: value, kind: null };
}

function callBounds(node: ASTNode & { readonly op: 'call' | 'rcall' }, scope: Scope): Bounds | null {
  const [name] = node.args;
  if (name === 'size') return COUNT;
  if (node.op === 'call' && name === LITERAL_FUNCTION) {
    const [digits] = node.args[1];
    return digits?.op === 'value' ? fixed(Number(digits.args)) : null;
  }
  const call = literalCall(node);
  return call === null ? null : readBounds(call, scope);
}

/** The bounds of the number that a function or a row's field reads. */
function readBounds(call: FunctionCall, { counts }: Scope): Bounds | null {
  const { name } = call;
  if (!isRowCall(call) && !TABLE_FUNCTIONS.some((each) => each === name)) return null;
  switch (name) {
    case 'share':
      return SHARE;
    case 'rank':
      return { low: 1, high: Infinity, kind: 'count' };
    case 'count':
      return COUNT;
    case 'change':
    case 'totalChange':
      return { low: counts(call) ? -1 : -Infinity, high: Infinity, kind: 'change' };
    default:
      return counts(call) ? COUNT : ANY;
  }
}

function combine(sign: '+' | '-' | '*' | '/', a: Bounds, b: Bounds): Bounds {
  switch (sign) {
    case '+':
      return { low: a.low + b.low, high: a.high + b.high, kind: a.kind === b.kind ? a.kind : null };
    case '-':
      return {
        low: a.low - b.high,
        high: a.high - b.low,
        kind: a.low === 1 && isFixed(a) ? b.kind : a.kind === b.kind ? a.kind : null,
      };
    case '*':
      return { ...ofCorners(a, b, (x, y) => (x === 0 || y === 0 ? 0 : x * y)), kind: null };
    case '/': {
      if (b.low > 0 || b.high < 0) return { ...ofCorners(a, b, divide), kind: null };
      return a.low >= 0 && b.low >= 0 ? NOT_NEGATIVE : ANY;
    }
  }
}

/**
 * Division by an infinite bound gives 0: in JavaScript ∞ / ∞ is NaN, and the other corners give the upper
 * bound.
 */
function divide(x: number, y: number): number {
  return Number.isFinite(y) ? x / y : 0;
}

function ofCorners(
  a: Bounds,
  b: Bounds,
  compute: (x: number, y: number) => number,
): { low: number; high: number } {
  const corners = [
    compute(a.low, b.low),
    compute(a.low, b.high),
    compute(a.high, b.low),
    compute(a.high, b.high),
  ];
  return { low: Math.min(...corners), high: Math.max(...corners) };
}
