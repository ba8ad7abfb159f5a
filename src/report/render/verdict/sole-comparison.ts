// Reads an assertion that is one comparison with a constant: most gates are, and only those have a name and a
// limit in words (`gate-words.ts`, `limit-words.ts`). Pure.
import type { FunctionCall } from '../../expression/calls.ts';
import type { Assertion } from '../../expression/parse.ts';
import { compareWithConstant, type ComparisonSign, NEGATED, type Node } from '../../expression/syntax.ts';
import type { ReleaseAssertion, WorseCondition } from '../../expression/worse.ts';
import { writtenUnit } from '../../gate/verdict/deciding-comparison.ts';
import type { InsightResult, Verdict } from '../../results/results.ts';

/**
 * An assertion that is one comparison with a constant, turned so that the constant is on the right: `2% > x`
 * is `x < 2%`, and `not (x < 2%)` is `x >= 2%`.
 */
export interface SoleComparison {
  /**
   * What is compared, if it is one call such as `share("iOS 15")`; null for `total() - 5` and for `worse()`.
   */
  readonly call: FunctionCall | null;
  /** The same as it is written. */
  readonly subject: string;
  readonly sign: ComparisonSign;
  readonly limit: number;
  readonly unit: Verdict['unit'];
}

/** Reads an assertion as one comparison with a constant; null if it is anything else, such as two of them. */
export function soleComparison(
  assertion: Assertion | ReleaseAssertion,
  defaultInsight: string | null,
  { insights }: { readonly insights: readonly InsightResult[] },
): SoleComparison | null {
  if ('condition' in assertion) return soleWorse(assertion.condition);
  const { source, tree } = assertion;
  const isNegated = tree.kind === 'not';
  const node = isNegated ? tree.operand : tree;
  if (node.kind !== 'comparison') return null;
  const { side, other, sign, limit } = compareWithConstant(node.sides, node.sign);
  if (limit === null) return null;
  const call = readingCall(assertion, side);
  const insight = insights.find(({ name }) => name === (call?.insight ?? defaultInsight));
  return {
    call,
    subject: source.slice(side.start, side.end),
    sign: isNegated ? NEGATED[sign] : sign,
    limit,
    unit: writtenUnit(call, source.slice(other.start, other.end), insight?.status === 'ok' ? insight : null),
  };
}

function soleWorse(condition: WorseCondition): SoleComparison | null {
  if (condition.kind !== 'comparison') return null;
  const { operator, limit, subject } = condition;
  return { call: null, subject, sign: operator, limit, unit: 'change' };
}

/**
 * The call that reads a number, if a side of a comparison is nothing else: `share("iOS 15")`. Null for
 * `total() - 5`, which is no call, and for `max(share("a"), share("b"))`, within which two calls read.
 */
function readingCall({ places }: Assertion, side: Node): FunctionCall | null {
  const calls = [...places].flatMap(([call, at]) => (at >= side.start && at < side.end ? [call] : []));
  return side.kind === 'call' && calls.length === 1 ? (calls[0] ?? null) : null;
}
