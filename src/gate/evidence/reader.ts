import { isInverted, orderingMetric } from '../../tables/aggregations.ts';
import type { ReportedInsight, ResultsRow } from '../../results.ts';
import { roundingError } from '../../tables/rounding/row.ts';
import { toNumber } from '../../tables/table.ts';
import { type FunctionCall, type RowNumber, type TableFunction, RowSet } from '../expression/calls.ts';
import {
  isUnknown,
  type NumberRange,
  rangeBetween,
  unknownNumber,
  type Unknown,
} from '../expression/number-range.ts';
import type { MissingRowsReason } from '../reasons.ts';
import { type Evidence, findMissingRowsReason, type WhichPeriod } from './evidence.ts';
import { markDistinct } from './distinct.ts';
import { AbsentRows, type MissingRow } from './absent-rows.ts';
import { numberOfRows } from './counted-rows.ts';
import { findMissingDimension } from './keys.ts';
import { countedRow, isZeroIfNone, rankBeyond } from './row-numbers.ts';
import { rowsNamed } from './row-index.ts';
import { countedSet, wholeOf } from './sets.ts';
import { periodsOf } from './sources.ts';
import { type CountReader, ofTrueCounts, type ReadFrom } from './true-counts.ts';
import { tableNumber } from './table-numbers.ts';

/** A row of the table, or with a reason one that stands for all that the table does not hold. */
export interface RowRead {
  readonly key: string | null;
  readonly reason: MissingRowsReason | null;
  readonly read: (number: RowNumber) => NumberRange;
}

/** Reads the numbers of one insight from its table and the answers to extra queries. */
export class InsightReader {
  /** What was not there and counted as zero. */
  readonly absent: AbsentRows;
  readonly #evidence: Evidence;

  constructor(evidence: Evidence, missingRow: MissingRow) {
    this.#evidence = evidence;
    this.absent = new AbsentRows(evidence, missingRow);
  }

  read(call: FunctionCall): NumberRange {
    const { insight } = this.#evidence;
    const { output = null } = call;
    if (call.row === null) return unknownNumber({ kind: 'inexact' });
    if (call.row === undefined) return this.#readTable(call.name, output);
    const row = typeof call.row === 'string' ? rowsNamed(insight, call.row) : call.row;
    return this.#readRow(call.name, row, output);
  }

  /** What a row or a set of rows is a part of (`row` null: the whole), as far as it is counted. */
  whole(row: string | RowSet | null, output: string, when: WhichPeriod): NumberRange {
    return wholeOf(this.#evidence, row, output, when);
  }

  /** The rows, the one for those that the table does not hold last. */
  rows(): readonly RowRead[] {
    const { insight } = this.#evidence;
    const rows = insight.rows.map((row): RowRead => ({
      key: row.key,
      reason: null,
      read: (number) => this.#readRow(number, row, null),
    }));
    const missing = findMissingRowsReason(insight);
    return missing === null ? rows : [...rows, unseenRow(insight, missing)];
  }

  #readTable(number: TableFunction, output: string | null): NumberRange {
    const { insight } = this.#evidence;
    if (number === 'count' && output === null) return tableNumber(this.#evidence, number, null);
    const name = outputOf(insight, output);
    if (isUnknown(name)) return unknownNumber(name);
    const range = tableNumber(this.#evidence, number, name);
    const isBucket = number === 'first' || number === 'last';
    const marked = isBucket ? markDistinct(this.#evidence, 'bucket', number, name, range) : range;
    return this.#ofTrueCounts(marked, number, { insight, output: name, row: null }, () => range);
  }

  #readRow(number: RowNumber, row: string | RowSet | ResultsRow, output: string | null): NumberRange {
    const { insight } = this.#evidence;
    const name = outputOf(insight, output);
    if (isUnknown(name)) return unknownNumber(name);
    for (const when of periodsOf(number)) {
      const missing = findMissingDimension(this.#evidence, when);
      if (missing !== null) return unknownNumber(missing);
    }
    const rows =
      row instanceof RowSet
        ? countedSet(this.#evidence, row, name, this.absent)
        : countedRow(this.#evidence, row, name, this.absent);
    const of = { insight, output: name, row: row instanceof RowSet ? row : rows.written };
    const range = markDistinct(
      this.#evidence,
      number,
      of.row,
      name,
      numberOfRows(insight, number, rows, name),
    );
    return this.#ofTrueCounts(range, number, of, rows.count);
  }

  /** Of rounded counts, all that a number may truly be; it is shown as it was rounded. */
  #ofTrueCounts(
    range: NumberRange,
    number: RowNumber | TableFunction,
    of: ReadFrom,
    count: CountReader['count'],
  ): NumberRange {
    const whole = (when: WhichPeriod) => this.whole(of.row, of.output, when);
    const { shown, errors } = range;
    return ofTrueCounts(range, number, of, { count, whole }).with({ shown, errors });
  }
}

function outputOf({ metric, outputs, queryType }: ReportedInsight, output: string | null): string | Unknown {
  const name = output ?? metric;
  if (name === null) return { kind: 'no-metric', queryType };
  return name === metric || outputs.includes(name) ? name : { kind: 'no-output', output: name, outputs };
}

/**
 * A row that a table does not hold. In a topN ordered by a count or a sum it has at most the value of the
 * last row, or 0.
 */
function unseenRow(insight: ReportedInsight, reason: MissingRowsReason): RowRead {
  const { roundedTo = 1, unit, total } = insight;
  const rest = roundingError(roundedTo);
  // What is not in a table of rounded counts reads 0.
  const last =
    reason.kind !== 'rounded'
      ? insight.rows.at(-1)
      : unit === 'other'
        ? undefined
        : { value: 0, share: total === 0 ? null : 0 };
  const isOrdered =
    reason.kind === 'rounded' || (insight.queryType === 'topN' && insight.cutOff && isBoundByLast(insight));
  const read = (number: RowNumber): NumberRange => {
    if (number === 'rank' && insight.cutOff) return rankBeyond(insight, reason, null);
    const most = isOrdered && last !== undefined ? numberOfLastRow(last, number) : null;
    if (most === null) return unknownNumber(reason);
    const high = Math.max(0, most) + (number === 'share' && rest > 0 ? rest / (total ?? 0) : rest);
    return rangeBetween(number === 'share' ? 0 : -Infinity, high, reason);
  };
  return { key: null, reason, read };
}

function numberOfLastRow(last: Pick<ResultsRow, 'value' | 'share'>, number: RowNumber): number | null {
  if (number === 'share') return last.share;
  return number === 'value' ? toNumber(last.value) : null;
}

/** What has no value comes last, too: of nothing, only what counts or adds up is known, as 0. */
function isBoundByLast(insight: ReportedInsight): boolean {
  const { query, metric } = insight;
  const isDescending = metric !== null && !isInverted(query) && orderingMetric(query) === metric;
  return isDescending && isZeroIfNone(insight, metric);
}
