import type { ReportedInsight } from '../results.ts';
import { queryOutputs } from '../tables/outputs.ts';
import { kindOf } from './evidence.ts';
import { isCount, wholeRow } from './table-numbers.ts';

/**
 * The output whose total says how much an insight's numbers rest on: the metric where it is counted, else the users,
 * else the events, else nothing.
 */
export function sampleOutput(insight: ReportedInsight): string | null {
  const { metric, outputs } = insight;
  if (metric !== null && isSummable(insight, metric)) return metric;
  const counts = queryOutputs(insight.query)
    .map(({ name }) => name)
    .filter((name) => outputs.includes(name) && isCount(insight, name));
  const users = counts.find((name) => kindOf(insight, name) === 'distinct');
  return users ?? counts[0] ?? (metric !== null && wholeRow(insight) !== null ? metric : null);
}

function isSummable(insight: ReportedInsight, output: string): boolean {
  const kind = kindOf(insight, output);
  return insight.total !== null || kind === 'additive' || kind === 'distinct';
}

/** Whether an insight's answer counts nothing at all: it is empty, or holds zeros and nothing else. */
export function isEmpty({ rows, total }: ReportedInsight): boolean {
  const isNothing = (value: unknown): boolean => typeof value !== 'number' || value === 0;
  return (total ?? 0) === 0 && rows.every((row) => isNothing(row.value) && Object.values(row.values).every(isNothing));
}
