import type { GoneRow, ReportedInsight, ResultsRow } from '../../results/results.ts';
import { orderingMetric, outputKind } from '../../tables/aggregations.ts';
import { toNumber } from '../../tables/table.ts';
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
import { answeredValue, isCount, isZeroIfNone, unrepresented, valueOfNone } from './outputs.ts';
import { rowIndexOf } from './row-index.ts';
import { totalOf } from './totals.ts';
import { missingOf } from './without-value.ts';

/** A row, a set of rows or the whole by an output, whose numbers are computed from its counts. */
export interface Subject extends CountedOutput {
  /** How messages name it. */
  readonly named: string;
  readonly count: (when: WhichPeriod) => NumberRange;
  /** What its counts are a part of. */
  readonly whole: (when: WhichPeriod) => NumberRange;
  /** The share that the table holds; null if it holds none. */
  readonly share?: () => NumberOrUnknown | null;
  /** What of the whole has no value in the rows' dimension, and so may be of it; absent: nothing. */
  readonly withoutValue?: (when: WhichPeriod) => NumberOrUnknown;
  /** How many more have none than the earlier period leads to expect; fewer are negative. */
  readonly drift?: () => NumberOrUnknown;
  /** Whether 0 may be the absence of a row: from 0 to 0 there is no change then. */
  readonly isZeroAbsence?: boolean;
  readonly rank?: () => NumberRange;
}

/** A row that an assertion reads by an output. */
interface ReadRow extends CountedOutput {
  readonly row: string;
  readonly named: string;
  readonly isMetric: boolean;
  readonly evidence: Evidence;
  readonly absent: AbsentRows;
  /** The rows of the insight's tables with its key; of the list `rows` that one alone. */
  readonly rows: readonly ResultsRow[];
  readonly gone: readonly GoneRow[];
  /** Whether it is one of the list `rows`. */
  readonly isListed: boolean;
}

/** A row by its key, or one of the list `rows`. */
export function rowSubject(
  evidence: Evidence,
  keyOrRow: string | ResultsRow,
  output: string,
  absent: AbsentRows,
): Subject {
  const { insight } = evidence;
  const isListed = typeof keyOrRow !== 'string';
  const key = isListed ? keyOrRow.key : keyOrRow.normalize();
  const tableRows = isListed ? { rows: [keyOrRow], gone: [] } : rowsOf(insight, key);
  const isMetric = output === insight.metric;
  const row = {
    insight,
    output,
    row: key,
    named: quoteKey(key),
    isMetric,
    evidence,
    absent,
    ...tableRows,
    isListed,
  };
  return {
    ...row,
    count: (when) => measured(row, when, when === 'now' ? valueOf(row) : previousOf(row)),
    whole: (when) => totalOf(evidence, output, when),
    share: () => tableShareOf(row),
    ...(isMissing(row) ? {} : missingOf(evidence, output)),
    // The 0 of a rate was measured, and is not the absence of a row.
    isZeroAbsence: !absent.isZero && outputKind(insight.query, output) !== 'other',
    rank: () => rankOf(row),
  };
}

/** Whether it is the row of a missing value. */
function isMissing({ rows: [held], row }: ReadRow): boolean {
  return held === undefined ? row === 'null' : held.parts[0] === null;
}

function rowsOf(insight: ReportedInsight, key: string): Pick<ReadRow, 'rows' | 'gone'> {
  const { rows, gone } = rowIndexOf(insight);
  return { rows: rows.get(key) ?? [], gone: gone.get(key) ?? [] };
}

/**
 * The row of a period that is meant, by its key as it is written there, null if there is none. It is unknown
 * if several have the key.
 */
function soleKey(row: ReadRow, when: WhichPeriod): { readonly sole: string | null } | Unknown {
  const { evidence, insight, row: key, isListed } = row;
  const { rows, gone } = isListed ? rowsOf(insight, key.normalize()) : row;
  const held = when === 'now' ? rows : [...rows.filter(hasEarlierRow), ...gone];
  const isSure = hasAllRows(insight, when) || !mayBeOfSeveral(insight, key);
  const sameKey = isSure || held.length > 1 ? held : rowsWithKey(evidence, when, key.normalize());
  if (isUnknown(sameKey)) return sameKey;
  if (sameKey.length > 1 && isListed)
    return because(`${row.named} cannot be queried by itself, since several rows have that key`);
  if (sameKey.length > 1) return ambiguous(row, sameKey.length);
  const isNew = when === 'before' && isNewIn(row);
  return { sole: sameKey[0]?.key ?? (isSure && !isNew ? key : null) };
}

function isNewIn({ isMetric, rows }: ReadRow): boolean {
  return isMetric && rows.some(({ isNew }) => isNew);
}

function ambiguous({ named }: ReadRow, rows: number): Unknown {
  return because(
    `${rows} rows have the key ${named}; rows.all(…) and rows.exists(…) read each by its own numbers`,
  );
}

/**
 * A row's value: that of the table; without the row, 0 if the table holds all rows; else what a query for the
 * key alone answers; and if that may mean several rows, what one for the key as it is written there answers.
 */
