import type { ASTNode } from '@marcbachmann/cel-js';
import type { SettledComparisonText } from '../reasons.ts';
import { type CountsSomething, findMissingPercentSigns, findSettledComparisons } from './bounds.ts';
import { type ResolvedText, writtenPart } from './literals.ts';

/** A comparison that cannot be meant as it is written. */
interface UnitError {
  readonly node: ASTNode;
  readonly why: string;
  readonly hint: string | null;
  readonly replaces?: string;
}

/** What is wrong with the limits of an expression: a percentage without its sign, or a comparison whose result no value can change. */
export function findUnitError(written: string, resolved: ResolvedText, tree: ASTNode): UnitError | null {
  const text = (node: ASTNode): string => writtenPart({ written, resolved }, node);
  const [bare] = findMissingPercentSigns(tree, (node) => text(node).includes('%'));
  if (bare !== undefined) {
    const { node, kind, limit } = bare;
    return {
      node,
      why: `${whatItIs(kind)}, and ${text(node)} has no %`,
      hint: `${limit}%`,
      replaces: text(node),
    };
  }
  const settled = findSettledText({ written, resolved, tree }, () => false);
  return settled === null ? null : { node: settled.node, why: describeSettled(settled), hint: null };
}

/** The first comparison that has the same result for every value; null if there is none. */
export function findSettledText(
  { written, resolved, tree }: { readonly written: string; readonly resolved: ResolvedText; readonly tree: ASTNode },
  counts: CountsSomething,
): (SettledComparisonText & { readonly node: ASTNode }) | null {
  const [found] = findSettledComparisons(tree, counts);
  if (found === undefined) return null;
  const { node, holds, side, bounds } = found;
  const text = (part: ASTNode): string => writtenPart({ written, resolved }, part);
  const { low, high, kind } = bounds;
  return { node, comparison: text(node), holds, side: text(side), low, high, isPercentage: kind !== null };
}

/** Why a comparison has the same result for every value. */
export function describeSettled({ comparison, holds, side, ...bounds }: SettledComparisonText): string {
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
  return low === -Infinity ? `is always ${write(high)} or less` : `is always from ${write(low)} to ${write(high)}`;
}
