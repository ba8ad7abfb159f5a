// The values that parts of an assertion have: numbers, conditions, texts, lists, rows, sets. `evaluate.ts`
// and its helpers make and compare them.
import { INEXACT, type Unknown } from './reasons.ts';
import { type FunctionCall, ROW_NUMBERS, type RowNumber, type RowSet } from './calls.ts';
import { FaultError } from './fault.ts';
import { type KnownInsights, writtenInsight } from './insights.ts';
import { exactNumber, joinReads, NOTHING, NumberRange, type Reads, unknownNumber } from './number-range.ts';
import type { ComparisonSign, Node, NodeOf } from './syntax.ts';

/** The value of a part of an expression. Each knows what it was read from (`from`). */
export type Value = NumberRange | Truth | Text | List | RowOfTable | SetOfRows | InsightValue | UnknownValue;

/** Whether something is true for all that is not known exactly: null if it is true for a part of it. */
export type Holds = boolean | null;

/** A comparison with the values of its sides. */
export interface Compared {
  readonly node: NodeOf<'comparison'>;
  /** The sign as it counts: each `!` around the comparison reverses it, so `!(a < b)` has `>=`. */
  readonly sign: ComparisonSign;
  readonly sides: readonly [left: Value, right: Value];
}

/** A condition. */
export interface Truth {
  readonly kind: 'truth';
  readonly holds: Holds;
  /** Why it is not known whether it holds; null if it is. */
  readonly reason: Unknown | null;
  readonly from: Reads;
  /** The comparisons that decided it, or because of which it is not known. */
  readonly deciding: readonly Compared[];
  /** The keys of rows for which an `all` does not hold, and their insight. */
  readonly offending: readonly { readonly insight: string | null; readonly key: string }[];
}

export interface Text {
  readonly kind: 'text';
  /** Null if it is not known. */
  readonly value: string | null;
  /** Why it is not known. */
  readonly reason: Unknown | null;
  readonly from: Reads;
}

export interface Item {
  readonly value: Value;
  /** Null if the item is in the list. Otherwise it stands for any number of such items, perhaps none. */
  readonly reason: Unknown | null;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly Item[];
  readonly from: Reads;
}

/** A row in the list `rows` of an insight. */
interface RowOfTable {
  readonly kind: 'row';
  readonly insight: string | null;
  readonly key: Text;
  readonly read: (number: RowNumber) => NumberRange;
  readonly from: Reads;
}

/** A row for the list `rows`. */
export interface ListedRow {
  /** Null if it is not known. */
  readonly key: string | null;
  /** As of an `Item`. */
  readonly reason: Unknown | null;
  readonly read: (number: RowNumber) => NumberRange;
}

/** The list `rows` of an insight. `readsOfCall` says what a number that is read by a call rests on. */
export function listOfRows(
  insight: string | null,
  rows: readonly ListedRow[],
  readsOfCall: (call: FunctionCall) => Reads,
): List {
  const list = { insight, name: 'count', output: null, as: 'list' } as const;
  const from = readsOfCall(list);
  const keyFrom = readsOfCall({ ...list, as: 'key' });
  const field = (name: RowNumber) => ({ insight, name, row: null, output: null, as: 'field' }) as const;
  const fields = new Map<RowNumber, Reads>(ROW_NUMBERS.map((name) => [name, readsOfCall(field(name))]));
  const items = rows.map(({ key, reason, read: number }): Item => {
    const read = (name: RowNumber): NumberRange =>
      number(name).with({ call: { ...field(name), row: key }, from: fields.get(name) ?? NOTHING });
    const value = { insight, from, key: text(key, keyFrom, reason), read };
    return { reason, value: { kind: 'row', ...value } };
  });
  return { kind: 'list', items, from };
}

interface SetOfRows {
  readonly kind: 'set';
  readonly set: RowSet;
  readonly from: Reads;
}

interface InsightValue {
  readonly kind: 'insight';
  readonly name: string;
  readonly from: Reads;
}

/** An unknown value of any kind, such as `rows[7]` of fewer rows: all that is computed from it is unknown. */
interface UnknownValue {
  readonly kind: 'unknown';
  readonly reason: Unknown;
  readonly from: Reads;
  readonly deciding: Truth['deciding'];
}

/** A condition. `more` has the reason if it is not known whether it holds. */
export function truth(holds: Holds, from: Reads, more: Partial<Truth> = {}): Truth {
  const reason = holds === null ? (more.reason ?? INEXACT) : null;
  return { kind: 'truth', holds, from, deciding: [], offending: [], ...more, reason };
}

export function text(value: string | null, from: Reads = NOTHING, reason: Unknown | null = null): Text {
  return { kind: 'text', value, reason, from };
}

export function unknownValue(
  reason: Unknown | null,
  from: Reads,
  deciding: Truth['deciding'] = [],
): UnknownValue {
  return { kind: 'unknown', reason: reason ?? INEXACT, from, deciding };
}

export function fault(node: Pick<Node, 'at'>, why: string, hint?: string | null): never {
  throw new FaultError(node.at, why, hint);
}

/** A value in words. */
export function describe(value: Value): string {
  switch (value.kind) {
    case 'truth':
      return 'a condition';
    case 'list':
      return value.items[0]?.value.kind === 'row' ? 'a list of rows' : 'a list';
    case 'set':
      return 'a set of rows';
    case 'insight':
      return 'an insight';
    case 'unknown':
      return 'a value';
    default:
      return `a ${value.kind}`;
  }
}

