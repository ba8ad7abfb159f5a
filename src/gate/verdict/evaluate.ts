import type { InsightThreshold } from '../../inputs/request.ts';
import { type GateEvidence, GateReader } from '../evidence/gate-evidence.ts';
import { evaluate } from '../expression/evaluate.ts';
import { NOTHING } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import { asTruth, truth, type Truth } from '../expression/values.ts';
import { shortageFinder } from './enough-data.ts';

/** What an assertion comes to, and what read it, which knows the rows that were not there. */
export interface Evaluation extends Truth {
  readonly reader: GateReader;
}

/** Evaluates an assertion over evidence. */
export function evaluateAssertion(
  { tree }: Assertion,
  evidence: GateEvidence,
  request: InsightThreshold,
): Evaluation {
  const reader = new GateReader(evidence, request.missingRow);
  const value = evaluate(tree, reader, { findShortage: shortageFinder(request, reader) });
  return { ...(asTruth(value) ?? truth(null, NOTHING)), reader };
}
