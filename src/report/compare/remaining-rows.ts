// What the row `Other (n more)` below a shortened table holds: all rows that are not shown. Called by
// `render/view/`.
import type { ReportedInsight } from '../results/results.ts';
import { outputKind } from '../tables/query/counting.ts';
import { hasTotal } from '../tables/total.ts';

/**
 * The content of the row below the first `shown` rows. It includes the rows in `folded`, and those beyond a
 * cut-off.
 */
export function remainingRows(insight: ReportedInsight, shown: number) {
  const { rows, folded, cutOff, total } = insight;
  const value = remainingValue(insight, shown);
  const hasNegative = rows.some((row) => (row.value ?? 0) < 0);
  const hasShare = value !== null && value >= 0 && total !== null && total > 0 && !hasNegative;
  return {
    // Null if the answer was cut off, or some rows are folded: then their number is not known.
    rows: cutOff || folded !== null ? null : Math.max(0, rows.length - shown),
    value,
    share: hasShare ? Math.min(1, value / total) : null,
  };
}

function remainingValue(insight: ReportedInsight, shown: number): number | null {
  const { query, metric, rows, folded, cutOff } = insight;
  if (hasTotal(insight) && outputKind(query, metric) === 'additive') return remainingSum(insight, shown);
  const areOnlyFolded = rows.length <= shown && !cutOff && folded !== null;
  return areOnlyFolded ? folded.value : null;
}

/** The sum of the other rows if the table holds them all; otherwise the total minus the rows shown. */
function remainingSum({ rows, folded, cutOff, total, unit }: ReportedInsight, shown: number): number | null {
  if (!cutOff && folded?.value !== null) return sum(rows.slice(shown)) + (folded?.value ?? 0);
  if (total === null || (!cutOff && rows.length <= shown)) return null;
  const rest = total - sum(rows.slice(0, shown));
  // Fractions added in another order differ in their last digits.
  if (Math.abs(rest) < ROUNDING * Math.abs(total)) return 0;
  // Events that arrive between the two answers can make the rows more than the total.
  return unit === 'events' && rest < 0 ? null : rest;
}

/** By how much of a total the sum of its parts may differ because of rounding. */
const ROUNDING = 1e-12;

function sum(rows: ReportedInsight['rows']): number {
  return rows.reduce((total, { value }) => total + (value ?? 0), 0);
}
