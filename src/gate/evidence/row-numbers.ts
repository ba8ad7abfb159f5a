import type { GoneRow, ReportedInsight, ResultsRow } from '../../results.ts';
import { outputKind } from '../../tables/aggregations.ts';
import { pointValue } from '../../tables/companion-queries.ts';
import { isKeyOfSeveral } from '../../tables/row-filter.ts';
import { toNumber } from '../../tables/table.ts';
import {
  calculate,
  exactNumber,
  type NumberRange,
  rangeBetween,
  UnknownError,
} from '../expression/number-range.ts';
import {
  type Evidence,
  findAnswer,
  findMissingRowsReason,
  notCompared,
  type WhichPeriod,
} from './evidence.ts';
import type { AbsentRows } from './absent-rows.ts';
import { type CountedRows, hasShares } from './counted-rows.ts';
import { withError } from './estimates.ts';
import { isEarlierComplete, keysBeyond } from './keys.ts';
import { rowIndexOf } from './row-index.ts';
import { isCount, tableNumber, valueOfNothing } from './table-numbers.ts';

/** A row that an assertion reads. */
interface ReadRow {
  readonly key: string;
  /** Null if the table does not hold it. */
  readonly row: ResultsRow | null;
  readonly gone: GoneRow | null;
  /** Whether another row has the same key, so that the row cannot be asked for by it. */
  readonly isKeyShared: boolean;
  /** Whether it is a row of the list `rows`, whatever other rows have its key. */
  readonly isOwn: boolean;
}

/** The row with a key. Throws `UnknownError` if several have it. */
export function rowNamed(insight: ReportedInsight, written: string): ReadRow {
  const key = written.normalize();
  const { rows, gone } = rowIndexOf(insight);
  const [found, goneRows] = [rows.get(key) ?? [], gone.get(key) ?? []];
  if (found.length > 1) throw new UnknownError({ kind: 'ambiguous-row', key, rows: found.length });
  const row = found[0] ?? null;
  if (row === null && goneRows.length > 1)
    throw new UnknownError({ kind: 'ambiguous-row', key, rows: goneRows.length });
  return { key, row, gone: row === null ? (goneRows[0] ?? null) : null, isKeyShared: false, isOwn: false };
}

/** A row of the table itself, which is read by its own numbers even if another has the same key. */
export function ownRow(insight: ReportedInsight, row: ResultsRow): ReadRow {
  const { rows, gone } = rowIndexOf(insight);
  const sameKey = (rows.get(row.key.normalize())?.length ?? 0) + (gone.get(row.key.normalize())?.length ?? 0);
  return { key: row.key, row, gone: null, isKeyShared: sameKey > 1, isOwn: true };
}

/** A row, whose numbers are computed from its counts by an output. */
export function countedRow(
  evidence: Evidence,
  row: ReadRow,
  output: string,
  absent: AbsentRows,
): CountedRows {
  const { insight } = evidence;
  const isMetric = output === insight.metric;
  const named: NamedRow = { ...row, absent, evidence, output, isMetric };
  return {
    written: row.key,
    count: (when) => countOf(named, when),
    tableShare: () => tableShareOf(named),
    // Nothing is a share of 0 of a table that has shares.
    whole: (part) =>
      part.exact === 0 && hasShares(insight, output)
        ? exactNumber(1)
        : tableNumber(evidence, 'total', output),
    // The 0 of a rate was measured, and is not the absence of a row.
    isSameZero: absent.isZero || outputKind(insight.query, output) === 'other',
    rank: () => rankOf(named),
  };
}

function countOf(named: NamedRow, when: WhichPeriod): NumberRange {
  const { evidence, output, key } = named;
  const range = when === 'now' ? valueOf(named) : previousOf(named);
  return withError(range, evidence.insight, output, [when, key]);
}

interface NamedRow extends ReadRow {
  readonly absent: AbsentRows;
  readonly evidence: Evidence;
  readonly output: string;
  readonly isMetric: boolean;
}

function valueOf(named: NamedRow): NumberRange {
  const { evidence, key, output, row, isMetric, absent } = named;
  const { insight } = evidence;
  if (row !== null) {
    const value = isMetric ? row.value : toNumber(row.values[output]);
    const ofNothing = output in row.values ? valueOfNothing(insight, row.values, output) : null;
    const known = value ?? ofNothing;
    if (known === null) throw new UnknownError({ kind: 'no-value', key });
    return ofOneRow(named, 'now', known);
  }
  const isWhole = findMissingRowsReason(insight) === null;
  const value = isWhole ? null : askedValue(named, 'now');
  const rows = isWhole || !needsKeys(insight, key, value) ? null : keysBeyond(evidence, key);
  if (rows !== null && rows.length > 1)
    throw new UnknownError({ kind: 'ambiguous-row', key, rows: rows.length });
  if (value !== null && (value !== 0 || rows?.length === 1)) return exactNumber(value);
  const isThere = rows !== null && rows.length > 0;
  if (!isThere) absent.countRow(key, isWhole ? named.gone !== null : stoodBefore(named));
  // What a row in a third Unicode form has is not asked for.
  const isAsked = rows?.[0] === undefined || [key, key.normalize('NFD')].includes(rows[0].key);
  if (isAsked && isZeroIfNone(insight, output)) return exactNumber(0);
  throw new UnknownError({ kind: 'no-value', key });
}

