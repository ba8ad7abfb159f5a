import type { ASTNode } from '@marcbachmann/cel-js';
import type { InsightThreshold } from '../../inputs/request.ts';
import {
  createGateReader,
  findUnseenRows,
  type GateEvidence,
  type GateReader,
} from '../evidence/gate-evidence.ts';
import type { MissingRow } from '../evidence/absent-rows.ts';
import { readCelError } from '../expression/explain-error.ts';
import type { NumberReader, Row } from '../expression/language.ts';
import {
  compareRanges,
  type ComparisonSign,
  exactNumber,
  MissingRowError,
  NumberRange,
  UnknownError,
} from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import {
  type ExpressionPart,
  isComparison,
  ownersOfRows,
  type QuantifierPart,
} from '../expression/syntax-tree.ts';
import type { UnknownReason, VerdictReason } from '../reasons.ts';
import { findEmptyPart, findSmallSample } from './enough-data.ts';

/**
 * A comparison as it was evaluated. Its operator is turned over by each `!` around it, so that it holds if
 * its result is true.
 */
export interface Compared {
  readonly node: ASTNode;
  readonly operator: ComparisonSign;
  /** What the sides came to; null if that is not a number, or not known at all. */
  readonly left: NumberRange | null;
  readonly right: NumberRange | null;
}

/** What an assertion, or a part of it, comes to: `holds` is null for a `reason`. */
interface Result {
  readonly holds: boolean | null;
  /** `missing-row`: a row is not in the table and `missing-row: fail` is given. */
  readonly reason: VerdictReason | null;
}

/** The result of an assertion, and the comparisons that decided it, or that left it open. */
interface Evaluated extends Result {
  readonly deciding: readonly Compared[];
}

export interface Evaluation extends Evaluated {
  readonly absent: GateReader['absent'];
}

/**
 * Evaluates an assertion over evidence. Rows that the tables do not hold may or may not exist, so the result
 * has to be the same with and without them; and with every true count that a rounded one may be. A comparison
 * is unknown if a number of it is, or rests on too small a sample; `&&`, `||`, `!` and `?:` combine the
 * results so that what is unknown matters only where it could change the result.
 */
export function evaluate(
  assertion: Assertion,
  evidence: GateEvidence,
  request: InsightThreshold,
): Evaluation {
  const evaluateWith = (withUnseen: boolean): Evaluation => {
    const reader = createGateReader(evidence, assertion, request.missingRow, withUnseen);
    const evaluated = evaluateNode(assertion.tree, { assertion, evidence, request, reader });
    return { ...evaluated, absent: reader.absent };
  };
  const first = evaluateWith(false);
  const size = [...evidence.insights.values()].find(({ insight }) => insight.roundedTo !== undefined)?.insight
    .roundedTo;
  const owners = ownersOfRows(assertion.tree);
  const [unseen = null] = owners.flatMap((owner) => findUnseenRows(evidence, owner) ?? []);
  const reason = size === undefined ? unseen : ({ kind: 'rounded', size } as const);
  if (reason === null || isMissing(first)) return first;
  const second = evaluateWith(true);
  const isOpen = second.holds === null && !isMissing(second);
  // The numbers to show are the rounded ones.
  if (size !== undefined && (first.holds === null || second.holds === first.holds)) return first;
  if (size !== undefined && isOpen) return { ...first, holds: null, reason: second.reason };
  if (isOpen || (second.holds !== null && second.holds === first.holds)) return second;
  return { ...first, ...unknown({ kind: 'unknown', reason }) };
}

/** Whether a row is missing that `missing-row: fail` asks for. */
function isMissing({ reason }: Result): boolean {
  return reason?.kind === 'missing-row';
}

interface Scope {
  readonly assertion: Assertion;
  readonly evidence: GateEvidence;
  readonly request: InsightThreshold;
  readonly reader: GateReader;
}

function evaluateNode(node: ASTNode, scope: Scope): Evaluated {
  switch (node.op) {
    case '&&':
    case '||': {
      const [left, right] = node.args;
      return combine(evaluateNode(left, scope), () => evaluateNode(right, scope), node.op === '||');
    }
    case '!_': {
      const { holds, reason, deciding } = evaluateNode(node.args, scope);
      const turned = deciding.map((each) => ({ ...each, operator: OPPOSITES[each.operator] }));
      return { holds: holds === null ? null : !holds, reason, deciding: turned };
    }
    case '?:': {
      const [condition, whenTrue, whenFalse] = node.args;
      const found = evaluateNode(condition, scope);
      return found.holds === null ? found : evaluateNode(found.holds ? whenTrue : whenFalse, scope);
    }
    default:
      return evaluateCondition(node, scope);
  }
}

