import { writtenInsight } from '../expression/insights.ts';
import type { SharedRows, VerdictReason } from '../reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/** A reason with the comparison to write in place of a sum of distinct counts; other reasons as they are. */
export function askTogether(reason: VerdictReason, deciding: DecidingComparison | null): VerdictReason {
  if (reason.kind !== 'unknown' || reason.reason.kind !== 'shared-rows' || deciding === null) return reason;
  return {
    kind: 'unknown',
    reason: { ...reason.reason, asked: comparisonOf(reason.reason.reads, deciding) },
  };
}

/** `total() * 95%`, in either order. */
const PART_OF_TOTAL = /^(?:total\(\)\s*\*\s*([\d.]+%)|([\d.]+%)\s*\*\s*total\(\))$/;

function comparisonOf(
  { read, keys, hasSets, output }: SharedRows,
  { subject, operator, limitText, calls }: DecidingComparison,
): string | null {
  // Only a plain sum is the same as the number of the rows together.
  if (read === 'bucket' || hasSets || !/^[^*/-]*$/.test(withoutTexts(subject))) return null;
  const [first, ...others] = calls;
  if (first === undefined || others.some(({ insight }) => insight !== first.insight)) return null;
  const owner = first.insight === null ? '' : `${writtenInsight(first.insight)}.`;
  const set = `oneOf(${[...new Set(keys)].map((key) => JSON.stringify(key)).join(', ')})`;
  const limit = owner === '' ? limitText : limitText.replaceAll(`${owner}total()`, 'total()');
  const part = read === 'value' && output === null ? PART_OF_TOTAL.exec(limit) : null;
  const share = part?.[1] ?? part?.[2];
  if (share !== undefined) return `${owner}share(${set}) ${operator} ${share}`;
  const named = output === null ? '' : `, ${JSON.stringify(output)}`;
  return `${owner}${read}(${set}${named}) ${operator} ${limitText}`;
}

function withoutTexts(expression: string): string {
  return expression.replace(/"[^"]*"|'[^']*'/g, '');
}
