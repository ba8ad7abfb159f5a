import type { ReportedInsight } from '../results.ts';
import { aggregationKind } from '../tables/aggregations.ts';
import { aggregationBehind } from '../tables/aggregations.ts';

/** What a table holds beyond the rows shown. What is not known is null. */
export interface RemainingRows {
  /** Null where the answer was cut off: there may be any number. */
  readonly rows: number | null;
  readonly value: number | null;
  readonly share: number | null;
}

/** What an `Other (n more)` row says below the first `shown` rows: folded rows are in it, and rows that the answer left off. */
export function remainingRows(
  insight: Pick<ReportedInsight, 'queryType' | 'query' | 'metric' | 'unit' | 'rows' | 'total' | 'folded' | 'cutOff'>,
  shown: number,
): RemainingRows {
  const { rows, folded, cutOff, total } = insight;
  const hidden = Math.max(0, rows.length - shown) + (folded?.rows ?? 0);
  const value = isAdditive(insight) ? remainingValue(insight, shown) : null;
  const isShared = value !== null && value >= 0 && total !== null && total > 0 && rows.every(isNotNegative);
  return { rows: cutOff ? null : hidden, value, share: isShared ? Math.min(1, value / total) : null };
}

function isAdditive({ queryType, query, metric }: Pick<ReportedInsight, 'queryType' | 'query' | 'metric'>): boolean {
  if (queryType !== 'topN' && queryType !== 'groupBy' && queryType !== 'timeseries') return false;
  return metric !== null && aggregationKind(aggregationBehind(query, metric)) === 'additive';
}

/** The sum of what is there, where that is all there is; else what the shown rows leave of the total. */
function remainingValue(
  { rows, folded, cutOff, total, unit }: Pick<ReportedInsight, 'rows' | 'folded' | 'cutOff' | 'total' | 'unit'>,
  shown: number,
): number | null {
  if (!cutOff) {
    if (folded !== null && folded.value === null) return null;
    return sum(rows.slice(shown)) + (folded?.value ?? 0);
  }
  if (total === null) return null;
  const rest = total - sum(rows.slice(0, shown));
  // Fractions added up in another order end in other digits: what is left by them is nothing.
  if (Math.abs(rest) < ROUNDING * Math.abs(total)) return 0;
  // Events that came in between the two answers can make the rows more than the total.
  return unit === 'events' && rest < 0 ? null : rest;
}

const ROUNDING = 1e-12;

function sum(rows: ReportedInsight['rows']): number {
  return rows.reduce((total, { value }) => total + (value ?? 0), 0);
}

function isNotNegative({ value }: ReportedInsight['rows'][number]): boolean {
  return value === null || value >= 0;
}
