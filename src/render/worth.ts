import type { InsightResult, Results } from '../results.ts';
import { buildInsightView } from './view/insight.ts';

/**
 * The same results with the insights in the order of what is worth knowing: those of gates that failed, of gates that warn or have no
 * answer, those outside of their usual range or with a break, and then the others as they were given.
 */
export function orderByWorth(results: Results): Results {
  if (results.insights.length < 2) return results;
  const places = results.insights.map((insight, index) => ({ insight, index, worth: worthOf(insight, results) }));
  places.sort((one, other) => one.worth - other.worth || one.index - other.index);
  return { ...results, insights: places.map(({ insight }) => insight) };
}

function worthOf(insight: InsightResult, results: Results): number {
  const outcomes = results.thresholds
    .filter((verdict) => (verdict.insights ?? [verdict.insight]).includes(insight.name))
    .map(({ outcome }) => outcome);
  if (outcomes.includes('failed')) return 0;
  if (outcomes.some((outcome) => outcome !== 'passed')) return 1;
  const { finding, isUnusual } = buildInsightView(insight, results);
  return finding !== '' || isUnusual ? 2 : 3;
}
