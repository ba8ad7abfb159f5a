import type { FunctionCall, RowNumber } from './calls.ts';
import { FaultError, type Meant } from './fault.ts';
import { joinReads, NOTHING, NumberRange, type Reads, type Unknown, unknownNumber } from './number-range.ts';
import type { RowSet } from './sets.ts';
import type { ComparisonSign, Node, NodeOf } from './syntax.ts';

/** What a part of an expression comes to. Each value knows what it was read from. */
export type Value =
  NumberRange | Truth | Text | List | RowOfTable | SetOfRows | Fields | InsightValue | UnknownValue;

/** A comparison as it was evaluated: each `!` around it turns it over, so that it holds if its result is true. */
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

interface SetOfRows {
  readonly kind: 'set';
  readonly set: RowSet;
  readonly from: Reads;
}

/** A map, such as `{"a": 1}`. */
export interface Fields {
  readonly kind: 'map';
  readonly fields: ReadonlyMap<string, Value>;
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
  return { kind: 'truth', holds, from, reason: null, deciding: [], offending: [], ...more };
}

export function text(value: string | null, from: Reads = NOTHING, reason: Unknown | null = null): Text {
  return { kind: 'text', value, reason, from };
}

export function unknownValue(reason: Unknown, from: Reads, deciding: Truth['deciding'] = []): UnknownValue {
  return { kind: 'unknown', reason, from, deciding };
}

export function fault(node: Pick<Node, 'at'>, why: string, meant?: Meant): never {
  throw new FaultError(node.at, why, meant);
}

/** A value in words. */
export function describe(value: Value): string {
  switch (value.kind) {
    case 'number':
      return 'a number';
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

/** What several values were read from. */
export function readsOf(values: readonly { readonly from: Reads }[]): Reads {
  return joinReads(...values.map(({ from }) => from));
}

/** The calls of the comparisons that read numbers on one side only. */
export function comparedCalls(all: readonly Compared[]): readonly FunctionCall[] {
  return all.flatMap(({ sides }) => (sides.every(({ from }) => from.size > 0) ? [] : [...readsOf(sides)]));
}
