import type { ASTNode } from '@marcbachmann/cel-js';
import { languageWith } from './language.ts';
import { LITERAL_FUNCTION, type ResolvedText, resolveLiterals } from './literals.ts';
import { explainError } from './explain-error.ts';
import { type ExpressionError, errorOf } from './fault.ts';

/** A comparison of `worse()` with a limit: 0.1 is 10 %. */
export interface WorseComparison {
  readonly kind: 'comparison';
  /** The other event that is compared; null for the release's own. */
  readonly event: string | null;
  readonly operator: '<' | '<=' | '>' | '>=';
  readonly limit: number;
  /** The function and the limit as they were written. */
  readonly subject: string;
  readonly needs: string;
}

/** A condition on a release. */
export type WorseCondition =
  WorseComparison | { readonly kind: '&&' | '||'; readonly parts: readonly [WorseCondition, WorseCondition] };

/** A parsed assertion on a release. */
export interface ReleaseAssertion {
  readonly written: string;
  readonly condition: WorseCondition;
}

/** The comparisons of a condition. */
export function comparisonsIn(assertion: WorseCondition): readonly WorseComparison[] {
  return assertion.kind === 'comparison' ? [assertion] : assertion.parts.flatMap(comparisonsIn);
}

/**
 * Parses an assertion on a release: comparisons of `worse()` or `worse("event")` with limits, joined with
 * `&&` and `||`.
 */
export function parseWorse(written: string): ReleaseAssertion | ExpressionError {
  const resolved = resolveLiterals(written);
  if ('why' in resolved) return resolved;
  try {
    const condition = readNode(languageWith([]).parse(resolved.text).ast, written, resolved);
    return 'why' in condition ? condition : { written, condition };
  } catch (error) {
    return explainError(error, written, resolved);
  }
}

const FORM =
  'a gate of a release compares worse(), or worse("event"), with a limit, as in worse() < 10%, and joins such comparisons with && and ||';
const TURNED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function readNode(node: ASTNode, written: string, resolved: ResolvedText): WorseCondition | ExpressionError {
  const fault = (why: string, hint: string | null = null): ExpressionError =>
    errorOf({ node, why, hint }, resolved);
  if (node.op === '&&' || node.op === '||') {
    const [left, right] = node.args.map((part) => readNode(part, written, resolved));
    if (left === undefined || right === undefined) return fault(FORM);
    return 'why' in left ? left : 'why' in right ? right : { kind: node.op, parts: [left, right] };
  }
  if (node.op !== '<' && node.op !== '<=' && node.op !== '>' && node.op !== '>=') return fault(FORM);
  const [left, right] = node.args;
  const isTurned = readWorse(left) === undefined;
  const event = readWorse(isTurned ? right : left);
  const other = isTurned ? left : right;
  const limit = readNumber(other);
  if (event === undefined || limit === null) return fault(FORM);
  const limitText = written.slice(resolved.written(other.start), resolved.written(other.end)).trim();
  if (!limitText.includes('%') && Math.abs(limit) >= 2)
    return fault(`${limitText} is ${limit * 100} %; did you mean ${limitText}%?`, `${limitText}%`);
  const operator = isTurned ? TURNED[node.op] : node.op;
  if (limit < -1 || (limit === -1 && (operator === '<' || operator === '>=')))
    return fault(`worse() is never below -100%`);
  const subject = event === null ? 'worse()' : `worse(${JSON.stringify(event)})`;
  return { kind: 'comparison', event, operator, limit, subject, needs: `${operator} ${limitText}` };
}

/** The event of a call of `worse`, null for the release's own; undefined if the node is something else. */
function readWorse(node: ASTNode): string | null | undefined {
  if (node.op !== 'call' || node.args[0] !== 'worse') return undefined;
  const [first, ...others] = node.args[1];
  if (first === undefined) return null;
  const isText =
    first.op === 'value' && typeof first.args === 'string' && first.args !== '' && others.length === 0;
  return isText && typeof first.args === 'string' ? first.args : undefined;
}

function readNumber(node: ASTNode): number | null {
  if (node.op === '-_') {
    const number = readNumber(node.args);
    return number === null ? null : -number;
  }
  const literal = node.op === 'call' && node.args[0] === LITERAL_FUNCTION ? node.args[1][0] : node;
  return literal?.op === 'value' && (typeof literal.args === 'number' || typeof literal.args === 'bigint')
    ? Number(literal.args)
    : null;
}
