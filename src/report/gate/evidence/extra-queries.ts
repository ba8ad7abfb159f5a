// Finds the extra queries of a gate: reads its numbers once without their answers, and notes which answers
// are missing. Called by `gate/judge.ts`, again after each round of answers.
import type { ReportedInsight } from '../../results/results.ts';
import type { Query } from '../../../tql/query.ts';
import type { FunctionCall } from '../../expression/calls.ts';
import type { Relations } from '../../expression/parse.ts';
import type { MissingRow } from './absent-rows.ts';
import { RecordingAnswers, type Evidence, type ExtraAnswers } from './evidence.ts';
import { historyOf } from './history.ts';
import { InsightReader } from './reader.ts';

/** What a gate reads of an insight. */
interface Reading {
  /** The calls of its functions. A computed key is not known yet, so its row is not queried. */
  readonly calls: readonly FunctionCall[];
  /** Those of the calls whose earlier periods a forecast reads. */
  readonly compared: readonly FunctionCall[];
  readonly missingRow: MissingRow;
  readonly relations: Relations;
  /** Whether samples are read (`min-sample`): they are totals. */
  readonly hasSample: boolean;
}

/**
 * The queries for what a gate reads of an insight and the insight's own tables do not hold, each once. What
 * is queried next may depend on the `answers` to earlier queries.
 */
export function findExtraQueries(
  insight: ReportedInsight,
  { calls, compared, missingRow, relations, hasSample }: Reading,
  answers: ExtraAnswers,
): readonly Query[] {
  const recorder = new RecordingAnswers(answers);
  // The time decides only which buckets are over, and for that nothing is queried.
  const evidence: Evidence = { insight, nowMs: 0, answers: recorder, relations };
  const reader = new InsightReader(evidence, missingRow);
  for (const call of calls) reader.read(call);
  if (hasSample) {
    reader.samples({ insight: null, name: 'total', output: null });
    for (const call of calls) reader.samples(call);
  }
  for (const call of compared) historyOf(evidence, call);
  return [...recorder.queries.values()];
}
