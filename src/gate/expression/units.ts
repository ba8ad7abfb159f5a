import type { ASTNode } from '@marcbachmann/cel-js';
import { type IsCount, type OpenComparison, openComparisons } from './any-value.ts';
import type { Fault } from './fault.ts';
import { isPercentage, type ResolvedText, writtenPart } from './literals.ts';
import type { NumberRange, Unit } from './number-range.ts';

/** An expression as it is written, and parsed. */
interface WrittenTree {
  readonly written: string;
  readonly resolved: ResolvedText;
  readonly tree: ASTNode;
}

/**
 * What is wrong with the limits of an expression: a percentage without its sign, or a comparison whose result
 * no value can change.
 */
export function findUnitError(expression: WrittenTree, isCount: IsCount = () => false): Fault | null {
  const text = (node: ASTNode): string => writtenPart(expression, node);
  const compared = openComparisons(expression.tree, isCount);
  const faults = [
    ...compared.flatMap(({ sides }) =>
      [sides, sides.toReversed()].map((turned) => findWrongPercent(turned, text)),
    ),
    ...compared.map((each) => findSettled(each, text)),
  ];
  return faults.find((fault) => fault !== null) ?? null;
}

/** A limit on the second side that lacks a percent sign, or has one too many. */
function findWrongPercent(
  [of, limit]: OpenComparison['sides'],
  text: (node: ASTNode) => string,
): Fault | null {
  if (of === undefined || limit === undefined) return null;
  const [[side, { unit }], [node, { exact }]] = [of, limit];
  if (unit === null || exact === null) return null;
  const written = text(node);
  if (unit === 'count') {
    const why = `${written} is a percentage, and ${text(side)} is a count; share(…) and change(…) are held against percentages`;
    return isPercentage(written) ? { node, why } : null;
  }
  const isFar = unit === 'share' ? exact < 0 || exact >= 1 : Math.abs(exact) >= 2;
  if (written.includes('%') || !isFar) return null;
  return { node, why: `${WHAT_IT_IS[unit]}, and ${written} has no %`, hint: `${exact}%`, replaces: written };
}

const WHAT_IT_IS: Readonly<Record<Exclude<Unit, 'count'>, string>> = {
  share: 'a share is a number from 0 to 1 (0% to 100%)',
  change: 'a change is relative to the earlier value (0.2 is +20%)',
};

/** A comparison that has the same result for every value. */
function findSettled({ node, sides, holds }: OpenComparison, text: (node: ASTNode) => string): Fault | null {
  const [read] = sides.toSorted(([, a], [, b]) => Number(a.low === a.high) - Number(b.low === b.high));
  if (holds === null || read === undefined) return null;
  const [side, range] = read;
  const why = `no value can ${holds ? 'fail' : 'pass'} ${text(node)}: ${text(side)} ${describeBounds(range)}`;
  return { node, why };
}

/** Bounds in words, to follow the number that they bound: `is always from 0% to 100%`. */
function describeBounds({ low, high, unit }: NumberRange): string {
  const write = (value: number): string =>
    unit === 'share' || unit === 'change' ? `${value * 100}%` : String(value);
  if (low === high) return `is always ${write(low)}`;
  if (high === Infinity) return `is always ${write(low)} or more`;
  return low === -Infinity
    ? `is always ${write(high)} or less`
    : `is always from ${write(low)} to ${write(high)}`;
}
