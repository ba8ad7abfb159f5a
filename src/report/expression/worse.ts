// Parses an assertion on a release, `worse() < 20%`. `release/judge.ts` judges it.
import { type ExpressionError, orFault } from './fault.ts';
import { compareWithConstant, type Node, type NodeOf, parseExpression } from './syntax.ts';
import { fault } from './values.ts';

/** A comparison of `worse()` with a limit: 0.1 is 10 %. */
export interface WorseComparison {
  readonly kind: 'comparison';
  /** The other event that is compared; null for the release's own. */
  readonly event: string | null;
  readonly operator: '<' | '<=' | '>' | '>=';
  readonly limit: number;
  /** The function and the limit as they were written. */
  readonly subject: string;
  readonly needs: string;
}

/** A condition on a release. */
export type WorseCondition =
  | WorseComparison
  | { readonly kind: '&&' | '||'; readonly parts: readonly [WorseCondition, WorseCondition] };

/** A parsed assertion on a release. */
export interface ReleaseAssertion {
  readonly source: string;
  readonly condition: WorseCondition;
}

/** The comparisons of a condition. */
export function comparisonsIn(assertion: WorseCondition): readonly WorseComparison[] {
  return assertion.kind === 'comparison' ? [assertion] : assertion.parts.flatMap(comparisonsIn);
}

/**
 * Parses an assertion on a release: comparisons of `worse()` or `worse("event")` with limits, joined with
 * `&&` and `||`.
 */
export function parseWorse(source: string): ReleaseAssertion | ExpressionError {
  return orFault(() => ({ source, condition: readNode(parseExpression(source), source) }));
}

const FORM =
  'a gate of a release compares worse(), or worse("event"), with a limit, as in worse() < 10%, and joins such comparisons with && and ||';

function readNode(node: Node, source: string): WorseCondition {
  if (node.kind === 'logic') {
    const [left, right] = node.sides;
    return { kind: node.sign, parts: [readNode(left, source), readNode(right, source)] };
  }
  if (node.kind !== 'comparison' || node.sign === '==' || node.sign === '!=') return fault(node, FORM);
  return readComparison(node, node.sign, source);
}

function readComparison(
  node: NodeOf<'comparison'>,
  sign: WorseComparison['operator'],
  assertion: string,
): WorseComparison {
  const { side, other, sign: operator, limit } = compareWithConstant(node.sides, sign);
  const call = readWorse(side);
  if (call === null || limit === null) return fault(node, FORM);
  const { event } = call;
  const limitText = assertion.slice(other.start, other.end).trim();
  if (!limitText.includes('%') && Math.abs(limit) >= 2)
    return fault(node, `${limitText} is ${limit * 100} %`, `${limitText}%`);
  // worse() >= -100% always holds, and worse() < -100% never does.
  const isSettled = limit < -1 || (limit === -1 && (operator === '<' || operator === '>='));
  if (isSettled) return fault(node, `worse() is never below -100%`);
  const subject = event === null ? 'worse()' : `worse(${JSON.stringify(event)})`;
  return { kind: 'comparison', event, operator, limit, subject, needs: `${operator} ${limitText}` };
}

/**
 * The event of `worse("event")`, or null for the release's own in `worse()`; null if the node is no such
 * call.
 */
function readWorse(node: Node): Pick<WorseComparison, 'event'> | null {
  if (node.kind !== 'call' || node.owner !== null || node.name !== 'worse') return null;
  const [event, ...others] = node.args;
  if (event === undefined) return { event: null };
  const isName = event.kind === 'text' && event.value !== '' && others.length === 0;
  return isName ? { event: event.value } : null;
}
