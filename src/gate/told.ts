import { foldSmallGroups } from '../compare/fold.ts';
import { groupSize, otherCounts } from '../compare/group-size.ts';
import type { ReportedInsight } from '../results.ts';
import { toNumber } from '../tables/numbers.ts';
import type { Answer, Evidence } from './evidence.ts';
import { pointRow, pointValue } from './point-query.ts';

/** What a verdict rests on, and what a reader of the report may know of it. */
export interface Grounds {
  readonly evidence: Evidence;
  /** The evidence itself where nothing is kept back. */
  readonly told: Evidence;
}

/**
 * The part of the evidence that a report tells: the table once groups smaller than `size` are folded, and no small number that was
 * asked for by itself. A number that comes out otherwise from it would tell what the report keeps to itself.
 */
export function toldEvidence(evidence: Evidence, size: number): Evidence {
  if (size <= 0) return evidence;
  const { insight } = evidence;
  const answers = new Map([...evidence.answers].filter(([, answer]) => isLarge(answer, insight, size)));
  return { ...evidence, insight: foldSmallGroups(insight, size), answers };
}

/** Whether what an answer counts is large enough; a rate or a mean beside it is no group. */
function isLarge(answer: Answer, insight: ReportedInsight, size: number): boolean {
  if (answer instanceof Error) return true;
  const values = pointRow(answer) ?? {};
  const value = insight.metric === null ? null : pointValue(answer, insight.metric);
  const counts = [groupSize(insight, { value, values }), ...otherCounts(insight).map((name) => toNumber(values[name]))];
  return counts.every((each) => each === null || each === 0 || each >= size);
}
