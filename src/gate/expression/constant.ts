import { type NumberReader, Row, type RowNumber } from './language.ts';
import { type NumberRange, rangeBetween } from './number-range.ts';
import type { Program } from './program.ts';
import { readsRowsOneByOne } from './syntax-tree.ts';

/**
 * What an assertion comes to whatever the service answers, `share("a") < 5% || true` for example; null if
 * that is not known. It is evaluated over numbers of which only the bounds are known, without a row and with
 * one that stands for any number of rows.
 */
export function constantResult(program: Program): boolean | null {
  if (!readsRowsOneByOne(program.tree, () => true, 1)) return null;
  const [none, one] = [[], [ANY_ROW]].map((rows) => resultOver(program, rows));
  return typeof none === 'boolean' && none === one ? none : null;
}

function resultOver(program: Program, rows: readonly Row[]): unknown {
  try {
    return program.evaluate(null, readerOver(rows));
  } catch {
    return null;
  }
}

function readerOver(rows: readonly Row[]): NumberReader {
  return {
    row: (_, number) => anyNumber(number),
    table: (_, number) => (number === 'count' ? unknown(0, Infinity) : unknown(-Infinity, Infinity)),
    rows: () => rows,
  };
}

function anyNumber(number: RowNumber): NumberRange {
  if (number === 'share') return unknown(0, 1);
  return unknown(number === 'rank' ? 1 : -Infinity, Infinity);
}

function unknown(low: number, high: number): NumberRange {
  return rangeBetween(low, high, { kind: 'inexact' });
}

const ANY_ROW = new Row(() => {
  throw new Error('The key of a row is not known.');
}, anyNumber);
