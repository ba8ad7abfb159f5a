import { NumberRange } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import { type Evidence, mayMissRows, whyRowsMayBeMissing } from '../evidence/evidence.ts';
import { createLanguage } from '../expression/language.ts';
import { createReader, type EvidenceReader, type Findings, type MissingRow } from '../evidence/reader.ts';
import type { Row } from '../expression/language.ts';
import { type ExpressionPart, readsRows, readsRowsOneByOne } from '../expression/syntax-tree.ts';
import { MissingRowError, UnknownError } from '../expression/number-range.ts';

/** What an assertion, or a part of it, comes to. `missing`: a row is not there, and the threshold fails by that. */
export type EvaluationResult =
  | { readonly kind: 'true' | 'false'; readonly findings: Findings }
  | { readonly kind: 'unknown' | 'missing'; readonly why: string; readonly findings: Findings };

/**
 * Evaluates an assertion over evidence. Rows that a table does not show may or may not exist: it has to come to the same
 * with and without them. What was decided without a single known number is unknown.
 */
export function evaluate(assertion: Assertion, evidence: Evidence, missingRow: MissingRow): EvaluationResult {
  const run = (unseen: boolean): EvaluationResult =>
    evaluateOnce(assertion, null, createReader(evidence, missingRow), evidence, unseen);
  const first = run(false);
  if (!mayMissRows(evidence.insight) || !readsRows(assertion.tree) || first.kind === 'missing') return first;
  const second = run(true);
  if (second.kind === first.kind || second.kind === 'unknown') return second;
  return { kind: 'unknown', why: whyRowsMayBeMissing(evidence.insight), findings: first.findings };
}

/** The truth of a part of an assertion, over one row of `rows` alone where one is given. */
export function evaluatePart(
  assertion: Assertion,
  part: ExpressionPart,
  evidence: Evidence,
  missingRow: MissingRow,
  only: number | null = null,
): EvaluationResult {
  const reader = createReader(evidence, missingRow);
  const rows = (unseen: boolean): readonly Row[] =>
    only === null ? reader.rows(unseen) : reader.rows(false).slice(only, only + 1);
  return evaluateOnce(assertion, part, { ...reader, rows }, evidence, false);
}

/** The number that a part of an assertion comes to; null where it is none or not known. */
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
  unseen: boolean,
): EvaluationResult {
  const { findings } = reader;
  const value = valueOf(assertion, part, reader, evidence, unseen);
  if (value instanceof MissingRowError) return { kind: 'missing', why: value.message, findings };
  if (value instanceof UnknownError) return { kind: 'unknown', why: value.message, findings };
  if (value instanceof Error)
    return { kind: 'unknown', why: `it cannot be evaluated: ${readableError(value.message)}`, findings };
  if (typeof value !== 'boolean') return { kind: 'unknown', why: 'it comes to neither true nor false', findings };
  if (findings.known === 0) return { kind: 'unknown', why: 'it was decided without a number of the insight', findings };
  return { kind: value ? 'true' : 'false', findings };
}

function valueOf(
  { resolved, tree }: Assertion,
  part: ExpressionPart | null,
  reader: EvidenceReader,
  { insight }: Evidence,
  unseen: boolean,
): unknown {
  const isReadable = !mayMissRows(insight) || readsRowsOneByOne(tree, insight.rows.length);
  const context = {
    get rows() {
      if (isReadable) return [...reader.rows(unseen)];
      throw new UnknownError(whyRowsMayBeMissing(insight));
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

function readableError(message: string): string {
  const place = /index out of bounds, index (\d+)/.exec(message)?.[1];
  if (place !== undefined) return `there is no row ${Number(place) + 1}`;
  return message.split('\n')[0] ?? message;
}
