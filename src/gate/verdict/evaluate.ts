import { type Evidence, findMissingRowsReason } from '../evidence/evidence.ts';
import { createReader, type EvidenceReader, type Findings, type MissingRow } from '../evidence/reader.ts';
import { ONE_ROW } from '../expression/language.ts';
import { exactNumber, MissingRowError, NumberRange, UnknownError } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import type { Variables } from '../expression/program.ts';
import { type ExpressionPart, type QuantifierPart, readsRows, readsRowsOneByOne } from '../expression/syntax-tree.ts';
import type { UnknownReason } from '../reasons.ts';

/** What an assertion, or a part of it, comes to. `missing`: a row is not in the table and `missing-row: fail` is given. */
export type EvaluationResult =
  | { readonly kind: 'true' | 'false'; readonly findings: Findings }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }
  | { readonly kind: 'missing'; readonly key: string };

/**
 * Evaluates an assertion over evidence. Rows that the table does not hold may or may not exist, so the result has to be the same with
 * and without them. A result without a single known number is unknown.
 */
export function evaluate(assertion: Assertion, evidence: Evidence, missingRow: MissingRow): EvaluationResult {
  const evaluateWith = (withUnseen: boolean): EvaluationResult =>
    evaluateOnce(assertion, null, createReader(evidence, missingRow), evidence, withUnseen);
  const first = evaluateWith(false);
  const reason = findMissingRowsReason(evidence.insight);
  if (reason === null || !readsRows(assertion.tree) || first.kind === 'missing') return first;
  const second = evaluateWith(true);
  return second.kind === first.kind || second.kind === 'unknown' ? second : { kind: 'unknown', reason };
}

/** Evaluates a part of an assertion. */
export function evaluatePart(
  assertion: Assertion,
  part: ExpressionPart,
  evidence: Evidence,
  missingRow: MissingRow,
): EvaluationResult {
  return evaluateOnce(assertion, part, createReader(evidence, missingRow), evidence, false);
}

/** Evaluates a `rows.all(…)` for each row alone. */
export function evaluateForEachRow(
  assertion: Assertion,
  part: QuantifierPart,
  evidence: Evidence,
  missingRow: MissingRow,
): readonly EvaluationResult[] {
  const reader = createReader(evidence, missingRow);
  const rows = [...reader.rows(false)];
  return rows.map((row) => resultOf(valueWith(assertion, part, reader, { rows, [ONE_ROW]: [row] }), reader));
}

/** The number that a part of an assertion comes to, as far as it is known; null if it is not a number or not known at all. */
export function numberOfPart(
  assertion: Assertion,
  part: ExpressionPart,
  evidence: Evidence,
  missingRow: MissingRow,
): NumberRange | null {
  const value = valueOf(assertion, part, createReader(evidence, missingRow), evidence, false);
  if (value instanceof NumberRange) return value;
  return typeof value === 'number' || typeof value === 'bigint' ? exactNumber(Number(value)) : null;
}

function evaluateOnce(
  assertion: Assertion,
  part: ExpressionPart | null,
  reader: EvidenceReader,
  evidence: Evidence,
  withUnseen: boolean,
): EvaluationResult {
  return resultOf(valueOf(assertion, part, reader, evidence, withUnseen), reader);
}

function resultOf(value: unknown, { findings }: EvidenceReader): EvaluationResult {
  if (value instanceof MissingRowError) return { kind: 'missing', key: value.key };
  if (value instanceof UnknownError) return { kind: 'unknown', reason: value.reason };
  if (value instanceof Error) return { kind: 'unknown', reason: evaluationError(value.message) };
  if (typeof value !== 'boolean') return { kind: 'unknown', reason: { kind: 'not-boolean' } };
  if (findings.known === 0) return { kind: 'unknown', reason: { kind: 'no-number' } };
  return { kind: value ? 'true' : 'false', findings };
}

function valueOf(
  assertion: Assertion,
  part: ExpressionPart | null,
  reader: EvidenceReader,
  { insight }: Evidence,
  withUnseen: boolean,
): unknown {
  const missing = readsRowsOneByOne(assertion.tree, insight.rows.length) ? null : findMissingRowsReason(insight);
  return valueWith(assertion, part, reader, {
    get rows() {
      if (missing === null) return reader.rows(withUnseen);
      throw new UnknownError(missing);
    },
  });
}

function valueWith(
  { program }: Assertion,
  part: ExpressionPart | null,
  reader: EvidenceReader,
  variables: Variables,
): unknown {
  try {
    return program.evaluate(part, reader, variables);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function evaluationError(message: string): UnknownReason {
  const index = /index out of bounds, index (\d+)/.exec(message)?.[1];
  if (index !== undefined) return { kind: 'no-row-at-place', place: Number(index) + 1 };
  return { kind: 'evaluation-error', message: message.split('\n')[0] ?? message };
}
