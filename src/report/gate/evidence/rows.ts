// The numbers of one row: its value now and before, its share and its rank, from the insight's tables or from
// a query for the row alone. `reader.ts` computes what an assertion reads from them.
import type { GoneRow, ReportedInsight, ResultsRow } from '../../results/results.ts';
import { outputKind } from '../../tables/query/counting.ts';
import { orderingMetric } from '../../tables/query/default-metric.ts';
import { quoteKey } from '../../../text/list.ts';
import { exactNumber, type NumberRange, rangeBetween, unknownNumber } from '../../expression/number-range.ts';
import { isUnknown, because, type Unknown } from '../../expression/reasons.ts';
import type { AbsentRows } from './absent-rows.ts';
import {
  type CountedOutput,
  type Evidence,
  findAnswer,
  findMissingRows,
  type NumberOrUnknown,
  notCompared,
  unavailable,
  type WhichPeriod,
} from './evidence.ts';
import { hasAllRows, hasEarlierRow, mayBeOfSeveral, rowsWithKey } from './keys.ts';
import { measured } from './measured.ts';
import { answeredValue, outputFacts, valueInRow, valueOfNone, withoutNumber } from './outputs.ts';
import { rowIndexOf } from './row-index.ts';
import { totalOf } from './totals.ts';

/** What a gate reads numbers of: a row, a set of rows or the whole table, by an output. */
export interface Subject extends CountedOutput {
  readonly evidence: Evidence;
  /** How messages name it. */
  readonly named: string;
  readonly count: (when: WhichPeriod) => NumberRange;
  /** What its counts are a part of. */
  readonly whole: (when: WhichPeriod) => NumberRange;
  /** The share that the table holds, 0 of a row that it does not hold; null if it holds none. */
  readonly shareInTable?: number | null;
  /** Whether what has no value in the rows' dimension may belong to it. */
  readonly mayBeMore: boolean;
  /** Whether 0 may mean that there is no row: then a change from 0 to 0 is not known. */
  readonly isZeroAbsence?: boolean;
  readonly rank?: () => NumberRange;
}

/** A row that an assertion reads by an output: by its key, or as the r of `rows.all(r, …)`. */
interface ReadRow extends Pick<Subject, 'insight' | 'output' | 'named' | 'evidence'> {
  /** Its key. */
  readonly row: string;
  /** Whether it is the r of `rows.all(r, …)`. */
  readonly isListed: boolean;
  /** Whether the output is the insight's metric: the tables hold all that is known of it. */
  readonly isMetric: boolean;
  readonly absent: AbsentRows;
  /** The rows of the insight's tables that have its key; of an r that row alone. */
  readonly rows: readonly ResultsRow[];
  readonly gone: readonly GoneRow[];
}

/** A row by its key, or the r of `rows.all(r, …)`. */
export function rowSubject(
  evidence: Evidence,
  keyOrRow: string | ResultsRow,
  output: string,
  absent: AbsentRows,
): Subject {
  const { insight } = evidence;
  const isListed = typeof keyOrRow !== 'string';
  const key = isListed ? keyOrRow.key : keyOrRow.normalize();
  const row = {
    insight,
    output,
    row: key,
    named: quoteKey(key),
    isMetric: output === insight.metric,
    evidence,
    absent,
    ...(isListed ? { rows: [keyOrRow], gone: [] } : rowsOfTables(insight, key)),
    isListed,
  };
  return {
    ...row,
    count: (when) => measured(row, when, when === 'now' ? valueOf(row) : previousOf(row)),
    whole: (when) => totalOf(evidence, output, when),
    shareInTable: row.rows.length === 0 ? 0 : (row.rows[0]?.share ?? null),
    mayBeMore: !isOfMissingValue(row),
    // The 0 of a rate was measured: it does not mean that there is no row.
    isZeroAbsence: !absent.isZero && outputKind(insight.query, output) !== 'other',
    rank: () => rankOf(row),
  };
}

/** Whether it is the row of what has no value in the dimension. */
function isOfMissingValue({ rows: [tableRow], row }: ReadRow): boolean {
  return tableRow === undefined ? row === 'null' : tableRow.parts[0] === null;
}

function rowsOfTables(insight: ReportedInsight, key: string): Pick<ReadRow, 'rows' | 'gone'> {
  const { rows, gone } = rowIndexOf(insight);
  return { rows: rows.get(key) ?? [], gone: gone.get(key) ?? [] };
}

/** A row's value: from the table, or from queries if the table may lack the row. */
function valueOf(row: ReadRow): NumberOrUnknown {
  const { insight, output, named, rows, gone } = row;
  const [tableRow] = rows;
  if (tableRow !== undefined) return findAmbiguity(row) ?? valueInRow(insight, tableRow, output, named);
  return hasAllRows(insight, 'now') ? valueOfAbsent(row, gone.length > 0) : valueBeyondTable(row);
}

/**
 * The value of a row beyond a cut-off. A query for its key answers. If it counted nothing, or several rows
 * may have the key, a query for all keys shows whether the row exists and how its key is written.
 */
function valueBeyondTable(row: ReadRow): NumberOrUnknown {
  const { evidence, insight, row: key, named } = row;
  const value = queriedValue(row, 'now', key);
  const isNothing = value === null || value === 0;
  if (isUnknown(value) || (!isNothing && !mayBeOfSeveral(insight, key))) return value;
  const sameKey = rowsWithKey(evidence, 'now', key);
  if (isUnknown(sameKey)) return sameKey;
  if (sameKey.length > 1) return ambiguous(row, sameKey.length);
  const [only] = sameKey;
  if (only !== undefined) return queriedValue(row, 'now', only.key) ?? withoutNumber(named);
  if (!isNothing) return value;
  const earlierValue = queriedValue(row, 'before', key);
  return valueOfAbsent(row, typeof earlierValue === 'number' && earlierValue !== 0);
}

