// Evaluates the syntax tree of an assertion: once to check it (`evaluate-any.ts`) and once to judge it
// (`gate/verdict/decide.ts`). A number may be known by its bounds only; then a condition may be undecided.
import type { Unknown } from './reasons.ts';
import { evaluateCall } from './functions.ts';
import { anyOf, evaluateIn } from './lists.ts';
import {
  asNumber,
  asTruth,
  type Compared,
  compareValues,
  condition,
  describe,
  fault,
  type List,
  type NumberReader,
  operand,
  operands,
  opposite,
  readsOf,
  type Scope,
  text,
  type Truth,
  truth,
  unknownValue,
  type Value,
} from './values.ts';
import { calculate, exactNumber, negated, NOTHING, type NumberRange } from './number-range.ts';
import { evaluateField, evaluateIndex, evaluateName } from './read.ts';
import { NEGATED, type Node, type NodeOf } from './syntax.ts';

/**
 * Evaluates an expression with the numbers of a reader. Throws a `FaultError` where the kinds of values do
 * not fit. That does not depend on the numbers, so an expression that was checked does not throw.
 */
export function evaluate(
  node: Node,
  reader: NumberReader,
  more: Partial<Pick<Scope, 'findShortage' | 'checked'>> = {},
): Value {
  const scope = { reader, item: null, findShortage: () => null, evaluate: evaluateNode };
  return evaluateNode(node, { ...scope, ...more });
}

function evaluateNode(node: Node, scope: Scope): Value {
  switch (node.kind) {
    case 'number':
      return exactNumber(node.value);
    case 'text':
      return text(node.value);
    case 'truth':
      return truth(node.value, NOTHING);
    case 'name':
      return evaluateName(node, scope);
    case 'list':
      return evaluateList(node, scope);
    case 'field':
      return evaluateField(node, scope);
    case 'index':
      return evaluateIndex(node, scope);
    case 'call':
      return evaluateCall(node, scope);
    case 'not':
      return evaluateNot(node, scope);
    case 'minus':
      return evaluateMinus(node, scope);
    case 'choice':
      return evaluateChoice(node, scope);
    case 'logic':
      return evaluateLogic(node, scope);
    case 'arithmetic':
      return evaluateArithmetic(node, scope);
    case 'comparison':
      return evaluateComparison(node, scope);
    case 'in':
      return evaluateIn(node, scope);
  }
}

function evaluateList({ items: nodes }: NodeOf<'list'>, scope: Scope): List {
  const values = nodes.map((node) => ({ node, value: operand(node, scope) }));
  const kind = values[0]?.value.kind;
  const other = values.find(({ value }) => value.kind !== kind && value.kind !== 'unknown');
  if (other !== undefined && kind !== 'unknown')
    fault(other.node, 'the items of a list have to be of one kind');
  const items = values.map(({ value }) => ({ value, reason: null }));
  return { kind: 'list', items, from: readsOf(items.map(({ value }) => value)) };
}

function evaluateNot(node: NodeOf<'not'>, scope: Scope): Truth {
  const operandTruth = asTruth(operand(node.operand, scope));
  if (operandTruth === null) return fault(node, '! takes true or false', '!(…)');
  const deciding = operandTruth.deciding.map((each) => ({ ...each, sign: NEGATED[each.sign] }));
  return { ...operandTruth, holds: opposite(operandTruth.holds), deciding, offending: [] };
}

function evaluateMinus(node: NodeOf<'minus'>, scope: Scope): NumberRange {
  const value = operand(node.operand, scope);
  return negated(asNumber(value) ?? fault(node, `- takes a number, not ${describe(value)}`));
}

function evaluateChoice({ parts }: NodeOf<'choice'>, scope: Scope): Value {
  const [node, whenTrue, whenFalse] = parts;
  const { holds, reason, from, deciding } = condition(node, scope);
  if (scope.checked !== undefined) {
    const [one, other] = [operand(whenTrue, scope), operand(whenFalse, scope)];
    if (one.kind !== other.kind)
      fault(whenFalse, `there has to be ${describe(one)} here, as before the :, not ${describe(other)}`);
    return anyOf(one, other, from);
  }
  if (holds !== null) return operand(holds ? whenTrue : whenFalse, scope);
  return unknownValue(reason, from, deciding);
}

/**
 * `&&`, which one false side decides, or `||`, which one true side decides. The result has the reason and the
 * comparisons of the side that explains it.
 */
function evaluateLogic(node: NodeOf<'logic'>, scope: Scope): Truth {
  const truthOf = (side: Node): Truth => {
    const value = operand(side, scope);
    return asTruth(value) ?? fault(node, `&& and || take conditions, not ${describe(value)}`);
  };
  const decisive = node.sign === '||';
  const left = truthOf(node.sides[0]);
  // While an expression is checked, mistakes are found on the right as well.
  if (left.holds === decisive && scope.checked === undefined) return left;
  const right = truthOf(node.sides[1]);
  const from = readsOf([left, right]);
  const sides = [left, right];
  // A missing row that fails the gate matters more than another unknown.
  const explaining =
    sides.find(({ holds }) => holds === decisive) ??
    sides.findLast(({ reason }) => reason?.kind === 'missing-row') ??
    sides.find(({ holds }) => holds === null);
  if (explaining !== undefined) return { ...explaining, from };
  return truth(!decisive, from, {
    deciding: [...left.deciding, ...right.deciding],
    offending: [...left.offending, ...right.offending],
  });
}

function evaluateArithmetic(node: NodeOf<'arithmetic'>, scope: Scope): NumberRange {
  const sides = operands(node, scope);
  const [left, right] = [asNumber(sides[0]), asNumber(sides[1])];
  return left === null || right === null ? faultOfSides(node, sides) : calculate(node.sign, left, right);
}

function faultOfSides(
  node: NodeOf<'arithmetic' | 'comparison'>,
  [left, right]: ReturnType<typeof operands>,
): never {
  return fault(node, `${node.sign} does not take ${describe(left)} and ${describe(right)}`);
}

/** It is not known whether a comparison holds if a side is not known, or rests on too small a sample. */
function evaluateComparison(node: NodeOf<'comparison'>, scope: Scope): Truth {
  const sides = operands(node, scope);
  const holds = compareValues(node.sign, ...sides);
  if (holds === 'incomparable') return faultOfSides(node, sides);
  const from = readsOf(sides);
  const compared: Compared = { node, sign: node.sign, sides };
  scope.checked?.comparisons.push(compared);
  const shortage = scope.findShortage(from);
  if (shortage !== null) return truth(null, from, { reason: shortage });
  const reason = sides.map(reasonOf).find((each) => each !== null) ?? null;
  return truth(holds, from, { reason, deciding: [compared] });
}

function reasonOf(value: Value): Unknown | null {
  return 'reason' in value ? value.reason : null;
}
