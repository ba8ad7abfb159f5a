// Gates remember their outcome from run to run in the marker of the earlier post, a comment that nobody sees.
// main.ts adds here what the last post knows ("failing since Monday"); pages.ts makes the next marker of it.
// Pure.
import { effectiveOutcome } from '../report/gate/conclude.ts';
import { digest, nextGateStates, type PostedGate, type PostState } from '../report/publish/body/state.ts';
import type { InsightResult, Results, Verdict } from '../report/results/results.ts';

/**
 * The gates of a report as its posts remember them: an id, made of what the gate asserts, and its outcome.
 */
export function postedGates({ thresholds }: Pick<Results, 'thresholds'>): readonly PostedGate[] {
  const counts = new Map<string, number>();
  return thresholds.map((verdict) => {
    const content = JSON.stringify([verdict.insight, verdict.assert, verdict.warn]);
    const count = (counts.get(content) ?? 0) + 1;
    counts.set(content, count);
    return { id: digest(`${content}${count}`), outcome: effectiveOutcome(verdict) };
  });
}

/**
 * The results with what the earlier post knows of their gates: since when each has its outcome, and which one
 * it had before, if it changed.
 */
export function withGateHistory(results: Results, earlier: PostState | null, runId: string | null): Results {
  if (earlier === null || isNothingReported(results)) return results;
  const earlierIds = new Set(earlier.gates.map(({ id }) => id));
  const states = nextGateStates(earlier, postedGates(results), {
    id: runId,
    atMs: Date.parse(results.generatedAt),
  });
  const thresholds = results.thresholds.map((verdict, index): Verdict => {
    const state = states[index];
    if (state === undefined || !earlierIds.has(state.id)) return verdict;
    const since = toIso(state.sinceMs);
    if (state.was === null) return { ...verdict, since };
    const { outcome, atMs, run } = state.was;
    return { ...verdict, since, was: { outcome, at: toIso(atMs), ...(run !== '' && { run }) } };
  });
  return { ...results, thresholds };
}

/** Whether no insight could be reported: such a run says nothing about its gates. */
export function isNothingReported({ insights }: Pick<Results, 'insights'>): boolean {
  return insights.length > 0 && insights.every(({ status }) => status === 'error');
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

/** What a report says, without its run, times and durations. Equal for two runs with the same numbers. */
export function fingerprint(results: Results): string {
  const { generatedAt, run, durationMs, previousPost, ...content } = results;
  return JSON.stringify({
    ...content,
    insights: content.insights.map(withoutTimes),
    // What the post before said is no result of this one.
    thresholds: content.thresholds.map(({ since, was, ...verdict }) => verdict),
  });
}

/**
 * An insight without what the time of the run decides while its own period is still running: where its query
 * and the compared period end.
 */
function withoutTimes(insight: InsightResult): unknown {
  if (insight.status !== 'ok') return insight;
  const { intervals, ...query } = insight.query;
  const { link, ...result } = insight;
  return { ...result, query, durationMs: 0, compare: insight.compare?.start };
}
