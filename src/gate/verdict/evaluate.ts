import { type Evidence, findMissingRowsReason } from '../evidence/evidence.ts';
import { createReader, type EvidenceReader, type Findings, type MissingRow } from '../evidence/reader.ts';
import { createLanguage, type Row } from '../expression/language.ts';
import { MissingRowError, NumberRange, UnknownError } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import { type ExpressionPart, readsRows, readsRowsOneByOne } from '../expression/syntax-tree.ts';
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

/** Evaluates a part of an assertion; with `onlyRow`, an index, over that row of `rows` alone. */
export function evaluatePart(
  assertion: Assertion,
  part: ExpressionPart,
  evidence: Evidence,
  missingRow: MissingRow,
  onlyRow: number | null = null,
): EvaluationResult {
  const reader = createReader(evidence, missingRow);
  const rows = (withUnseen: boolean): readonly Row[] =>
    onlyRow === null ? reader.rows(withUnseen) : reader.rows(false).slice(onlyRow, onlyRow + 1);
  return evaluateOnce(assertion, part, { ...reader, rows }, evidence, false);
}

/** The number that a part of an assertion comes to; null if it is not a number or not known. */
export function numberOfPart(
  assertion: Assertion,
  part: ExpressionPart,
  evidence: Evidence,
  missingRow: MissingRow,
): number | null {
  const value = valueOf(assertion, part, createReader(evidence, missingRow), evidence, false);
  if (value instanceof NumberRange) return value.exact;
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
}

function evaluateOnce(
  assertion: Assertion,
  part: ExpressionPart | null,
  reader: EvidenceReader,
  evidence: Evidence,
  withUnseen: boolean,
): EvaluationResult {
  const { findings } = reader;
  const value = valueOf(assertion, part, reader, evidence, withUnseen);
  if (value instanceof MissingRowError) return { kind: 'missing', key: value.key };
  if (value instanceof UnknownError) return { kind: 'unknown', reason: value.reason };
  if (value instanceof Error) return { kind: 'unknown', reason: evaluationError(value.message) };
  if (typeof value !== 'boolean') return { kind: 'unknown', reason: { kind: 'not-boolean' } };
  if (findings.known === 0) return { kind: 'unknown', reason: { kind: 'no-number' } };
  return { kind: value ? 'true' : 'false', findings };
}

function valueOf(
  { resolved, tree }: Assertion,
  part: ExpressionPart | null,
  reader: EvidenceReader,
  { insight }: Evidence,
  withUnseen: boolean,
): unknown {
  const missing = readsRowsOneByOne(tree, insight.rows.length) ? null : findMissingRowsReason(insight);
  const context = {
    get rows() {
      if (missing === null) return [...reader.rows(withUnseen)];
      throw new UnknownError(missing);
    },
  };
  const text = part === null ? resolved.text : resolved.text.slice(part.start, part.end);
  try {
    const value: unknown = createLanguage(reader).evaluate(text, context);
    return value;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function evaluationError(message: string): UnknownReason {
  const index = /index out of bounds, index (\d+)/.exec(message)?.[1];
  if (index !== undefined) return { kind: 'no-row-at-place', place: Number(index) + 1 };
  return { kind: 'evaluation-error', message: message.split('\n')[0] ?? message };
}
