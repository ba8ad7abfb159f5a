import type { ASTNode } from '@marcbachmann/cel-js';
import { type Assertion, READ_FUNCTIONS } from '../expression/parse.ts';
import { numberOfPart, evaluatePart, type EvaluationResult } from './evaluate.ts';
import type { MissingRow } from '../evidence/reader.ts';
import type { EvidencePair } from '../evidence/evidence.ts';
import {
  comparisonsOf,
  nodesOf,
  readsRows,
  type FunctionCall,
  type ComparisonPart,
  type ExpressionPart,
} from '../expression/syntax-tree.ts';

/** The comparison that decided an assertion, turned so that what was read stands left. */
export interface DecidingComparison {
  readonly subject: string;
  readonly sign: string;
  readonly limitText: string;
  readonly value: number | null;
  /** Whether there is a value, which a reader is not to know. */
  readonly isKept: boolean;
  readonly limit: number | null;
  /** The call that the left side is, where it is one. */
  readonly call: FunctionCall | null;
  /** The first call within the left side. */
  readonly firstCall: FunctionCall | null;
}

const TURNED_OPERATORS: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/**
 * Finds the comparison that an assertion's truth is owed to: the first that came out as the whole did, else the first. A side of
 * it is null where `told`, the evidence that a reader sees, makes another number of it.
 */
export function findDecidingComparison(
  assertion: Assertion,
  whole: EvaluationResult['kind'],
  { evidence, told }: EvidencePair,
  missingRow: MissingRow,
): DecidingComparison | null {
  const all = comparisonsOf(assertion.tree).filter((part) => isReading(assertion, part));
  const found = all.length < 2 ? all[0] : (all.find((part) => truthOf(part) === whole) ?? all[0]);
  return found === undefined ? null : describeComparison(assertion, found, amountOf);

  function truthOf(part: ComparisonPart): EvaluationResult['kind'] {
    return evaluatePart(assertion, part, evidence, missingRow).kind;
  }

  function amountOf(part: ExpressionPart, isCount: boolean): ShownNumber {
    const amount = numberOfPart(assertion, part, evidence, missingRow);
    // How many rows are folded is said.
    const isTold = isCount || told === evidence || amount === numberOfPart(assertion, part, told, missingRow);
    return { amount: isTold ? amount : null, isKept: !isTold && amount !== null };
  }
}

interface ShownNumber {
  readonly amount: number | null;
  readonly isKept: boolean;
}

function describeComparison(
  assertion: Assertion,
  part: ComparisonPart,
  amountOf: (part: ExpressionPart, isCount: boolean) => ShownNumber,
): DecidingComparison {
  const isTurned = !isReading(assertion, part.left);
  const [left, right] = isTurned ? [part.right, part.left] : [part.left, part.right];
  const calls = nodesWithin(assertion, left).flatMap((node) => {
    const call = node.op === 'call' ? node.args : null;
    if (call === null || !READ_FUNCTIONS.has(call[0])) return [];
    const args = call[1].map((arg) => (arg.op === 'value' && typeof arg.args === 'string' ? arg.args : null));
    return [{ name: call[0], args, isAll: node.start === left.start && node.end === left.end }];
  });
  const call = calls.find(({ isAll }) => isAll) ?? null;
  const value = amountOf(left, call?.name === 'count');
  return {
    subject: writtenText(assertion, left),
    sign: isTurned ? (TURNED_OPERATORS[part.sign] ?? part.sign) : part.sign,
    limitText: writtenText(assertion, right),
    value: value.amount,
    isKept: value.isKept,
    limit: amountOf(right, false).amount,
    call,
    firstCall: calls[0] ?? null,
  };
}

function isReading(assertion: Assertion, part: ExpressionPart): boolean {
  return nodesWithin(assertion, part).some(
    (node) => readsRows(node) || (node.op === 'call' && READ_FUNCTIONS.has(node.args[0])),
  );
}

function nodesWithin({ tree }: Assertion, { start, end }: ExpressionPart): readonly ASTNode[] {
  return nodesOf(tree).filter((node) => node.start >= start && node.end <= end);
}

function writtenText({ written, resolved }: Assertion, { start, end }: ExpressionPart): string {
  return written.slice(resolved.written(start), resolved.written(end)).trim();
}
