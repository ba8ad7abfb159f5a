// Says what to write in place of a sum of users, `share(oneOf("4.1", "4.2"))`, since a user may be in both
// rows.
import type { FunctionCall } from '../../expression/calls.ts';
import { writtenInsight } from '../../expression/insights.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import type { VerdictReason } from '../../expression/reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/** A reason with the comparison to write in place of a sum of distinct counts; other reasons unchanged. */
export function withSetToWrite(
  reason: VerdictReason,
  deciding: DecidingComparison | null,
  reader: GateReader,
): VerdictReason {
  if (reason.kind !== 'shared-rows' || deciding === null) return reason;
  const comparison = comparisonOf(deciding, reader);
  return comparison === null ? reason : { ...reason, why: `${reason.why}; write ${comparison}` };
}

/**
 * The comparison of a set that means the same as a sum: `share(oneOf("4.1", "4.2")) < 5%`. Null if the value
 * is no plain sum of the same function.
 */
function comparisonOf(
  { subject, operator, limitText, calls }: DecidingComparison,
  reader: GateReader,
): string | null {
  const [first] = calls;
  const withoutTexts = subject.replace(/"[^"]*"|'[^']*'/g, '');
  const isSum = !/[*/-]/.test(withoutTexts);
  if (first === undefined || !isSum || calls.some((call) => !isAlike(call, first))) return null;
  const { insight, name } = first;
  const output = first.output === reader.insight(insight).metric ? null : first.output;
  const owner = insight === null ? '' : `${writtenInsight(insight)}.`;
  const keys = new Set(calls.map(({ row }) => JSON.stringify(row)));
  const set = `oneOf(${[...keys].join(', ')})`;
  const named = typeof output === 'string' ? `, ${JSON.stringify(output)}` : '';
  return `${owner}${name}(${set}${named}) ${operator} ${limitText}`;
}

/** Whether two calls differ by nothing but their rows. */
function isAlike(call: FunctionCall, { insight, name, output }: FunctionCall): boolean {
  const isSame = call.insight === insight && call.name === name && call.output === output;
  return isSame && typeof call.row === 'string';
}
