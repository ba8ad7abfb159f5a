import type { SharedRows, VerdictReason } from '../reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/** A reason with the comparison to write in place of a sum of distinct counts; other reasons as they are. */
export function askTogether(reason: VerdictReason, deciding: DecidingComparison | null): VerdictReason {
  if (reason.kind !== 'unknown' || reason.reason.kind !== 'shared-rows' || deciding === null) return reason;
  return { kind: 'unknown', reason: { ...reason.reason, asked: comparisonOf(reason.reason.reads, deciding) } };
}

/** `total() * 95%`, in either order. */
const PART_OF_TOTAL = /^(?:total\(\)\s*\*\s*([\d.]+%)|([\d.]+%)\s*\*\s*total\(\))$/;

function comparisonOf(
  { read, keys, hasSets, output }: SharedRows,
  { subject, operator, limitText }: DecidingComparison,
): string | null {
  // Only a plain sum is the same as the number of the rows together.
  if (read === 'bucket' || hasSets || !/^[^*/-]*$/.test(withoutTexts(subject))) return null;
  const set = `oneOf(${[...new Set(keys)].map((key) => JSON.stringify(key)).join(', ')})`;
  const part = read === 'value' && output === null ? PART_OF_TOTAL.exec(limitText) : null;
  const share = part?.[1] ?? part?.[2];
  if (share !== undefined) return `share(${set}) ${operator} ${share}`;
  const named = output === null ? '' : `, ${JSON.stringify(output)}`;
  return `${read}(${set}${named}) ${operator} ${limitText}`;
}

function withoutTexts(expression: string): string {
  return expression.replace(/"[^"]*"|'[^']*'/g, '');
}
