import type { ASTNode } from '@marcbachmann/cel-js';
import type { GateEvidence } from '../evidence/gate-evidence.ts';
import type { MissingRow } from '../evidence/reader.ts';
import { READ_FUNCTIONS } from '../expression/language.ts';
import { writtenPart } from '../expression/literals.ts';
import type { Assertion } from '../expression/parse.ts';
import {
  type ComparisonPart,
  comparisonsOf,
  type ExpressionPart,
  type FunctionCall,
  literalCall,
  nodesOf,
  ownersOfRows,
  readsRows,
} from '../expression/syntax-tree.ts';
import { evaluatePart, type EvaluationResult, numberOfPart } from './evaluate.ts';

/** The comparison that decided an assertion, turned around if needed: what is read stands on the left. */
export interface DecidingComparison {
  readonly subject: string;
  readonly operator: string;
  readonly limitText: string;
  readonly value: number | null;
  /** The bounds of a value that is a sum of distinct counts; null if it is known exactly, or not at all. */
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly limit: number | null;
  /** Whether the limit is read from insights as well. */
  readonly isLimitRead: boolean;
  /** The left side. */
  readonly part: ExpressionPart;
  /** The call that is all of the left side; null if the side is something else. */
  readonly call: FunctionCall | null;
  /** The call whose sample is that of the whole left side; null if the side is computed from several numbers. */
  readonly sampled: SampledCall | null;
  /** The calls within the left side. */
  readonly calls: readonly FunctionCall[];
}

/** A call, or what reads the same: `value("a") / total()` is a share, and `rows[0].share` that of the row at `place`. */
type SampledCall = FunctionCall & { readonly place?: number };

const TURNED_OPERATORS: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** Finds the comparison that decided an assertion: the first with the same result as the whole, else the first. */
export function findDecidingComparison(
  assertion: Assertion,
  whole: EvaluationResult['kind'],
  evidence: GateEvidence,
  missingRow: MissingRow,
): DecidingComparison | null {
  const all = comparisonsOf(assertion.tree).filter((part) => isReading(assertion, part));
  const found = all.length < 2 ? all[0] : (all.find((part) => resultOf(part) === whole) ?? all[0]);
  return found === undefined ? null : describeComparison(assertion, found, readNumber);

  function resultOf(part: ComparisonPart): EvaluationResult['kind'] {
    return evaluatePart(assertion, part, evidence, missingRow).kind;
  }

  function readNumber(part: ExpressionPart): ReadNumber {
    const range = numberOfPart(assertion, part, evidence, missingRow);
    const isRange = range?.reason?.kind === 'shared-rows';
    return { value: range?.exact ?? null, range: isRange ? { low: range.low, high: range.high } : null };
  }
}

type ReadNumber = Pick<DecidingComparison, 'value' | 'range'>;

function describeComparison(
  assertion: Assertion,
  part: ComparisonPart,
  readNumber: (part: ExpressionPart) => ReadNumber,
): DecidingComparison {
  const isTurned = !isReading(assertion, part.left);
  const [left, right] = isTurned ? [part.right, part.left] : [part.left, part.right];
  const calls = nodesWithin(assertion, left).flatMap((node) => {
    const call = literalCall(node);
    return call === null || !READ_FUNCTIONS.has(call.name) ? [] : [{ node, call }];
  });
  const call = calls.find(({ node }) => node.start === left.start && node.end === left.end)?.call ?? null;
  return {
    subject: writtenPart(assertion, left),
    operator: isTurned ? (TURNED_OPERATORS[part.operator] ?? part.operator) : part.operator,
    limitText: writtenPart(assertion, right),
    ...readNumber(left),
    limit: readNumber(right).value,
    isLimitRead: isReading(assertion, right),
    part: left,
    call,
    sampled: call ?? sampledBy(nodesWithin(assertion, left)[0]),
    calls: calls.map((each) => each.call),
  };
}

function sampledBy(node: ASTNode | undefined): SampledCall | null {
  if (node?.op === '/') {
    const [part, whole] = node.args.map(literalCall);
    const isShare = part?.name === 'value' && whole?.name === 'total' && part.insight === whole.insight && (part.args[1] ?? null) === (whole.args[0] ?? null); // prettier-ignore
    return isShare ? { ...part, name: 'share' } : null;
  }
  if (node?.op !== '.') return null;
  const [item, field] = node.args;
  const [insight] = ownersOfRows(item);
  const place = item.op === '[]' && readsRows(item.args[0]) && item.args[1].op === 'value' ? Number(item.args[1].args) : null; // prettier-ignore
  return place === null || insight === undefined ? null : { insight, name: field, args: [null], place };
}

function isReading(assertion: Assertion, part: ExpressionPart): boolean {
  return nodesWithin(assertion, part).some(
    (node) => readsRows(node) || READ_FUNCTIONS.has(literalCall(node)?.name ?? ''),
  );
}

function nodesWithin({ tree }: Assertion, { start, end }: ExpressionPart): readonly ASTNode[] {
  return nodesOf(tree).filter((node) => node.start >= start && node.end <= end);
}
