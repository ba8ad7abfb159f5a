import type { ReportedInsight, ResultsRow } from '../results.ts';
import { outputUnit } from '../tables/aggregations.ts';
import type { ResultRow } from '../tql/result.ts';

type Measured = Pick<ReportedInsight, 'query' | 'metric' | 'unit' | 'outputs'>;

/** The outputs that count events or users, besides the metric. */
export function otherCounts({ query, metric, outputs }: Measured): string[] {
  return outputs.filter((name) => name !== metric && outputUnit(query, name) !== 'other');
}

/**
 * The size of the group behind a row: its value; if that is not a count, the smallest of the other counts in the row, else its value
 * again. Null if it is not known.
 */
export function groupSize(insight: Measured, { value, values }: Pick<ResultsRow, 'value' | 'values'>): number | null {
  const counts = insight.unit === 'other' ? otherCounts(insight) : [];
  if (counts.length === 0) return value;
  const sizes = counts.map((name) => values[name]);
  return sizes.every((each) => typeof each === 'number') ? Math.min(...sizes) : null;
}

/** A row's outputs without counts below a size. */
export function hideSmallCounts(insight: Measured, values: ResultRow, size: number): ResultRow {
  const small = otherCounts(insight).filter((name) => typeof values[name] === 'number' && values[name] < size);
  if (small.length === 0) return values;
  return { ...values, ...Object.fromEntries(small.map((name) => [name, null])) };
}
