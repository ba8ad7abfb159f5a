import { percentRate } from '../../tables/aggregations.ts';
import type { FunctionCall } from '../../expression/calls.ts';
import type { Assertion } from '../../expression/parse.ts';
import type { ComparisonSign, Node } from '../../expression/syntax.ts';
import { isPercentage } from '../../expression/tokens.ts';
import type { WorseCondition } from '../../expression/worse.ts';
import type { InsightResult, ReportedInsight, Verdict } from '../../results/results.ts';

/** The only comparison of an assertion: what is read stands on the left, and the limit is a constant. */
export interface SoleComparison {
  readonly call: FunctionCall | null;
  readonly subject: string;
  readonly sign: ComparisonSign;
  readonly limit: number;
  readonly unit: Verdict['unit'];
}

/** Each sign's opposite. */
export const NEGATED: Readonly<Record<ComparisonSign, ComparisonSign>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};
const TURNED: Readonly<Record<ComparisonSign, ComparisonSign>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** The comparison of a release's gate; null if there are several. */
export function soleWorse(condition: WorseCondition): SoleComparison | null {
  if (condition.kind !== 'comparison') return null;
  const { operator, limit, subject } = condition;
  return { call: null, subject, sign: operator, limit, unit: 'change' };
}

/** The comparison of an assertion with a constant; null if it is anything else. */
export function soleComparison(
  assertion: Assertion,
  own: string | null,
  { insights }: { readonly insights: readonly InsightResult[] },
): SoleComparison | null {
  const { written, tree } = assertion;
  const isNegated = tree.kind === 'not';
  const node = isNegated ? tree.of : tree;
  if (node.kind !== 'comparison') return null;
  const [left, right] = node.sides;
  const [leftNumber, rightNumber] = [constantOf(left), constantOf(right)];
  const isTurned = leftNumber !== null;
  const limit = isTurned ? leftNumber : rightNumber;
  const side = isTurned ? right : left;
  if (limit === null) return null;
  const sign = isTurned ? TURNED[node.sign] : node.sign;
  const other = isTurned ? left : right;
  const call = callAt(assertion, side);
  const insight = insights.find(({ name }) => name === (call?.insight ?? own));
  return {
    call,
    subject: written.slice(side.start, side.end),
    sign: isNegated ? NEGATED[sign] : sign,
    limit,
    unit: unitOf(call, written.slice(other.start, other.end), insight?.status === 'ok' ? insight : null),
  };
}

function unitOf(
  call: FunctionCall | null,
  limitText: string,
  insight: ReportedInsight | null,
): Verdict['unit'] {
  if (call?.name === 'change' || call?.name === 'totalChange') return 'change';
  const output = call?.output ?? insight?.metric ?? null;
  const isCount = call?.name === 'rank' || call?.name === 'count';
  const isRate = !isCount && insight !== null && output !== null && percentRate(insight.query) === output;
  return isPercentage(limitText) || call?.name === 'share' || (call !== null && isRate)
    ? 'percent'
    : 'number';
}

function callAt({ places }: Assertion, side: Node): FunctionCall | null {
  if (side.kind !== 'call') return null;
  const within = [...places].filter(
    ([call, at]) => call.as === undefined && at >= side.start && at < side.end,
  );
  const [[only] = []] = within;
  return within.length === 1 ? (only ?? null) : null;
}

function constantOf(node: Node): number | null {
  if (node.kind === 'number') return node.value;
  const number = node.kind === 'minus' ? constantOf(node.of) : null;
  return number === null ? null : -number;
}
