// Finds the rows of a ranking with the highest values. Pure.
import { isInverted, orderOf } from '../../../tables/query/default-metric.ts';
import type { ReportedInsight, ResultsRow } from '../../../results/results.ts';

type Ranked = Pick<
  ReportedInsight,
  'queryType' | 'query' | 'metric' | 'outputs' | 'dimensions' | 'rows' | 'cutOff' | 'folded' | 'unseen'
>;

const LEADERS = 3;

/**
 * The three rows of a ranking with the highest values, however it is ordered; none if a row that was cut off
 * or folded may have more.
 */
export function findLeaders(insight: Ranked): readonly ResultsRow[] {
  const { queryType, metric, rows, cutOff, folded, unseen } = insight;
  if ((queryType !== 'topN' && queryType !== 'groupBy') || metric === null) return [];
  if (cutOff && (isOrderedByName(insight) || isInverted(insight.query) || !rows.every(isNotAboveRowBefore)))
    return [];
  // A folded row may have more than those that are shown; `unseen` is the most that it can have.
  const least = folded === null ? -Infinity : (unseen?.value ?? Infinity);
  const leaders = rows.toSorted((one, other) => sizeOf(other) - sizeOf(one) || 0).slice(0, LEADERS);
  return leaders.filter((row) => sizeOf(row) >= least);
}

/** The row with the highest value; null if several share it, or if it is 0. */
export function findSoleLeader([first, second]: readonly ResultsRow[]): ResultsRow | null {
  if (first === undefined || first.value === null || first.value === 0) return null;
  return second === undefined || sizeOf(second) < first.value ? first : null;
}

/** Whether the rows are ordered by name, so that a row's rank says nothing about its value. */
export function isOrderedByName({ query }: Pick<ReportedInsight, 'query'>): boolean {
  if (query.queryType === 'groupBy') return query.limitSpec == null;
  const order = orderOf(query);
  return order !== null && typeof order === 'object' && order.type === 'dimension';
}

/**
 * Whether a row's value is at most the one before. In a table that is ordered by another output it may be
 * greater.
 */
function isNotAboveRowBefore(row: ResultsRow, place: number, rows: readonly ResultsRow[]): boolean {
  const before = rows[place - 1];
  return before === undefined || sizeOf(row) <= sizeOf(before);
}

export function sizeOf({ value }: ResultsRow): number {
  return value ?? -Infinity;
}
