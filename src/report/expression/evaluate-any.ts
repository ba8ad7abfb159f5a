// Evaluates an assertion before anything is queried, with numbers as wide as they can be. `parse.ts` finds
// mistakes so.
import type { FunctionCall, RowNumber, TableFunction } from './calls.ts';
import { evaluate } from './evaluate.ts';
import { type Compared, listOfRows, type NumberReader } from './values.ts';
import type { KnownInsights } from './insights.ts';
import { type NumberRange, rangeBetween, type Reads, type Unit } from './number-range.ts';
import { INEXACT } from './reasons.ts';
import type { Node } from './syntax.ts';

/** Whether an output (null: the metric) of an insight is a count, never negative. False if not known. */
export type IsCount = (insight: string | null, output: string | null) => boolean;

/**
 * Evaluates an expression before anything is queried, with each number as wide as it can be: a comparison
 * that is always true or false, or that misuses units, is found while it is parsed. `evaluate` notes the
 * comparisons and where the calls are. Throws a `FaultError`.
 */
export function evaluateAny(tree: Node, insights: KnownInsights, isCount: IsCount) {
  const compared: Compared[] = [];
  const checked = { insights, compared, places: new Map<FunctionCall, number>() };
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
