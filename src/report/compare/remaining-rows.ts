// What the row `Other (n more)` below a shortened table holds. Called by `render/view/`.
import type { ReportedInsight } from '../results/results.ts';
import { isAdditive } from '../tables/aggregations.ts';
import { hasTotal } from '../tables/total.ts';

/**
 * The content of an `Other (n more)` row below the first `shown` rows: folded rows and those that the answer
 * left off included.
 */
export function remainingRows(insight: ReportedInsight, shown: number) {
  const { query, metric, rows, folded, cutOff, total } = insight;
  const hidden = Math.max(0, rows.length - shown);
  const value =
    hasTotal(insight) && isAdditive(query, metric)
      ? remainingValue(insight, shown)
      : hidden === 0 && !cutOff && folded !== null
        ? folded.value
        : null;
  const isShared =
    value !== null && value >= 0 && total !== null && total > 0 && !rows.some((row) => (row.value ?? 0) < 0);
  return {
    // Null if the answer was cut off, or some are folded.
    rows: cutOff || folded !== null ? null : hidden,
    value,
    share: isShared ? Math.min(1, value / total) : null,
  };
}

/** The sum of the other rows if the table holds them all, else the total without the rows shown. */
function remainingValue(
  { rows, folded, cutOff, total, unit }: ReportedInsight,
  shown: number,
): number | null {
  if (!cutOff && folded?.value !== null) return sum(rows.slice(shown)) + (folded?.value ?? 0);
  if (total === null || (!cutOff && rows.length <= shown)) return null;
  const rest = total - sum(rows.slice(0, shown));
  // Fractions added in another order differ in their last digits.
  if (Math.abs(rest) < ROUNDING * Math.abs(total)) return 0;
  // Events that arrive between the two answers can make the rows more than the total.
  return unit === 'events' && rest < 0 ? null : rest;
}

const ROUNDING = 1e-12;

function sum(rows: ReportedInsight['rows']): number {
  return rows.reduce((total, { value }) => total + (value ?? 0), 0);
}
