import type { ASTNode } from '@marcbachmann/cel-js';
import { type CountsSomething, findSettledComparisons, findWrongPercentSigns } from './bounds.ts';
import type { Fault } from './fault.ts';
import { type ResolvedText, writtenPart } from './literals.ts';

/**
 * What is wrong with the limits of an expression: a percentage without its sign, or a comparison whose result
 * no value can change.
 */
export function findUnitError(
  { written, resolved, tree }: WrittenTree,
  counts: CountsSomething = () => false,
): Fault | null {
  const text = (node: ASTNode): string => writtenPart({ written, resolved }, node);
  const [wrong] = findWrongPercentSigns(tree, counts, text);
  if (wrong !== undefined) {
    const { node, side, kind, limit } = wrong;
    if (kind === 'count') {
      const why = `${text(node)} is a percentage, and ${text(side)} is a count; share(…) and change(…) are held against percentages`;
      return { node, why };
    }
    return {
      node,
      why: `${whatItIs(kind)}, and ${text(node)} has no %`,
      hint: `${limit}%`,
      replaces: text(node),
    };
  }
  const settled = findSettledText({ written, resolved, tree }, counts);
  return settled === null ? null : { node: settled.node, why: describeSettled(settled) };
}

/**
 * A comparison that has the same result for every value, as it was written, and the bounds of the number that
 * it reads.
 */
interface SettledComparisonText {
  readonly comparison: string;
  /** True if every value passes, false if none can. */
  readonly holds: boolean;
  readonly side: string;
  readonly low: number;
  readonly high: number;
  readonly isPercentage: boolean;
}

/** An expression as it is written, and parsed. */
interface WrittenTree {
  readonly written: string;
  readonly resolved: ResolvedText;
  readonly tree: ASTNode;
}

/** The first comparison that has the same result for every value; null if there is none. */
function findSettledText(
  { written, resolved, tree }: WrittenTree,
  counts: CountsSomething,
): (SettledComparisonText & { readonly node: ASTNode }) | null {
  const [found] = findSettledComparisons(tree, counts);
  if (found === undefined) return null;
  const { node, holds, side, bounds } = found;
  const text = (part: ASTNode): string => writtenPart({ written, resolved }, part);
  const { low, high, kind } = bounds;
  return {
    node,
    comparison: text(node),
    holds,
    side: text(side),
    low,
    high,
    isPercentage: kind === 'share' || kind === 'change',
  };
}

/** Why a comparison has the same result for every value. */
function describeSettled({ comparison, holds, side, ...bounds }: SettledComparisonText): string {
  return `no value can ${holds ? 'fail' : 'pass'} ${comparison}: ${side} ${describeBounds(bounds)}`;
}

function whatItIs(kind: 'share' | 'change'): string {
  return kind === 'share'
    ? 'a share is a number from 0 to 1 (0% to 100%)'
    : 'a change is relative to the earlier value (0.2 is +20%)';
}

/** Bounds in words, to follow the number that they bound: `is always from 0% to 100%`. */
function describeBounds({
  low,
  high,
  isPercentage,
}: Pick<SettledComparisonText, 'low' | 'high' | 'isPercentage'>): string {
  const write = (value: number): string => (isPercentage ? `${value * 100}%` : String(value));
  if (low === high) return `is always ${write(low)}`;
  if (high === Infinity) return `is always ${write(low)} or more`;
  return low === -Infinity
    ? `is always ${write(high)} or less`
    : `is always from ${write(low)} to ${write(high)}`;
}
