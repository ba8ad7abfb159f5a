// Finds the extra queries of a gate by reading its numbers once without answers, and noting what is missing.
// Called by `gate/judge.ts`, again after each round of answers.
import type { ReportedInsight } from '../../results/results.ts';
import type { Query } from '../../../tql/query.ts';
import { type FunctionCall, isRowCall, RowSet } from '../../expression/calls.ts';
import type { Relations } from '../../expression/parse.ts';
import type { MissingRow } from './absent-rows.ts';
import { RecordingAnswers, type Evidence, type ExtraAnswers } from './evidence.ts';
import { historyOf } from './history.ts';
import { InsightReader } from './reader.ts';

/** What is read of an insight. */
interface Reading {
  /** A row whose key is computed cannot be requested: that is known only once the assertion is evaluated. */
  readonly calls: readonly FunctionCall[];
  /** Those whose earlier periods are shown. */
  readonly compared: readonly FunctionCall[];
  readonly missingRow: MissingRow;
  readonly relations: Relations;
  /** Whether the totals are read that are the samples of what is read. */
  readonly hasSample: boolean;
}

/**
 * The queries behind what is read of an insight beyond its own tables, each once. They are found by reading
 * it, so what is asked next depends on the `answers` that are there.
 */
export function findExtraQueries(
  insight: ReportedInsight,
  { calls, compared, missingRow, relations, hasSample }: Reading,
  answers: ExtraAnswers,
): readonly Query[] {
  const recorder = new RecordingAnswers(answers);
  // Buckets, which are over at some time, ask nothing.
  const evidence: Evidence = { insight, nowMs: 0, answers: recorder, relations };
  const reader = new InsightReader(evidence, missingRow);
  for (const call of calls.flatMap(numbersBehind)) reader.read(call);
  const whole: FunctionCall = { insight: null, name: 'total', output: null };
  for (const call of hasSample ? [whole, ...calls] : []) reader.samples(call);
  for (const call of compared) historyOf(evidence, call);
  return [...recorder.queries.values()];
}

/** A call, and the numbers that it is made of: if one is not known yet, the others are requested as well. */
function numbersBehind(call: FunctionCall): readonly FunctionCall[] {
  if (!isRowCall(call)) return [call];
  const { insight, name, row, output } = call;
  const isTotalRead =
    (row instanceof RowSet && row.isOnly) || (name === 'share' && (row instanceof RowSet || output !== null));
  return [call, ...(isTotalRead ? [{ insight, name: 'total' as const, output }] : [])];
}
