// Finds the comparison of an assertion that decided, which a verdict shows: value, operator and limit.
import type { FunctionCall } from '../../expression/calls.ts';
import { type ComparisonSign, type Node, TURNED } from '../../expression/syntax.ts';
import { calculate } from '../../expression/number-range.ts';
import type { Assertion } from '../../expression/parse.ts';
import { isPercentage } from '../../expression/tokens.ts';
import type { VerdictReason } from '../../expression/reasons.ts';
import { asNumber, callsIn, type Compared } from '../../expression/values.ts';
import type { ReportedInsight, Verdict } from '../../results/results.ts';
import { percentRate } from '../../tables/query/default-metric.ts';

/** The comparison that decided an assertion, turned so that what is read is on the left. */
export interface DecidingComparison {
  /** The value's side as it is written, and as syntax. */
  readonly subject: string;
  readonly node: Node;
  readonly operator: ComparisonSign;
  readonly limitText: string;
  /** Null if it is not known. */
  readonly value: number | null;
  readonly limit: number | null;
  /** Whether the limit is read from an insight as well. */
  readonly isLimitRead: boolean;
  /** The bounds of a value that is a sum of distinct counts; null if it is known exactly, or not at all. */
  readonly bounds: VerdictReason | null;
  /** The error of the difference of value and limit, at two standard deviations; 0 if both are exact. */
  readonly error: number;
  /** What reads the value, `share("a")` or `value("a") / total()`; null if it is computed from several. */
  readonly source: FunctionCall | null;
  /** The same if it is written as a call. */
  readonly call: FunctionCall | null;
  /** Every call in the value. */
  readonly calls: readonly FunctionCall[];
}

/** The first comparison that decided an assertion and reads something; null if there is none. */
export function findDecidingComparison(
  assertion: Assertion,
  deciding: readonly Compared[],
): DecidingComparison | null {
  // A side that was computed from nothing (`from`) is a constant.
  const comparison = deciding.find(({ sides }) => sides.some(({ from }) => from.size > 0));
  if (comparison === undefined) return null;
  const { node, sign, sides } = comparison;
  const isTurned = sides[0].from.size === 0;
  const [valueNode, limitNode] = isTurned ? [node.sides[1], node.sides[0]] : node.sides;
  const [valueSide, limitSide] = isTurned ? [sides[1], sides[0]] : sides;
  const [value, limit] = [asNumber(valueSide), asNumber(limitSide)];
  const textOf = ({ start, end }: Node): string => assertion.source.slice(start, end);
  const source = value?.call ?? null;
  return {
    subject: textOf(valueNode),
    node: valueNode,
    operator: isTurned ? TURNED[sign] : sign,
    limitText: textOf(limitNode),
    value: value?.shown ?? null,
    limit: limit?.shown ?? null,
    isLimitRead: limitSide.from.size > 0,
    bounds:
      value?.reason?.kind === 'shared-rows'
        ? { kind: 'value-range', low: value.low, high: value.high }
        : null,
    error: value?.shown == null || limit?.shown == null ? 0 : calculate('-', value, limit).error,
    source,
    call: source?.as === undefined ? source : null,
    calls: callsIn(valueSide.from).filter((call) => call.as === undefined),
  };
}

/** How the value and the limit of a comparison are written. `call` is what reads the value, or null. */
export function writtenUnit(
  call: FunctionCall | null,
  limitText: string,
  insight: Pick<ReportedInsight, 'metric' | 'query'> | null,
): Verdict['unit'] {
  if (call?.name === 'change' || call?.name === 'totalChange') return 'change';
  if (isPercentage(limitText) || call?.name === 'share') return 'percent';
  const output = call?.output ?? insight?.metric ?? null;
  if (call === null || insight === null || call.name === 'rank' || call.name === 'count') return 'number';
  return output !== null && percentRate(insight.query) === output ? 'percent' : 'number';
}
