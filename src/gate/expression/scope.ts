import type { FunctionCall } from './calls.ts';
import { type KnownInsights, writtenInsight } from './insights.ts';
import { decides, exactNumber, type NumberRange, type Reads, type Unknown } from './number-range.ts';
import type { ComparisonSign, Node } from './syntax.ts';
import {
  asNumber,
  asText,
  asTruth,
  type Compared,
  describe,
  fault,
  type List,
  type Truth,
  type Value,
} from './values.ts';

/** What an assertion's functions read from. */
export interface NumberReader {
  read(call: FunctionCall): NumberRange;
  rows(insight: string | null): List;
}

/** What an expression is evaluated with. */
export interface Scope {
  readonly reader: NumberReader;
  /** What the items of lists are called. */
  readonly items: ReadonlyMap<string, Value>;
  /** Whether the expression is evaluated for each item of a list; `rows` cannot be read as a whole there. */
  readonly isLoop: boolean;
  /** Why too little was counted of what was read to conclude anything; null if there is enough. */
  readonly findShortage: (from: Reads) => Unknown | null;
  /** Evaluates a part of the expression. */
  readonly evaluate: (node: Node, scope: Scope) => Value;
  /**
   * Of an expression that is checked before anything is asked: its insights, and the comparisons that are
   * noted. Every part is evaluated, with any value that it may have.
   */
  readonly checked?: Checked;
}

interface Checked {
  readonly insights: KnownInsights;
  readonly compared: Compared[];
  /** Where calls that read numbers stand. */
  readonly places: Map<FunctionCall, number>;
}

/** A value that something is made of. */
export function operand(node: Node, scope: Scope): Value {
  const value = scope.evaluate(node, scope);
  if (value.kind !== 'insight') return value;
  const written = writtenInsight(value.name);
  return fault(node, `${written} is an insight, not a number`, { hint: `${written}.total()` });
}

/** A condition, or what is wrong with a value in the place of one. */
export function condition(node: Node, scope: Scope): Truth {
  const value = operand(node, scope);
  return asTruth(value) ?? fault(node, `there has to be a condition here, not ${describe(value)}`);
}

/** What a comparison comes to: null if that is not known, undefined if the values cannot be compared. */
export function compareValues(sign: ComparisonSign, left: Value, right: Value): boolean | null | undefined {
  const numbers = [asNumber(left), asNumber(right)] as const;
  if (numbers[0] !== null && numbers[1] !== null) return decides(sign, numbers[0], numbers[1]);
  const texts = [asText(left), asText(right)] as const;
  if (texts[0] !== null && texts[1] !== null) return comparePlain(sign, texts[0].value, texts[1].value);
  const truths = [asTruth(left), asTruth(right)] as const;
  if (truths[0] === null || truths[1] === null || (sign !== '==' && sign !== '!=')) return undefined;
  return comparePlain(sign, truths[0].holds, truths[1].holds);
}

function comparePlain<T extends string | boolean>(sign: ComparisonSign, a: T | null, b: T | null) {
  if (a === null || b === null) return null;
  const order = a < b ? -1 : a > b ? 1 : 0;
  return decides(sign, exactNumber(order), exactNumber(0));
}
