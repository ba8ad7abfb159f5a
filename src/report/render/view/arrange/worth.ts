// Puts the insights of a report in order of importance. Reports in Markdown, on terminals and in Slack begin
// with it; the results file, the badge and the history keep the order of the config file. Pure.
import type { InsightResult, Results, Verdict } from '../../../results/results.ts';
import { buildInsightView } from '../insight.ts';
import { isUnusual } from '../sentences/news.ts';

/**
 * The same results with the most important insights first; insights of the same worth stay in their order.
 */
export function orderByWorth(results: Results): Results {
  const insights = results.insights.map((insight) => ({ insight, worth: worthOf(insight, results) }));
  const ordered = insights.toSorted((one, other) => one.worth - other.worth);
  return { ...results, insights: ordered.map(({ insight }) => insight) };
}

/**
 * 0 if a gate on the insight failed; 1 if a gate changed, warns or has no answer; 2 if the insight is outside
 * of its usual range or leaves its usual course; 3 otherwise.
 */
function worthOf(insight: InsightResult, results: Results): number {
  const verdicts = verdictsOn(insight.name, results.thresholds);
  if (verdicts.some(({ outcome }) => outcome === 'failed')) return 0;
  if (verdicts.some(({ outcome, was }) => outcome !== 'passed' || was !== undefined)) return 1;
  const facts = buildInsightView(insight, results);
  const hasBreak = facts.series !== null && facts.series.finding !== '';
  return hasBreak || isUnusual(facts) ? 2 : 3;
}

/** The verdicts of the gates that read an insight. */
export function verdictsOn(name: string, thresholds: readonly Verdict[]): readonly Verdict[] {
  return thresholds.filter(({ insight, insights }) => (insights ?? [insight]).includes(name));
}
