import { createHash } from 'node:crypto';
import type { InsightResult, Results } from '../results.ts';

/** Equal for two runs that found the same: run, times and durations aside. Hexadecimal. */
export function fingerprint(results: Results): string {
  const { generatedAt, run, durationMs, previousPost, ...rest } = results;
  const found = { ...rest, insights: rest.insights.map(withoutTimes) };
  return createHash('sha256').update(JSON.stringify(found)).digest('hex').slice(0, 32);
}

/** A period that is running is compared with one cut at the moment of the run. */
function withoutTimes(insight: InsightResult): unknown {
  return insight.status === 'ok' ? { ...insight, durationMs: 0, compare: insight.compare?.start } : insight;
}
