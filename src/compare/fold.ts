import type { ReportedInsight } from '../results.ts';
import { foldRanking } from './fold-ranking.ts';
import { maskRows } from './mask-rows.ts';

/**
 * An insight without what it says about groups smaller than `size`; 0 folds nothing. The small rows of a ranking are folded into one,
 * two at least. What has an order of its own keeps its rows and loses their values: times, steps, cohorts. Events are groups of one:
 * a scan loses all of them.
 */
export function foldSmallGroups(insight: ReportedInsight, size: number): ReportedInsight {
  if (size <= 0) return insight;
  const isRanking = insight.queryType === 'topN' || insight.queryType === 'groupBy';
  if (isRanking && insight.dimensions.length > 0) return foldRanking(insight, size);
  return insight.queryType === 'scan' ? foldEvents(insight, size) : maskRows(insight, size);
}

function foldEvents(insight: ReportedInsight, size: number): ReportedInsight {
  if (size <= 1 || insight.rows.length === 0) return insight;
  const folded = { rows: insight.rows.length, value: null, share: null, previous: null };
  const note = `A scan shows single events; groups smaller than ${size} are left out, and so all of them are.`;
  return { ...insight, rows: [], folded, notes: [...insight.notes, note] };
}
