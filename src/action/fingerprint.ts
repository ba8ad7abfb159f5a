import { createHash } from 'node:crypto';
import type { InsightResult, Results } from '../results.ts';

/** A hash of what a report says, without its run, times and durations. Hexadecimal. */
export function fingerprint(results: Results): string {
  const { generatedAt, run, durationMs, previousPost, ...rest } = results;
  const content = { ...rest, insights: rest.insights.map(withoutTimes) };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

/** The compared period's end depends on the time of the run while the insight's own period is still running. */
function withoutTimes(insight: InsightResult): unknown {
  return insight.status === 'ok' ? { ...insight, durationMs: 0, compare: insight.compare?.start } : insight;
}
