import type { GoneRow, ReportedInsight, ResultsRow } from '../../results.ts';
import { orderingMetric, outputKind } from '../../tables/aggregations.ts';
import { pointValue } from '../../tables/companion-queries.ts';
import { toNumber } from '../../tables/table.ts';
import {
  calculate,
  exactNumber,
  isUnknown,
  type NumberRange,
  rangeBetween,
  unknownNumber,
  type Unknown,
} from '../expression/number-range.ts';
import type { MissingRowsReason } from '../reasons.ts';
import type { AbsentRows } from './absent-rows.ts';
import { type CountedRows, hasShares } from './counted-rows.ts';
import { withError } from './estimates.ts';
import {
  type Evidence,
  findAnswer,
  findMissingRowsReason,
  notCompared,
  type WhichPeriod,
} from './evidence.ts';
import { isWhole, mayBeOfSeveral, rowsWithKey, stoodBefore } from './keys.ts';
import { rowIndexOf } from './row-index.ts';
import { isCount, tableNumber, valueOfNothing } from './table-numbers.ts';

/** A row that an assertion reads by an output. */
interface ReadRow {
  readonly key: string;
  /** The rows of the insight's tables with its key; one of the list `rows` is read for itself. */
  readonly rows: readonly ResultsRow[];
  readonly gone: readonly GoneRow[];
  readonly isOwn: boolean;
  readonly absent: AbsentRows;
  readonly evidence: Evidence;
  readonly output: string;
  readonly isMetric: boolean;
}

/** A row by its key, or one of the list `rows`, whose numbers are computed from its counts by an output. */
export function countedRow(
  evidence: Evidence,
  named: string | ResultsRow,
  output: string,
  absent: AbsentRows,
): CountedRows {
  const { insight } = evidence;
  const of = { absent, evidence, output, isMetric: output === insight.metric };
  const row: ReadRow =
    typeof named === 'string'
      ? { ...of, ...rowsNamed(insight, named.normalize()), isOwn: false }
      : { ...of, key: named.key, rows: [named], gone: [], isOwn: true };
  return {
    written: row.key,
    count: (when) => countOf(row, when),
    tableShare: () => tableShareOf(row),
    // Nothing is a share of 0 of a table that has shares.
    whole: (part) =>
      part.exact === 0 && hasShares(insight, output)
        ? exactNumber(1)
        : tableNumber(evidence, 'total', output),
    // The 0 of a rate was measured, and is not the absence of a row.
    isSameZero: absent.isZero || outputKind(insight.query, output) === 'other',
    rank: () => rankOf(row),
  };
}

function rowsNamed(insight: ReportedInsight, key: string): Pick<ReadRow, 'key' | 'rows' | 'gone'> {
  const { rows, gone } = rowIndexOf(insight);
  return { key, rows: rows.get(key) ?? [], gone: gone.get(key) ?? [] };
}

function countOf(row: ReadRow, when: WhichPeriod): NumberRange {
  const { evidence, output, key } = row;
  const range = when === 'now' ? valueOf(row) : previousOf(row);
  return withError(range, evidence.insight, output, [when, key]);
}

/** The rows of a period with a key that the insight's tables hold. */
function heldIn({ evidence, key, isOwn, ...row }: ReadRow, when: WhichPeriod): readonly { key: string }[] {
  const { rows, gone } = isOwn ? rowsNamed(evidence.insight, key.normalize()) : row;
  return when === 'now' ? rows : [...rows.filter(stoodBefore), ...gone];
}

/**
 * The row of a period that is meant, by its key as it is written there, null if there is none. It is unknown
 * if several have the key.
 */
function soleKey(row: ReadRow, when: WhichPeriod): { readonly key: string | null } | Unknown {
  const { evidence, key, isOwn, rows, isMetric } = row;
  const held = heldIn(row, when);
  const isSure = isWhole(evidence.insight, when) || !mayBeOfSeveral(evidence.insight, key);
  const found = isSure || held.length > 1 ? held : rowsWithKey(evidence, when, key.normalize());
  if (isUnknown(found)) return found;
  if (found.length > 1)
    return isOwn ? { kind: 'shared-key', key } : { kind: 'ambiguous-row', key, rows: found.length };
  const isNew = when === 'before' && isMetric && rows.some((each) => each.isNew);
  return { key: found[0]?.key ?? (isSure && !isNew ? key : null) };
}

function valueOf(row: ReadRow): NumberRange {
  const { evidence, key, isOwn, rows, gone } = row;
  const { insight } = evidence;
  const [held] = rows;
  if (held !== undefined) {
    const sole = isOwn ? null : soleKey(row, 'now');
    return isUnknown(sole) ? unknownNumber(sole) : heldValue(row, held);
  }
  if (isWhole(insight, 'now')) return countedAsZero(row, gone.length > 0);
  const asked = askedValue(row, 'now', key);
  if (isUnknown(asked)) return unknownNumber(asked);
  if (asked !== null && asked !== 0 && !mayBeOfSeveral(insight, key)) return exactNumber(asked);
  const keys = rowsWithKey(evidence, 'now', key);
  if (isUnknown(keys)) return unknownNumber(keys);
  if (keys.length > 1) return unknownNumber({ kind: 'ambiguous-row', key, rows: keys.length });
  const [there] = keys;
  if (there === undefined)
    return asked === null || asked === 0 ? countedAsZero(row, wasCounted(row)) : exactNumber(asked);
  const value = askedValue(row, 'now', there.key);
  if (isUnknown(value)) return unknownNumber(value);
  return value === null ? zeroOf(row) : exactNumber(value);
}