/** The value of a row that the period does not have. `isGone`: the earlier period has it. */
function valueOfAbsent({ insight, output, row, named, absent }: ReadRow, isGone: boolean): NumberOrUnknown {
  const unknown = isGone ? absent.whyGoneRowIsNotZero(row) : absent.whyRowIsNotZero(row);
  return unknown ?? valueOfNone(insight, output, named);
}

/** Why the number of a row that is named by its key is not known: several rows have the key. */
function findAmbiguity(row: ReadRow): Unknown | null {
  const sole = row.isListed ? null : findSoleKey(row, 'now');
  return isUnknown(sole) ? sole : null;
}

/** The value in the answer to a query for the row alone; null if nothing was counted. */
function queriedValue(
  { evidence, insight, output, row }: ReadRow,
  when: WhichPeriod,
  writtenKey: string,
): NumberOrUnknown | null {
  const answer = findAnswer(evidence, writtenKey, when);
  if ('problem' in answer) return unavailable(row, answer);
  return answeredValue(insight, answer.result, output);
}

function previousOf(row: ReadRow): NumberOrUnknown {
  const { insight, output, rows, gone, isMetric, isListed, absent } = row;
  if (insight.compare === null) return notCompared(insight);
  const [tableRow] = isMetric ? [...rows.filter(hasEarlierRow), ...gone] : [];
  const tableValue = tableRow?.previous ?? null;
  // The r of `rows.all(r, …)` is not looked up by its key, which other rows may have, if the table knows it.
  const isKnown = isListed && (tableValue !== null || isNewRow(row));
  const sole = isKnown ? null : findSoleKey(row, 'before');
  if (isUnknown(sole)) return sole;
  if (tableValue !== null) return tableValue;
  const value = sole?.key == null ? null : queriedValue(row, 'before', sole.key);
  const isZeroCount = value === 0 && outputFacts(insight, output).isCount;
  if (value !== null && !isZeroCount) return value;
  if (absent.isZero && outputFacts(insight, output).isZeroIfNone) return 0;
  return because(`${row.named} has no value in the earlier period`);
}

/**
 * How the row's key is written in a period, which may differ in its Unicode form; null if no row has the key.
 * Unknown if several rows have it.
 */
function findSoleKey(row: ReadRow, when: WhichPeriod): { readonly key: string | null } | Unknown {
  const { evidence, insight, row: key, isListed } = row;
  const { rows, gone } = isListed ? rowsOfTables(insight, key.normalize()) : row;
  const tableRows = when === 'now' ? rows : [...rows.filter(hasEarlierRow), ...gone];
  const isUnique = hasAllRows(insight, when) || !mayBeOfSeveral(insight, key);
  const isTableEnough = isUnique || tableRows.length > 1;
  const sameKey = isTableEnough ? tableRows : rowsWithKey(evidence, when, key.normalize());
  if (isUnknown(sameKey)) return sameKey;
  if (sameKey.length > 1) return ambiguous(row, sameKey.length);
  const mayExist = isUnique && !(when === 'before' && isNewRow(row));
  return { key: sameKey[0]?.key ?? (mayExist ? key : null) };
}

function isNewRow({ isMetric, rows }: ReadRow): boolean {
  return isMetric && rows.some(({ isNew }) => isNew);
}

function ambiguous({ named }: ReadRow, rows: number): Unknown {
  return because(`${rows} rows have the key ${named}`);
}

function rankOf(row: ReadRow): NumberRange {
  const { insight, output, named, rows, isMetric } = row;
  const missing = findMissingRows(insight);
  const [tableRow] = rows;
  if (tableRow === undefined) {
    const value = valueOf(row);
    if (isUnknown(value)) return unknownNumber(value);
    if (value !== 0 && missing !== null && insight.cutOff && isMetric)
      return rankBeyond(insight, missing, value);
    return unknownNumber(because(`${named} is not in the table, so it has no rank`));
  }
  const ambiguity = findAmbiguity(row);
  if (ambiguity !== null) return unknownNumber(ambiguity);
  const value = valueInRow(insight, tableRow, output, named);
  // Rows without a number come last, in no order.
  if (isUnknown(value) && (!isMetric || orderingMetric(insight.query) === output))
    return unknownNumber(value);
  if (isMetric) return exactNumber(tableRow.rank);
  const isHigher = (other: NumberOrUnknown): boolean =>
    !isUnknown(other) && !isUnknown(value) && other > value;
  const place =
    1 + insight.rows.filter((other) => isHigher(valueInRow(insight, other, output, named))).length;
  return missing === null ? exactNumber(place) : rangeBetween(place, Infinity, missing);
}

/**
 * The rank of a row that a cut-off table does not hold: that of the last row if it has the same value,
 * otherwise a later one. `value` is null if it is not known.
 */
export function rankBeyond(insight: ReportedInsight, reason: Unknown, value: number | null): NumberRange {
  const { query, metric, rows } = insight;
  const last = rows.at(-1);
  const isRanked = query.queryType === 'topN' && last !== undefined;
  const isComparable = value !== null && orderingMetric(query) === metric;
  if (isRanked && isComparable && last.value === value) return exactNumber(last.rank);
  const first = isRanked && !isComparable ? last.rank : rows.length + 1;
  return rangeBetween(first, Infinity, reason);
}
