import type { ASTNode } from '@marcbachmann/cel-js';
import {
  type FunctionCall,
  isRowCall,
  type NumberReader,
  Row,
  type RowNumber,
  type TableFunction,
} from './language.ts';
import { decides, NumberRange, rangeBetween, type Unit, UnknownError } from './number-range.ts';
import type { Program } from './program.ts';
import {
  isComparison,
  itemsAround,
  nodesOf,
  ownersOfRows,
  partOfTotal,
  readsRowsOneByOne,
} from './syntax-tree.ts';

/** Whether an output (null: the metric) of an insight is a count, never negative. False if not known. */
export type IsCount = (insight: string | null, output: string | null) => boolean;

type CountsSomething = (call: FunctionCall) => boolean;

/** A comparison of numbers, with all that its sides may come to, whatever the service answers. */
export interface OpenComparison {
  readonly node: ASTNode;
  readonly sides: readonly (readonly [node: ASTNode, range: NumberRange])[];
  /** True if every value passes, false if none can, null if it depends on the answer. */
  readonly holds: boolean | null;
}

/** The comparisons of an expression, evaluated over numbers of which only the bounds are known. */
export function openComparisons(program: Program, isCount: IsCount): readonly OpenComparison[] {
  const owners = ownersOfRows(program.tree);
  const counts: CountsSomething = (call) => {
    const { insight, output } = call;
    const names = isRowCall(call) && call.isField === true ? owners : [insight];
    return output !== undefined && names.every((name) => isCount(name, output));
  };
  const reader = readerOfAny(counts, [anyRow(counts)]);
  return nodesOf(program.tree).flatMap((node) => {
    if (!isComparison(node)) return [];
    const items = itemsAround(program.tree, node);
    const sides = node.args.flatMap((side): OpenComparison['sides'] => {
      const shares = nodesOf(side).filter((each) => {
        const part = partOfTotal(each);
        return part !== null && counts(part);
      });
      const range = tryTo(() => program.evaluateItem(side, items, shares, reader));
      return range instanceof NumberRange ? [[side, range]] : [];
    });
    const [left, right] = sides;
    if (left === undefined || right === undefined) return [];
    return [{ node, sides, holds: decides(node.op, left[1], right[1]) }];
  });
}

/**
 * What an assertion comes to whatever the service answers, `share("a") < 5% || true` for example; null if
 * that is not known. It is evaluated without a row and with one that stands for any number of rows.
 */
export function constantResult(program: Program): boolean | null {
  if (!readsRowsOneByOne(program.tree, () => true, 1)) return null;
  const counts = (): boolean => false;
  const [none, one] = [[], [anyRow(counts)]].map((rows) =>
    tryTo(() => program.evaluate(null, readerOfAny(counts, rows))),
  );
  return typeof none === 'boolean' && none === one ? none : null;
}

function tryTo(compute: () => unknown): unknown {
  try {
    return compute();
  } catch {
    return null;
  }
}

/** Reads numbers of which only the bounds are known. */
function readerOfAny(counts: CountsSomething, rows: readonly Row[]): NumberReader {
  return {
    read: (call) => anyNumber(call.name, counts(call)),
    rows: () => rows,
    size: () => anyNumber('count', true),
  };
}

function anyRow(counts: CountsSomething): Row {
  const key = (): never => {
    throw new UnknownError({ kind: 'inexact' });
  };
  return new Row(key, (name) =>
    anyNumber(name, counts({ insight: null, name, row: null, output: null, isField: true })),
  );
}

/** All that a number may be. */
function anyNumber(name: RowNumber | TableFunction, isCount: boolean): NumberRange {
  const between = (low: number, high: number, unit: Unit | null): NumberRange =>
    rangeBetween(low, high, { kind: 'inexact' }).with({ unit });
  switch (name) {
    case 'share':
      return between(0, 1, 'share');
    case 'change':
    case 'totalChange':
      return between(isCount ? -1 : -Infinity, Infinity, 'change');
    case 'rank':
      return between(1, Infinity, 'count');
    case 'count':
      return between(0, Infinity, 'count');
    default:
      return isCount ? between(0, Infinity, 'count') : between(-Infinity, Infinity, null);
  }
}
