// Finds limits that lack a percent sign, and comparisons that no value can change: `share("a") < 5`. Called
// by `parse.ts`.
import { errorAt, type ExpressionError } from './fault.ts';
import { asNumber, type Compared, decides } from './values.ts';
import { type NumberRange, type Unit } from './number-range.ts';
import type { Node } from './syntax.ts';
import { isPercentage } from './tokens.ts';

/** A side of a comparison: how it is written, and all values that it may have. */
interface Side {
  readonly node: Node;
  readonly text: string;
  readonly range: NumberRange;
}

/**
 * What is wrong with the limits of an expression: a percentage without its sign, or a comparison whose result
 * no value can change.
 */
export function findUnitError(source: string, all: readonly Compared[]): ExpressionError | null {
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const numbers = all.flatMap((compared) => {
    const sides = compared.sides.flatMap((value, index): readonly Side[] => {
      const [node, range] = [compared.node.sides[index], asNumber(value)];
      return node === undefined || range === null ? [] : [{ node, text: text(node), range }];
    });
    const [left, right] = sides;
    return left === undefined || right === undefined ? [] : [{ ...compared, left, right }];
  });
  const faults = [
    ...numbers.flatMap(({ left, right }) => [findWrongPercent(left, right), findWrongPercent(right, left)]),
    ...numbers.map(({ node, sign, left, right }) => {
      const holds = decides(sign, left.range, right.range);
      return holds === null ? null : faultOfSettled(node.start, text(node), holds, left, right);
    }),
  ];
  return faults.find((fault) => fault !== null) ?? null;
}

/** What is wrong if a side is compared with a limit that lacks a percent sign, or has one too many. */
function findWrongPercent(side: Side, { node, text, range: { exact } }: Side): ExpressionError | null {
  const { unit } = side.range;
  if (unit === null || exact === null) return null;
  if (unit === 'count') {
    const why = `${text} is a percentage, and ${side.text} is a count; share(…) and change(…) are compared with percentages`;
    return isPercentage(text) ? errorAt(node.at, why) : null;
  }
  // No share is 1 or more, and few changes are +200%: such a limit was meant in percent.
  const isMeantInPercent = unit === 'share' ? exact < 0 || exact >= 1 : Math.abs(exact) >= 2;
  if (text.includes('%') || !isMeantInPercent) return null;
  const why = `${WHAT_IT_IS[unit]}, and ${text} has no %`;
  return { why, at: node.at + 1, hint: `${exact}%` };
}

const WHAT_IT_IS: Readonly<Record<Exclude<Unit, 'count'>, string>> = {
  share: 'a share is a number from 0 to 1 (0% to 100%)',
  change: 'a change is relative to the earlier value (0.2 is +20%)',
};

/** A comparison that has the same result for every value. */
function faultOfSettled(
  place: number,
  comparison: string,
  holds: boolean,
  ...sides: [Side, Side]
): ExpressionError {
  const side = sides.find(({ range }) => range.exact === null) ?? sides[0];
  return errorAt(
    place,
    `no value can ${holds ? 'fail' : 'pass'} ${comparison}: ${side.text} ${describeBounds(side.range)}`,
  );
}

/** Bounds in words, to follow the number that they bound: `is always from 0% to 100%`. */
function describeBounds({ low, high, unit }: NumberRange): string {
  const write = (value: number): string =>
    unit === 'share' || unit === 'change' ? `${value * 100}%` : String(value);
  if (low === high) return `is always ${write(low)}`;
  if (high === Infinity) return `is always ${write(low)} or more`;
  return low === -Infinity
    ? `is always ${write(high)} or less`
    : `is always from ${write(low)} to ${write(high)}`;
}
