import type { ReportedInsight } from '../../results.ts';
import { isRoundedCount } from '../../tables/round-row.ts';
import type { ResultRow } from '../../tql/result.ts';

type Rounded = Pick<ReportedInsight, 'roundedTo' | 'query' | 'metric'>;

/**
 * Whether a value of the metric is a count below `min-group-size`, which stands as 0 in the results, or truly 0: which of the two, nobody
 * may know.
 */
export function isHidden({ roundedTo, query, metric }: Rounded, value: number | null): boolean {
  return value === 0 && roundedTo !== undefined && isRoundedCount(query, metric);
}

/** A value to compute with: unknown if it is hidden. */
export function knownValue(insight: Rounded, value: number | null): number | null {
  return isHidden(insight, value) ? null : value;
}

/** A value as it is told: `under 10` if it is hidden. */
export function toldValue(insight: Rounded, value: number | null): number | string | null {
  return isHidden(insight, value) ? `under ${insight.roundedTo}` : value;
}

/** All outputs of a row as they are told. */
export function toldOutputs(insight: Rounded, values: ResultRow): ResultRow {
  if (insight.roundedTo === undefined) return values;
  const told = Object.create(null) as Record<string, ResultRow[string]>;
  for (const [name, value] of Object.entries(values))
    told[name] = value === 0 ? toldValue({ ...insight, metric: name }, value) : value;
  return told;
}