const OPPOSITES = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' } as const;

/** `&&`, which one false side decides, or `||`, which one true side decides. */
function combine(left: Evaluated, evaluateRight: () => Evaluated, decisive: boolean): Evaluated {
  if (left.holds === decisive) return left;
  const right = evaluateRight();
  if (right.holds === decisive || isMissing(right)) return right;
  if (left.holds === null) return left;
  return right.holds === null ? right : { ...right, deciding: [...left.deciding, ...right.deciding] };
}

/** A comparison, or a `rows.all(…)`: what reads numbers. */
function evaluateCondition(node: ASTNode, scope: Scope): Evaluated {
  const { evidence, request, reader } = scope;
  reader.sources.clear();
  const { deciding, value } = valueOfCondition(node, scope);
  const tooLittle =
    findEmptyPart(node, evidence, request.minSample === 0) ??
    findSmallSample([...reader.sources.values()], request, evidence);
  return tooLittle === null ? { ...resultOf(value), deciding } : { ...unknown(tooLittle), deciding: [] };
}

function valueOfCondition(
  node: ASTNode,
  { assertion, reader }: Scope,
): { readonly value: unknown; readonly deciding: readonly Compared[] } {
  if (!isComparison(node)) return { value: valueOf(assertion, node, reader), deciding: [] };
  const sides = node.args.map((side) => toRange(valueOf(assertion, side, reader)));
  const [left, right] = sides.map((side) => (side instanceof NumberRange ? side : null));
  const compare = (): unknown =>
    left == null || right == null
      ? valueOf(assertion, node, reader)
      : tryTo(() => compareRanges(node.op, left, right));
  return {
    value: sides.find((side) => side instanceof Error) ?? compare(),
    deciding: [{ node, operator: node.op, left: left ?? null, right: right ?? null }],
  };
}

function toRange(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? exactNumber(Number(value)) : value;
}

/** Evaluates a `rows.all(…)` for each row alone. */
export function evaluateForEachRow(
  assertion: Assertion,
  part: QuantifierPart,
  evidence: GateEvidence,
  missingRow: MissingRow,
): readonly Result[] {
  const reader = createGateReader(evidence, assertion, missingRow);
  return readableRows(reader, part.insight).map((row) => resultOf(valueOf(assertion, part, reader, [row])));
}

/** An insight's rows; none if they cannot be read one by one. */
function readableRows(reader: GateReader, insight: string | null): readonly Row[] {
  try {
    return reader.rows(insight);
  } catch {
    return [];
  }
}

/**
 * The number that a part of an assertion comes to with what a reader reads; null if it is not a number or not
 * known at all.
 */
export function numberFrom(
  assertion: Assertion,
  part: ExpressionPart,
  reader: NumberReader,
): NumberRange | null {
  const value = toRange(valueOf(assertion, part, reader));
  return value instanceof NumberRange ? value : null;
}

function resultOf(value: unknown): Result {
  if (typeof value === 'boolean') return { holds: value, reason: null };
  if (value instanceof MissingRowError) return unknown({ kind: 'missing-row', key: value.key, of: value.of });
  const reason: UnknownReason =
    value instanceof UnknownError
      ? value.reason
      : value instanceof Error
        ? evaluationError(value)
        : { kind: 'not-boolean' };
  return unknown({ kind: 'unknown', reason });
}

function unknown(reason: VerdictReason): Result {
  return { holds: null, reason };
}

function valueOf(
  { program }: Assertion,
  { start, end, ...more }: ExpressionPart & Partial<QuantifierPart>,
  reader: NumberReader,
  oneRow?: readonly Row[],
): unknown {
  const { replaced } = more;
  return tryTo(() =>
    program.evaluate({ start, end, ...(replaced === undefined ? {} : { replaced }) }, reader, oneRow),
  );
}

function tryTo(compute: () => unknown): unknown {
  try {
    return compute();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function evaluationError(error: Error): UnknownReason {
  const { code, summary, node } = readCelError(error) ?? { code: null, summary: error.message, node: null };
  const index = node?.op === '[]' && node.args[1].op === 'value' ? Number(node.args[1].args) : null;
  if (code === 'index_out_of_bounds' && index !== null) return { kind: 'no-row-at-place', place: index + 1 };
  return { kind: 'evaluation-error', message: summary };
}
