import type { ComparisonSign, Node, NodeOf } from './syntax.ts';

type Signs = Readonly<Record<ComparisonSign, ComparisonSign>>;

/** Each sign's opposite. */
export const NEGATED = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
} as const satisfies Signs;

/** Each sign as it reads from the other side. */
export const TURNED = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
} as const satisfies Signs;

/** A comparison with a constant, turned so that the constant is on the right; `limit` is null without one. */
export function compareWithConstant<Sign extends ComparisonSign>(
  [left, right]: NodeOf<'comparison'>['sides'],
  sign: Sign,
) {
  const constant = constantOf(left);
  return constant === null
    ? { side: left, other: right, sign, limit: constantOf(right) }
    : { side: right, other: left, sign: TURNED[sign], limit: constant };
}

function constantOf(node: Node): number | null {
  if (node.kind === 'number') return node.value;
  const constant = node.kind === 'minus' ? constantOf(node.of) : null;
  return constant === null ? null : -constant;
}
