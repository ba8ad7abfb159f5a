// Evaluates an assertion before anything is queried: each number may be anything that its function can give,
// `share("a")` between 0 and 1. Called by `parse.ts` to find mistakes.
import type { FunctionCall, RowNumber, TableFunction } from './calls.ts';
import { evaluate } from './evaluate.ts';
import { type Compared, listOfRows, type NumberReader } from './values.ts';
import type { KnownInsights } from './insights.ts';
import { type NumberRange, rangeBetween, type Reads, type Unit } from './number-range.ts';
import { INEXACT } from './reasons.ts';
import type { Node } from './syntax.ts';

/**
 * Whether an output (null: the metric) of an insight (null: the threshold's own) is a count, and so never
 * negative. False if it is not known, as for an output whose name is computed (undefined).
 */
export type IsCount = (insight: string | null, output: string | null) => boolean;

/**
 * Evaluates an expression before anything is queried, so that a comparison that is always true or always
 * false is found. Returns its value, its comparisons and the places of its calls, which `evaluate` adds to
 * the scope's `checked`. Throws a `FaultError`.
 */
export function evaluateAny(tree: Node, insights: KnownInsights, isCount: IsCount) {
  const comparisons: Compared[] = [];
  const checked = { insights, comparisons, places: new Map<FunctionCall, number>() };
  const value = evaluate(tree, readAny(isCount), { checked });
  return { ...checked, value };
}

function readAny(isCount: IsCount): NumberReader {
  return {
    read: (call) => {
      const { insight, name, output } = call;
      const range = anyNumber(name, output !== undefined && isCount(insight, output));
      return range.with({ from: readsOfCall(call), call });
    },
    // Any number of rows, each with any numbers.
    rows: (insight) => {
      const read = (name: RowNumber): NumberRange => anyNumber(name, isCount(insight, null));
      return listOfRows(insight, [{ key: null, reason: INEXACT, read }], readsOfCall);
    },
  };
}

/** Nothing is counted yet. */
function readsOfCall(call: FunctionCall): Reads {
  return new Set([{ call, samples: [] }]);
}

/** The range of all numbers that a function can give. */
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