export function asNumber(value: Value): NumberRange | null {
  if (value.kind === 'unknown') return unknownNumber(value.reason).with({ from: value.from });
  return value instanceof NumberRange ? value : null;
}

export function asTruth(value: Value): Truth | null {
  if (value.kind !== 'unknown') return value.kind === 'truth' ? value : null;
  const { reason, from, deciding } = value;
  return truth(null, from, { reason, deciding });
}

export function asText(value: Value): Text | null {
  if (value.kind === 'unknown') return text(null, value.from, value.reason);
  return value.kind === 'text' ? value : null;
}

/** What several values together rest on. */
export function readsOf(values: readonly { readonly from: Reads }[]): Reads {
  return joinReads(...values.map(({ from }) => from));
}

/** The calls by which numbers were read. */
export function callsIn(from: Reads): readonly FunctionCall[] {
  return [...from].map(({ call }) => call);
}

/** The calls of the comparisons that read numbers on one side only. */
export function comparedCalls(all: readonly Compared[]): readonly FunctionCall[] {
  return all.flatMap(({ sides }) =>
    sides.every(({ from }) => from.size > 0) ? [] : callsIn(readsOf(sides)),
  );
}

/**
 * Where an assertion's functions get their numbers from: `GateReader`, or any numbers while it is checked.
 */
export interface NumberReader {
  read(call: FunctionCall): NumberRange;
  rows(insight: string | null): List;
}

/** What an expression is evaluated with. */
export interface Scope {
  readonly reader: NumberReader;
  /** The item of `rows.all(r, …)` for which the part is evaluated; null outside of such calls. */
  readonly item: { readonly name: string; readonly value: Value } | null;
  /** Why too little was counted of what was read to conclude anything; null if there is enough. */
  readonly findShortage: (from: Reads) => Unknown | null;
  /** Evaluates a part of the expression. */
  readonly evaluate: (node: Node, scope: Scope) => Value;
  /** Only of an expression that is checked before anything is queried: then every part is evaluated. */
  readonly checked?: Checked;
}

/** What checking an expression needs, and what it collects. */
interface Checked {
  readonly insights: KnownInsights;
  readonly comparisons: Compared[];
  /** Where calls that read numbers stand. */
  readonly places: Map<FunctionCall, number>;
}

/** The value of an operand, which is no insight: `os > 5` lacks a function. */
export function operand(node: Node, scope: Scope): Value {
  const value = scope.evaluate(node, scope);
  if (value.kind !== 'insight') return value;
  const insightText = writtenInsight(value.name);
  return fault(node, `${insightText} is an insight, not a number`, `${insightText}.total()`);
}

/** The values on both sides of a sign. */
export function operands({ sides }: NodeOf<'comparison' | 'arithmetic' | 'in'>, scope: Scope) {
  return [operand(sides[0], scope), operand(sides[1], scope)] as const;
}

/** The value of a part that has to be a condition. */
export function condition(node: Node, scope: Scope): Truth {
  const value = operand(node, scope);
  return asTruth(value) ?? fault(node, `there has to be a condition here, not ${describe(value)}`);
}

/** Whether a comparison of two values holds; `incomparable` if their kinds do not fit, such as "a" < 1. */
export function compareValues(sign: ComparisonSign, left: Value, right: Value): Holds | 'incomparable' {
  const [leftNumber, rightNumber] = [asNumber(left), asNumber(right)];
  if (leftNumber !== null && rightNumber !== null) return decides(sign, leftNumber, rightNumber);
  const [leftText, rightText] = [asText(left), asText(right)];
  if (leftText !== null && rightText !== null) return comparePlain(sign, leftText.value, rightText.value);
  const [leftTruth, rightTruth] = [asTruth(left), asTruth(right)];
  const isOrdering = sign !== '==' && sign !== '!=';
  if (leftTruth === null || rightTruth === null || isOrdering) return 'incomparable';
  return comparePlain(sign, leftTruth.holds, rightTruth.holds);
}

function comparePlain<T extends string | boolean>(sign: ComparisonSign, a: T | null, b: T | null): Holds {
  if (a === null || b === null) return null;
  const order = Number(a > b) - Number(a < b);
  return decides(sign, exactNumber(order), exactNumber(0));
}

/** Whether a comparison holds for all numbers of two ranges; null if it holds for some of them. */
export function decides(sign: ComparisonSign, a: NumberRange, b: NumberRange): Holds {
  switch (sign) {
    case '<':
      if (isBelow(a.high, b.low)) return true;
      return isBelow(a.low, b.high) ? null : false;
    case '<=':
      return opposite(decides('<', b, a));
    case '>':
      return decides('<', b, a);
    case '>=':
      return opposite(decides('<', a, b));
    case '==':
      if (isBelow(a.high, b.low) || isBelow(b.high, a.low)) return false;
      return a.exact !== null && b.exact !== null ? true : null;
    case '!=':
      return opposite(decides('==', a, b));
  }
}

/** What `!` makes of a condition. */
export function opposite(holds: Holds): Holds {
  return holds === null ? null : !holds;
}

/** Numbers that differ by less than this part of them are equal: arithmetic with doubles rounds. */
const EQUAL_WITHIN = 1e-12;

function isBelow(a: number, b: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a < b;
  return a < b && b - a > EQUAL_WITHIN * Math.max(Math.abs(a), Math.abs(b));
}
