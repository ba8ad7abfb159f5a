import { outputKind } from '../../tables/aggregations.ts';
import { distinctCount } from '../expression/distinct-sum.ts';
import { type NumberRange, rangeOfDistinct } from '../expression/number-range.ts';
import type { RowSet } from '../expression/calls.ts';
import type { SharedRows } from '../reasons.ts';
import { type Evidence, unasked } from './evidence.ts';
import { tableNumber } from './table-numbers.ts';

/**
 * Marks the number of a row or of a set of rows as a distinct count if it is one, so that a sum of such
 * numbers is known by its bounds only.
 */
export function markDistinct(
  evidence: Evidence,
  read: SharedRows['read'] | 'change' | 'rank',
  row: string | RowSet,
  output: string,
  range: NumberRange,
): NumberRange {
  const { insight } = evidence;
  if (
    read === 'change' ||
    read === 'rank' ||
    range.exact === null ||
    outputKind(insight.query, output) !== 'distinct'
  )
    return range;
  const named =
    typeof row === 'string' ? { keys: [row], hasSets: false } : { keys: [row.written], hasSets: true };
  const reads = { read, ...named, output: output === insight.metric ? null : output };
  const counted = JSON.stringify([insight.name, output, read === 'bucket' ? 'value' : read]);
  const distinct = distinctCount(counted, reads, range.exact, totalOf(evidence, read, output));
  return rangeOfDistinct(distinct).with({ errors: range.errors });
}

function totalOf(evidence: Evidence, read: SharedRows['read'], output: string): number | null {
  if (read === 'share') return 1;
  return tableNumber(unasked(evidence), read === 'previous' ? 'previousTotal' : 'total', output).exact;
}