function valueOf(row: ReadRow): NumberOrUnknown {
  const { evidence, insight, output, row: key, isListed, rows, gone } = row;
  const [held] = rows;
  if (held !== undefined) {
    const sole = isListed ? null : soleKey(row, 'now');
    return isUnknown(sole) ? sole : heldValue(row, held);
  }
  if (hasAllRows(insight, 'now')) return countedAsZero(row, gone.length > 0);
  const queriedValue = askedValue(row, 'now', key);
  if (
    isUnknown(queriedValue) ||
    (queriedValue !== null && queriedValue !== 0 && !mayBeOfSeveral(insight, key))
  )
    return queriedValue;
  const keys = rowsWithKey(evidence, 'now', key);
  if (isUnknown(keys)) return keys;
  if (keys.length > 1) return ambiguous(row, keys.length);
  const [there] = keys;
  if (there === undefined)
    return queriedValue === null || queriedValue === 0 ? countedAsZero(row, wasCounted(row)) : queriedValue;
  return (
    askedValue(row, 'now', there.key) ?? (isCount(insight, output) ? 0 : because(`${row.named} has no value`))
  );
}

function heldValue({ output, isMetric, named }: ReadRow, { value, values }: ResultsRow): NumberOrUnknown {
  const tableValue = isMetric ? value : toNumber(values[output]);
  return tableValue ?? unrepresented(values, output) ?? because(`${named} has no value`);
}

/** A row that is not there. */
function countedAsZero(
  { insight, output, row, named, absent }: ReadRow,
  stoodThere: boolean,
): NumberOrUnknown {
  return absent.countRow(row, stoodThere) ?? valueOfNone(insight, output, named);
}

/** Whether something was counted of a row in the earlier period, as far as that is known. */
function wasCounted(row: ReadRow): boolean {
  const value = askedValue(row, 'before', row.row);
  return typeof value === 'number' && value !== 0;
}

/** The value in the answer to a query for the row alone; null if nothing was counted. */
function askedValue(
  { evidence, insight, output, row }: ReadRow,
  when: WhichPeriod,
  queryKey: string,
): NumberOrUnknown | null {
  const answer = findAnswer(evidence, queryKey, when);
  if ('problem' in answer) return unavailable(insight, row, answer);
  return answeredValue(insight, answer.result, output);
}

function previousOf(row: ReadRow): NumberOrUnknown {
  const { insight, output, rows, gone, isMetric, isListed, absent } = row;
  if (insight.compare === null) return notCompared(insight);
  const [held] = isMetric ? [...rows.filter(hasEarlierRow), ...gone] : [];
  const tableValue = held?.previous ?? null;
  const sole = isListed && (tableValue !== null || isNewIn(row)) ? null : soleKey(row, 'before');
  if (isUnknown(sole)) return sole;
  if (tableValue !== null) return tableValue;
  const value = sole?.sole == null ? null : askedValue(row, 'before', sole.sole);
  if (value !== null && !(value === 0 && isCount(insight, output))) return value;
  if (absent.isZero && isZeroIfNone(insight, output)) return 0;
  return because(`${row.named} has no value in the earlier period`);
}

function tableShareOf({ rows, isMetric, named }: ReadRow): NumberOrUnknown | null {
  const [held] = rows;
  // A row of which nothing was counted has a share of 0, if anything was counted at all.
  if (held === undefined || !isMetric || (held.share === null && held.value === null)) return null;
  return held.share ?? because(`the share of ${named} is not known, since the true total is not`);
}

function rankOf(row: ReadRow): NumberRange {
  const { insight, output, named, rows, isMetric, isListed } = row;
  const missing = findMissingRows(insight);
  const [held] = rows;
  if (held === undefined) {
    const value = valueOf(row);
    if (isUnknown(value)) return unknownNumber(value);
    return value === 0 || missing === null || !insight.cutOff || !isMetric
      ? unknownNumber(because(`${named} is not in the table, so it has no rank`))
      : rankBeyond(insight, missing, value);
  }
  const sole = isListed ? null : soleKey(row, 'now');
  if (isUnknown(sole)) return unknownNumber(sole);
  const rankValue = heldValue(row, held);
  // Rows without a number come last, in no order.
  if (isUnknown(rankValue) && (!isMetric || orderingMetric(insight.query) === output))
    return unknownNumber(rankValue);
  return isMetric ? exactNumber(held.rank) : rankAmong(row, rankValue, missing);
}

/** The place of a row by another output than the metric. */
function rankAmong(row: ReadRow, ownValue: NumberOrUnknown, missing: Unknown | null): NumberRange {
  const isAbove = (each: ResultsRow): boolean => {
    const value = heldValue(row, each);
    return !isUnknown(value) && !isUnknown(ownValue) && value > ownValue;
  };
  const above = row.insight.rows.filter(isAbove).length;
  return missing === null ? exactNumber(above + 1) : rangeBetween(above + 1, Infinity, missing);
}

/**
 * The place of a row that a cut-off table does not hold: behind all rows, but beside the last one if it is
 * equal to it. `value`: null if it is not known.
 */
export function rankBeyond(insight: ReportedInsight, reason: Unknown, value: number | null): NumberRange {
  const { query, metric, rows } = insight;
  const last = rows.at(-1);
  const isRanked = query.queryType === 'topN' && last !== undefined;
  const isKnown = value !== null && orderingMetric(query) === metric;
  if (isRanked && isKnown && last.value === value) return exactNumber(last.rank);
  const first = isRanked && !isKnown ? last.rank : rows.length + 1;
  return rangeBetween(first, Infinity, reason);
}
