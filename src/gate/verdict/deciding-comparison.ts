import type { ASTNode } from '@marcbachmann/cel-js';
import { type FunctionCall, ROW_NUMBERS } from '../expression/language.ts';
import { writtenPart } from '../expression/literals.ts';
import { ARITHMETIC, type ComparisonSign } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import {
  callsOf,
  type ExpressionPart,
  isComparison,
  literalCall,
  ownersOfRows,
  partOfTotal,
  readsRows,
} from '../expression/syntax-tree.ts';
import type { Compared } from './evaluate.ts';

/** The comparison that decided an assertion, turned around if needed: what is read stands on the left. */
export interface DecidingComparison {
  readonly subject: string;
  readonly operator: ComparisonSign;
  readonly limitText: string;
  readonly value: number | null;
  /** The bounds of a value that is a sum of distinct counts; null if it is known exactly, or not at all. */
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly limit: number | null;
  /** The error of the difference of value and limit, at two standard deviations; 0 if both are exact. */
  readonly error: number;
  /** Whether the limit is read from insights as well. */
  readonly isLimitRead: boolean;
  /** The left side. */
  readonly part: ExpressionPart;
  /** The call that is all of the left side; null if the side is something else. */
  readonly call: FunctionCall | null;
  /**
   * The call whose sample is that of the whole left side; null if the side is computed from several numbers.
   */
  readonly sampled: SampledCall | null;
  /** The calls within the left side. */
  readonly calls: readonly FunctionCall[];
}

/**
 * A call, or what reads the same: `value("a") / total()` is a share, and `rows[0].share` that of the row at
 * `place`.
 */
type SampledCall = FunctionCall & { readonly place?: number };

const TURNED_OPERATORS: Readonly<Record<ComparisonSign, ComparisonSign>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** The first of the comparisons that decided an assertion and read something; null if there is none. */
export function findDecidingComparison(
  assertion: Assertion,
  compared: readonly Compared[],
): DecidingComparison | null {
  const found = compared.find(({ node }) => isReading(node));
  return found === undefined ? null : describeComparison(assertion, found);
}

function describeComparison(
  assertion: Assertion,
  { node, operator, left, right }: Compared,
): DecidingComparison {
  if (!isComparison(node)) throw new Error('A comparison has two sides.');
  const isTurned = !isReading(node.args[0]);
  const [side, other] = isTurned ? [node.args[1], node.args[0]] : node.args;
  const [read, limit] = isTurned ? [right, left] : [left, right];
  const call = literalCall(side);
  return {
    subject: writtenPart(assertion, side),
    operator: isTurned ? TURNED_OPERATORS[operator] : operator,
    limitText: writtenPart(assertion, other),
    value: read?.exact ?? null,
    range: read?.reason?.kind === 'shared-rows' ? { low: read.low, high: read.high } : null,
    limit: limit?.exact ?? null,
    error: read?.exact == null || limit?.exact == null ? 0 : ARITHMETIC['-'](read, limit).error,
    isLimitRead: isReading(other),
    part: { start: side.start, end: side.end },
    call,
    sampled: call ?? sampledBy(side),
    calls: callsOf(side),
  };
}

function sampledBy(node: ASTNode): SampledCall | null {
  const part = partOfTotal(node);
  if (part !== null) return part.name === 'value' ? { ...part, name: 'share' } : null;
  if (node.op !== '.') return null;
  const [item, field] = node.args;
  const [insight] = ownersOfRows(item);
  const place =
    item.op === '[]' && readsRows(item.args[0]) && item.args[1].op === 'value'
      ? Number(item.args[1].args)
      : null;
  const name = ROW_NUMBERS.find((each) => each === field);
  if (place === null || insight === undefined || name === undefined) return null;
  return { insight, name, row: null, output: null, place };
}

function isReading(node: ASTNode): boolean {
  return readsRows(node) || callsOf(node).length > 0;
}
