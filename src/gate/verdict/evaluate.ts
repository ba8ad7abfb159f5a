import { findMissingRowsReason } from '../evidence/evidence.ts';
import {
  createGateReader,
  evidenceOf,
  type GateEvidence,
  type GateReader,
  namedInsight,
} from '../evidence/gate-evidence.ts';
import type { MissingRow } from '../evidence/reader.ts';
import type { NumberReader, Row } from '../expression/language.ts';
import { exactNumber, MissingRowError, NumberRange, UnknownError } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import { type ExpressionPart, ownersOfRows, type QuantifierPart } from '../expression/syntax-tree.ts';
import type { UnknownReason } from '../reasons.ts';

/** What an assertion, or a part of it, comes to. `missing`: a row is not in the table and `missing-row: fail` is given. */
export type EvaluationResult =
  | { readonly kind: 'true' | 'false'; readonly findings: GateReader['findings'] }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }
  | { readonly kind: 'missing'; readonly key: string; readonly of: string | null };

/**
 * Evaluates an assertion over evidence. Rows that the tables do not hold may or may not exist, so the result has to be the same with
 * and without them. A result without a single known number is unknown.
 */
export function evaluate(assertion: Assertion, evidence: GateEvidence, missingRow: MissingRow): EvaluationResult {
  const evaluateWith = (withUnseen: boolean): EvaluationResult =>
    evaluateOnce(assertion, null, createGateReader(evidence, assertion, missingRow, withUnseen));
  const first = evaluateWith(false);
  const reason = findUnseenRows(assertion, evidence);
  if (reason === null || first.kind === 'missing') return first;
  const second = evaluateWith(true);
  return second.kind === first.kind || second.kind === 'unknown' ? second : { kind: 'unknown', reason };
}

/** Why rows may exist that the tables whose rows an assertion reads do not hold; null if they hold them all. */
function findUnseenRows({ tree }: Assertion, evidence: GateEvidence): UnknownReason | null {
  for (const owner of ownersOfRows(tree)) {
    const { insight } = evidenceOf(evidence, owner);
    const reason = findMissingRowsReason(insight);
    const of = namedInsight(evidence, insight.name);
    if (reason !== null) return { ...reason, ...(of === null ? {} : { of }) };
  }
  return null;
}

/** Evaluates a part of an assertion. */
export function evaluatePart(
  assertion: Assertion,
  part: ExpressionPart,
  evidence: GateEvidence,
  missingRow: MissingRow,
): EvaluationResult {
  return evaluateOnce(assertion, part, createGateReader(evidence, assertion, missingRow));
}

/** Evaluates a `rows.all(…)` for each row alone. */
export function evaluateForEachRow(
  assertion: Assertion,
  part: QuantifierPart,
  evidence: GateEvidence,
  missingRow: MissingRow,
): readonly EvaluationResult[] {
  const reader = createGateReader(evidence, assertion, missingRow);
  return readableRows(reader, part.insight).map((row) => resultOf(valueOf(assertion, part, reader, [row]), reader));
}

/** An insight's rows; none if they cannot be read one by one. */
function readableRows(reader: GateReader, insight: string | null): readonly Row[] {
  try {
    return reader.rows(insight);
  } catch {
    return [];
  }
}

/** The number that a part of an assertion comes to, as far as it is known; null if it is not a number or not known at all. */
export function numberOfPart(
  assertion: Assertion,
  part: ExpressionPart,
  evidence: GateEvidence,
  missingRow: MissingRow,
): NumberRange | null {
  return numberFrom(assertion, part, createGateReader(evidence, assertion, missingRow));
}

/** The number that a part of an assertion comes to with what a reader reads; null as above. */
export function numberFrom(assertion: Assertion, part: ExpressionPart, reader: NumberReader): NumberRange | null {
  const value = valueOf(assertion, part, reader);
  if (value instanceof NumberRange) return value;
  return typeof value === 'number' || typeof value === 'bigint' ? exactNumber(Number(value)) : null;
}

function evaluateOnce(assertion: Assertion, part: ExpressionPart | null, reader: GateReader): EvaluationResult {
  return resultOf(valueOf(assertion, part, reader), reader);
}

function resultOf(value: unknown, { findings }: GateReader): EvaluationResult {
  if (value instanceof MissingRowError) return { kind: 'missing', key: value.key, of: value.of };
  if (value instanceof UnknownError) return { kind: 'unknown', reason: value.reason };
  if (value instanceof Error) return { kind: 'unknown', reason: evaluationError(value.message) };
  if (typeof value !== 'boolean') return { kind: 'unknown', reason: { kind: 'not-boolean' } };
  if ([...findings.values()].every(({ known }) => known === 0))
    return { kind: 'unknown', reason: { kind: 'no-number' } };
  return { kind: value ? 'true' : 'false', findings };
}

function valueOf(
  { program }: Assertion,
  part: ExpressionPart | null,
  reader: NumberReader,
  oneRow?: readonly Row[],
): unknown {
  try {
    return program.evaluate(part, reader, oneRow);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function evaluationError(message: string): UnknownReason {
  const index = /index out of bounds, index (\d+)/.exec(message)?.[1];
  if (index !== undefined) return { kind: 'no-row-at-place', place: Number(index) + 1 };
  return { kind: 'evaluation-error', message: message.split('\n')[0] ?? message };
}
