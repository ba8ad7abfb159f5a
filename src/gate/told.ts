import { foldSmallGroups } from '../compare/fold.ts';
import { toNumber } from '../tables/numbers.ts';
import type { Answer, Evidence } from './evidence.ts';
import { pointRow } from './point-query.ts';

/**
 * The part of the evidence that a report tells: the table once groups smaller than `size` are folded, and no small number that was
 * asked for by itself. A number that comes out otherwise from it would tell what the report keeps to itself.
 */
export function toldEvidence(evidence: Evidence, size: number): Evidence {
  if (size <= 0) return evidence;
  const answers = new Map([...evidence.answers].filter(([, answer]) => isLarge(answer, size)));
  return { ...evidence, insight: foldSmallGroups(evidence.insight, size), answers };
}

function isLarge(answer: Answer, size: number): boolean {
  if (answer instanceof Error) return true;
  const numbers = Object.values(pointRow(answer) ?? {}).map(toNumber);
  return numbers.every((each) => each === null || each === 0 || each >= size);
}
