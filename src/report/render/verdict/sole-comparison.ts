// Reads an assertion that is one comparison with a constant: most gates are, and only those have a name and
// a limit in words (`gate-words.ts`, `limit-words.ts`).
import type { FunctionCall } from '../../expression/calls.ts';
import type { Assertion } from '../../expression/parse.ts';
import { compareWithConstant, type ComparisonSign, NEGATED, type Node } from '../../expression/syntax.ts';
import type { ReleaseAssertion, WorseCondition } from '../../expression/worse.ts';
import { unitOf } from '../../gate/verdict/deciding-comparison.ts';
import type { InsightResult, Verdict } from '../../results/results.ts';

/**
 * An assertion that is one comparison with a constant, turned so that the constant is on the right: `2% > x`
 * is `x < 2%`.
 */
export interface SoleComparison {
  readonly call: FunctionCall | null;
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
  const call = callAt(assertion, side);
  const insight = insights.find(({ name }) => name === (call?.insight ?? defaultInsight));
  return {
    call,
    subject: source.slice(side.start, side.end),
    sign: isNegated ? NEGATED[sign] : sign,
    limit,
    unit: unitOf(call, source.slice(other.start, other.end), insight?.status === 'ok' ? insight : null),
  };
}

function soleWorse(condition: WorseCondition): SoleComparison | null {
  if (condition.kind !== 'comparison') return null;
  const { operator, limit, subject } = condition;
  return { call: null, subject, sign: operator, limit, unit: 'change' };
}

/** The one function call within a side of a comparison, such as `share("iOS 15")`; null if there are more. */
function callAt({ places }: Assertion, side: Node): FunctionCall | null {
  if (side.kind !== 'call') return null;
  const within = [...places].filter(
    ([call, at]) => call.as === undefined && at >= side.start && at < side.end,
  );
  const [[only] = []] = within;
  return within.length === 1 ? (only ?? null) : null;
}
