import { createHash } from 'node:crypto';
import type { InsightResult, Results, Verdict } from '../results.ts';

/** A hash of what a report says, without its run, times and durations. Hexadecimal. */
export function fingerprint(results: Results): string {
  const { generatedAt, run, durationMs, previousPost, ...rest } = results;
  const { insights, thresholds } = rest;
  const content = {
    ...rest,
    insights: insights.map(withoutTimes),
    thresholds: thresholds.map(withoutHistory),
  };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

/** What the post before said is no result of this one. */
function withoutHistory({ since, was, ...verdict }: Verdict): unknown {
  return verdict;
}

/**
 * Where the compared period and the query end depends on the time of the run while the insight's own period
 * is still running.
 */
function withoutTimes(insight: InsightResult): unknown {
  if (insight.status !== 'ok') return insight;
  const { intervals, ...query } = insight.query;
  return { ...insight, query, durationMs: 0, compare: insight.compare?.start };
}
