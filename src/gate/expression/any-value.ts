import { type FunctionCall, ROW_NUMBERS, type RowNumber, type TableFunction } from './calls.ts';
import { evaluate } from './evaluate.ts';
import { type NumberReader, type Compared, type List, text, type Value } from './values.ts';
import type { KnownInsights } from './insights.ts';
import { type NumberRange, rangeBetween, type Unit } from './number-range.ts';
import { INEXACT } from '../reasons.ts';
import type { Node } from './syntax.ts';

/** Whether an output (null: the metric) of an insight is a count, never negative. False if not known. */
export type IsCount = (insight: string | null, output: string | null) => boolean;

/**
 * What an expression comes to whatever the service answers, the comparisons in it, and where its calls
 * are.
 */
interface AnyResult {
  readonly value: Value;
  readonly compared: readonly Compared[];
  readonly places: ReadonlyMap<FunctionCall, number>;
}

/** Evaluates an expression with any numbers that can be read. Throws a `FaultError`. */
export function evaluateAny(tree: Node, insights: KnownInsights, isCount: IsCount): AnyResult {
  const checked = { insights, compared: [], places: new Map<FunctionCall, number>() };
  const value = evaluate(tree, readAny(isCount), { checked });
  return { ...checked, value };
}

function readAny(isCount: IsCount): NumberReader {
  const read = (call: FunctionCall): NumberRange => {
    const { insight, name, output } = call;
    const range = anyNumber(name, output !== undefined && isCount(insight, output));
    return range.with({ from: new Set([call]), call });
  };
  return { read, rows: (insight) => anyRows(insight, read) };
}

/** Any number of rows, each with any numbers. */
function anyRows(insight: string | null, read: (call: FunctionCall) => NumberRange): List {
  const list = { insight, name: 'count', output: null, as: 'list' } as const;
  const fields = new Map(
    ROW_NUMBERS.map((name) => [name, read({ insight, name, row: null, output: null, as: 'field' })]),
  );
  const from = new Set([list]);
  const row: Value = {
    kind: 'row',
    insight,
    from,
    key: text(null, new Set([{ ...list, as: 'key' }]), INEXACT),
    read: (name) => fields.get(name) ?? rangeBetween(-Infinity, Infinity, INEXACT),
  };
  return { kind: 'list', items: [{ value: row, reason: INEXACT }], from };
}

/** All that a number may be. */
function anyNumber(name: RowNumber | TableFunction, isCount: boolean): NumberRange {
  const between = (low: number, unit: Unit | null, high = Infinity): NumberRange =>
    rangeBetween(low, high, INEXACT).with({ unit });
  switch (name) {
    case 'share':
      return between(0, 'share', 1);
    case 'change':
    case 'totalChange':
      return between(isCount ? -1 : -Infinity, 'change');
    case 'rank':
      return between(1, 'count');
    case 'count':
      return between(0, 'count');
    default:
      return isCount ? between(0, 'count') : between(-Infinity, null);
  }
}