function heldValue({ evidence, key, output, isMetric }: ReadRow, { value, values }: ResultsRow): NumberRange {
  const ofNothing = output in values ? valueOfNothing(evidence.insight, values, output) : null;
  const known = (isMetric ? value : toNumber(values[output])) ?? ofNothing;
  return known === null ? unknownNumber({ kind: 'no-value', key }) : exactNumber(known);
}

/** A row that is not there. */
function countedAsZero(row: ReadRow, stoodThere: boolean): NumberRange {
  const unknown = row.absent.countRow(row.key, stoodThere);
  return unknown === null ? zeroOf(row) : unknownNumber(unknown);
}

function zeroOf({ evidence, key, output }: ReadRow): NumberRange {
  return isZeroIfNone(evidence.insight, output) ? exactNumber(0) : unknownNumber({ kind: 'no-value', key });
}

/** Whether an output of no events is 0: the mean of nothing is not known. */
export function isZeroIfNone(insight: ReportedInsight, output: string): boolean {
  const kind = outputKind(insight.query, output);
  return isCount(insight, output) || kind === 'additive' || kind === 'distinct';
}

/** Whether something was counted of a row in the earlier period, as far as that is known. */
function wasCounted(row: ReadRow): boolean {
  const value = askedValue(row, 'before', row.key);
  return !isUnknown(value) && value !== null && value !== 0;
}

/** The value in the answer to a query for the row alone; null if nothing was counted. */
function askedValue(
  { evidence, key, output }: ReadRow,
  when: WhichPeriod,
  written: string,
): number | Unknown | null {
  const answer = findAnswer(evidence, written, when);
  if ('result' in answer) return pointValue(evidence.insight.query, answer.result, output);
  const because = findMissingRowsReason(evidence.insight);
  return { kind: 'row-unavailable', key, because, problem: answer.problem };
}

function previousOf(row: ReadRow): NumberRange {
  const { evidence, key, output, rows, gone, isMetric, isOwn, absent } = row;
  const { insight } = evidence;
  if (insight.compare === null) return unknownNumber(notCompared(insight));
  const [held = null] = isMetric ? [...rows.filter(stoodBefore), ...gone] : [];
  const known = held?.previous ?? null;
  const sole =
    isOwn && (known !== null || rows.some(({ isNew }) => isMetric && isNew)) ? null : soleKey(row, 'before');
  if (isUnknown(sole)) return unknownNumber(sole);
  if (known !== null) return exactNumber(known);
  const value = sole?.key == null ? null : askedValue(row, 'before', sole.key);
  if (isUnknown(value)) return unknownNumber(value);
  if (value !== null && !(value === 0 && isCount(insight, output))) return exactNumber(value);
  if (absent.isZero && isZeroIfNone(insight, output)) return exactNumber(0);
  return unknownNumber({ kind: 'no-previous', key });
}

function tableShareOf(row: ReadRow): NumberRange | null {
  const { evidence, key, output, rows, isMetric } = row;
  const [held] = rows;
  // A row of which nothing was counted has a share of 0, if anything was counted at all.
  if (held === undefined || !isMetric || (held.share === null && held.value === null)) return null;
  if (held.share === null) return unknownNumber({ kind: 'no-row-total', key });
  const part = countOf(row, 'now');
  if (part.isUnknown) return part;
  const share = exactNumber(held.share);
  if (part.exact === null || held.share === 0) return share;
  // Of a funnel's first step, the table holds the shares alone.
  const whole =
    evidence.insight.total === null
      ? exactNumber(part.exact / held.share)
      : tableNumber(evidence, 'total', output);
  return share.with({ errors: calculate('/', part, whole).errors });
}

function rankOf(row: ReadRow): NumberRange {
  const { evidence, key, output, rows, isMetric, isOwn } = row;
  const { insight } = evidence;
  const missing = findMissingRowsReason(insight);
  const [held] = rows;
  if (held === undefined) {
    const value = valueOf(row);
    if (value.isUnknown) return value;
    return value.exact === 0 || missing?.kind !== 'cut-off' || !isMetric
      ? unknownNumber({ kind: 'no-rank', key })
      : rankBeyond(insight, missing, value.exact);
  }
  const sole = isOwn ? null : soleKey(row, 'now');
  if (isUnknown(sole)) return unknownNumber(sole);
  const value = heldValue(row, held);
  // Rows without a number come last, in no order.
  if (value.isUnknown && isMetric && orderingMetric(insight.query) === output) return value;
  if (isMetric) return exactNumber(held.rank);
  const valueIn = (each: ResultsRow): number | null => heldValue(row, each).exact;
  const own = valueIn(held);
  if (own === null) return unknownNumber({ kind: 'no-value', key });
  const above = insight.rows.filter((each) => (valueIn(each) ?? -Infinity) > own).length;
  return missing === null ? exactNumber(above + 1) : rangeBetween(above + 1, Infinity, missing);
}

/**
 * The place of a row that a cut-off table does not hold: behind all rows, but beside the last one if it is
 * equal to it. `value`: null if it is not known.
 */
export function rankBeyond(
  { query, metric, rows }: ReportedInsight,
  reason: MissingRowsReason,
  value: number | null,
): NumberRange {
  const last = rows.at(-1);
  const isRanked = query.queryType === 'topN' && last !== undefined;
  const isKnown = value !== null && orderingMetric(query) === metric;
  if (isRanked && isKnown && last.value === value) return exactNumber(last.rank);
  return rangeBetween(isRanked && !isKnown ? last.rank : rows.length + 1, Infinity, reason);
}
