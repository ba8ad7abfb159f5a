import type { RowSet } from './sets.ts';

/** The functions that read a number of one row. */
export const ROW_NUMBERS = ['value', 'share', 'previous', 'change', 'rank'] as const;
export type RowNumber = (typeof ROW_NUMBERS)[number];

/** The functions that read numbers of the whole table. */
export const TABLE_FUNCTIONS = ['total', 'previousTotal', 'totalChange', 'count', 'first', 'last'] as const;
export type TableFunction = (typeof TABLE_FUNCTIONS)[number];

/** The functions that read an insight's numbers. */
export const READ_FUNCTIONS: ReadonlySet<string> = new Set([...ROW_NUMBERS, ...TABLE_FUNCTIONS]);

/** Those that read the earlier period, also as fields of rows. */
export const EARLIER_FUNCTIONS: ReadonlySet<string> = new Set([
  'previous',
  'change',
  'previousTotal',
  'totalChange',
]);

/** A call of one of the functions that read numbers. */
export type FunctionCall = RowCall | TableCall;

interface Call {
  /** The insight whose function it is; null: the threshold's own. */
  readonly insight: string | null;
  /** Null: the metric. Undefined: it is not written out. */
  readonly output: string | null | undefined;
  /** What reads the same if it is no call: a field or the key of a row, a list of rows, `value("a") / total()`. */
  readonly as?: 'field' | 'key' | 'list' | 'quotient';
}

/** A call that reads a number of a row, or of a set of rows. */
interface RowCall extends Call {
  readonly name: RowNumber;
  /** The row's key; null if it is not written out. */
  readonly row: string | RowSet | null;
}

/** A call that reads a number of the whole table. */
interface TableCall extends Call {
  readonly name: TableFunction;
  readonly row?: undefined;
}

/** Whether a call reads a number of one row, or of a set. */
export function isRowCall(call: FunctionCall): call is RowCall {
  return call.row !== undefined;
}
