// The values that parts of an assertion have: numbers, conditions, texts, lists, rows, sets. `evaluate.ts`
// and its helpers make and compare them.
import { INEXACT, type Unknown } from './reasons.ts';
import { type FunctionCall, ROW_NUMBERS, type RowNumber, type RowSet } from './calls.ts';
import { FaultError, type Meant } from './fault.ts';
import { type KnownInsights, writtenInsight } from './insights.ts';
import { exactNumber, joinReads, NOTHING, NumberRange, type Reads, unknownNumber } from './number-range.ts';
import type { ComparisonSign, Node, NodeOf } from './syntax.ts';

/** What a part of an expression comes to. Each value knows what it was read from. */
export type Value = NumberRange | Truth | Text | List | RowOfTable | SetOfRows | InsightValue | UnknownValue;

/**
 * A comparison as it was evaluated: each `!` around it turns it over, so that it holds if its result is
 * true.
 */
export interface Compared {
  readonly node: NodeOf<'comparison'>;
  readonly sign: ComparisonSign;
  readonly sides: readonly [left: Value, right: Value];
}

/** A condition: decided, or undecided for a reason. */
export interface Truth {
  readonly kind: 'truth';
  readonly holds: boolean | null;
  readonly reason: Unknown | null;
  readonly from: Reads;
  /** The comparisons that decided it, or that leave it open. */
  readonly deciding: readonly Compared[];
  /** The keys of rows for which an `all` does not hold, and their insight. */
  readonly offending: readonly { readonly insight: string | null; readonly key: string }[];
}

/** A text; `value` null: any. */
export interface Text {
  readonly kind: 'text';
  readonly value: string | null;
  readonly reason: Unknown | null;
  readonly from: Reads;
}

/** An item of a list. If it has a reason, any number of such items may be there, or none. */
export interface Item {
  readonly value: Value;
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

/** A row to list: with a reason it stands for any number of rows that may be there. */
export interface ListedRow {
  /** Null: any. */
  readonly key: string | null;
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

/** A value of which not even the kind matters: it is unknown, and so is all that is made of it. */
interface UnknownValue {
  readonly kind: 'unknown';
  readonly reason: Unknown;
  readonly from: Reads;
  readonly deciding: Truth['deciding'];
}

/** A decided condition, or with a reason an undecided one. */
export function truth(holds: boolean | null, from: Reads, more: Partial<Truth> = {}): Truth {
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

export function fault(node: Pick<Node, 'at'>, why: string, meant?: Meant): never {
  throw new FaultError(node.at, why, meant);
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

/** What an assertion's functions read from. */
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
  /**
   * Of an expression that is checked before anything is queried: its insights, and the comparisons that are
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
  const insightText = writtenInsight(value.name);
  return fault(node, `${insightText} is an insight, not a number`, { hint: `${insightText}.total()` });
}

/** The values on both sides of a sign. */
export function operands({ sides }: NodeOf<'comparison' | 'arithmetic' | 'in'>, scope: Scope) {
  return [operand(sides[0], scope), operand(sides[1], scope)] as const;
}

/** A condition, or what is wrong with a value in the place of one. */
export function condition(node: Node, scope: Scope): Truth {
  const value = operand(node, scope);
  return asTruth(value) ?? fault(node, `there has to be a condition here, not ${describe(value)}`);
}

/** What a comparison comes to: null if that is not known, undefined if the values cannot be compared. */
export function compareValues(sign: ComparisonSign, left: Value, right: Value): boolean | null | undefined {
  const [number, limit] = [asNumber(left), asNumber(right)];
  if (number !== null && limit !== null) return decides(sign, number, limit);
  const [ownText, otherText] = [asText(left), asText(right)];
  if (ownText !== null && otherText !== null) return comparePlain(sign, ownText.value, otherText.value);
  const [ownTruth, otherTruth] = [asTruth(left), asTruth(right)];
  if (ownTruth === null || otherTruth === null || (sign !== '==' && sign !== '!=')) return undefined;
  return comparePlain(sign, ownTruth.holds, otherTruth.holds);
}

function comparePlain<T extends string | boolean>(sign: ComparisonSign, a: T | null, b: T | null) {
  if (a === null || b === null) return null;
  const order = a < b ? -1 : a > b ? 1 : 0;
  return decides(sign, exactNumber(order), exactNumber(0));
}

/** What a comparison comes to for every value of two ranges; null if that depends on the value. */
export function decides(sign: ComparisonSign, a: NumberRange, b: NumberRange): boolean | null {
  switch (sign) {
    case '<':
      return isBelow(a.high, b.low) ? true : isBelow(a.low, b.high) ? null : false;
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

/** What `!` makes of a condition; null if that is not known. */
export function opposite(holds: boolean | null): boolean | null {
  return holds === null ? null : !holds;
}

/** Numbers so near to each other (relative) are equal: arithmetic with doubles rounds. */
const EQUAL_WITHIN = 1e-12;

function isBelow(a: number, b: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a < b;
  return a < b && b - a > EQUAL_WITHIN * Math.max(Math.abs(a), Math.abs(b));
}