/** Whether an output of no events is 0: the mean of nothing is not known. */
function isZeroIfNone(insight: ReportedInsight, output: string): boolean {
  const kind = outputKind(insight.query, output);
  return isCount(insight, output) || kind === 'additive' || kind === 'distinct';
}

/**
 * Whether all keys of the period have to be known to say what a row beyond a cut-off is. `value`: what the
 * query for it alone gave.
 */
function needsKeys(insight: ReportedInsight, key: string, value: number | null): boolean {
  // oxlint-disable-next-line no-control-regex
  return value === null || value === 0 || isKeyOfSeveral(insight.query, key) || /[^\u0000-\u007f]/.test(key);
}

/**
 * A known value, if that of all rows with the key is the same. Throws `UnknownError` if rows that are not in
 * the table may have it, too.
 */
function ofOneRow(named: NamedRow, when: WhichPeriod, known: number): NumberRange {
  const { evidence, key, isOwn } = named;
  if (isOwn || !mayHideNamesakes(evidence.insight, key, when) || (askedValue(named, when) ?? 0) === known)
    return exactNumber(known);
  throw new UnknownError({ kind: 'ambiguous-row', key, rows: 2 });
}

/** Whether a period may have several rows with a key of which the insight's tables hold one. */
function mayHideNamesakes(insight: ReportedInsight, key: string, when: WhichPeriod): boolean {
  if (!isKeyOfSeveral(insight.query, key)) return false;
  if (findMissingRowsReason(insight) !== null) return true;
  const { rows, gone } = rowIndexOf(insight);
  return when === 'before' && ((rows.has(key) && gone.has(key)) || !isEarlierComplete(insight));
}

function stoodBefore({ evidence, key, output }: NamedRow): boolean {
  const answer = findAnswer(evidence, key, 'before');
  return 'result' in answer && (pointValue(evidence.insight.query, answer.result, output) ?? 0) !== 0;
}

/** The value in the answer to a query for the row alone; null if nothing was counted. */
function askedValue({ evidence, key, output, isKeyShared }: NamedRow, when: WhichPeriod): number | null {
  if (isKeyShared) throw new UnknownError({ kind: 'shared-key', key });
  const answer = findAnswer(evidence, key, when);
  if ('result' in answer) return pointValue(evidence.insight.query, answer.result, output);
  const because = findMissingRowsReason(evidence.insight);
  throw new UnknownError({ kind: 'row-unavailable', key, because, problem: answer.problem });
}

function previousOf(named: NamedRow): NumberRange {
  const { evidence, key, output, row, gone, isMetric } = named;
  const { insight } = evidence;
  if (insight.compare === null) throw new UnknownError(notCompared(insight));
  const known = isMetric ? (row?.previous ?? gone?.previous ?? null) : null;
  if (known !== null) return ofOneRow(named, 'before', known);
  const value = isMetric && row?.isNew === true ? null : askedValue(named, 'before');
  if (value !== null && !(value === 0 && isCount(insight, output))) return exactNumber(value);
  if (named.absent.isZero && isZeroIfNone(insight, output)) return exactNumber(0);
  throw new UnknownError({ kind: 'no-previous', key });
}

function tableShareOf(named: NamedRow): NumberRange | null {
  const { evidence, key, output, row, isMetric } = named;
  // A row of which nothing was counted has a share of 0, if anything was counted at all.
  if (row === null || !isMetric || (row.share === null && row.value === null)) return null;
  if (row.share === null) throw new UnknownError({ kind: 'no-row-total', key });
  const part = countOf(named, 'now');
  const share = exactNumber(row.share);
  if (part.exact === null || row.share === 0) return share;
  // Of a funnel's first step, the table holds the shares alone.
  const whole =
    evidence.insight.total === null
      ? exactNumber(part.exact / row.share)
      : tableNumber(evidence, 'total', output);
  return share.with({ errors: calculate('/', part, whole).errors });
}

function rankOf(named: NamedRow): NumberRange {
  const { evidence, key, output, row, isMetric } = named;
  const { insight } = evidence;
  const missing = findMissingRowsReason(insight);
  if (row === null) {
    const value = valueOf(named);
    if (value.exact === 0 || missing?.kind !== 'cut-off' || !isMetric)
      throw new UnknownError({ kind: 'no-rank', key });
    return rangeBetween(insight.rows.length + 1, Infinity, missing);
  }
  if (isMetric) return exactNumber(row.rank);
  const value = toNumber(row.values[output]);
  if (value === null) throw new UnknownError({ kind: 'no-value', key });
  const above = insight.rows.filter((each) => (toNumber(each.values[output]) ?? -Infinity) > value).length;
  return missing === null ? exactNumber(above + 1) : rangeBetween(above + 1, Infinity, missing);
}
