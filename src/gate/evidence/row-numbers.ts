import type { GoneRow, ReportedInsight, ResultsRow } from '../../results.ts';
import { outputKind } from '../../tables/aggregations.ts';
import { pointValue } from '../../tables/companion-queries.ts';
import { isKeyOfSeveral } from '../../tables/row-filter.ts';
import { toNumber } from '../../tables/table.ts';
import type { RowNumber } from '../expression/language.ts';
import {
  ARITHMETIC,
  changeBetween,
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
import { markDistinct } from './distinct.ts';
import { isEarlierComplete, keysBeyond } from './keys.ts';
import { rowIndexOf } from './row-index.ts';
import { isCount, tableNumber, valueOfNothing } from './table-numbers.ts';

/** A named row that is not in the table, and whether it stood in the earlier one. */
export interface AbsentRow {
  readonly key: string;
  readonly stoodBefore: boolean;
}

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

/** A number of a row, for an output. */
export function rowNumber(
  evidence: Evidence,
  number: RowNumber,
  row: ReadRow,
  output: string,
  absent: AbsentRows,
): NumberRange {
  const named: NamedRow = {
    ...row,
    ...absent,
    evidence,
    output,
    isMetric: output === evidence.insight.metric,
  };
  switch (number) {
    case 'value':
    case 'previous':
    case 'share':
      return markDistinct(evidence, number, row.key, output, READ[number](named));
    case 'change':
      return changeOf(named);
    case 'rank':
      return rankOf(named);
  }
}

/** What rows that are not in a table count as. */
export interface AbsentRows {
  /** The value of a row that does not exist; may throw. */
  readonly valueOfAbsent: (row: AbsentRow) => NumberRange;
  /** Whether `missing-row: zero` is given, so that a row without an earlier value had 0. */
  readonly missingIsZero: boolean;
}

interface NamedRow extends ReadRow, AbsentRows {
  readonly evidence: Evidence;
  readonly output: string;
  readonly isMetric: boolean;
}

const READ = { value: valueOf, previous: previousOf, share: shareOf } as const;

function valueOf(named: NamedRow): NumberRange {
  const { evidence, key, output, row, isMetric, valueOfAbsent } = named;
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
  const absent = isThere
    ? exactNumber(0)
    : valueOfAbsent({ key, stoodBefore: isWhole ? named.gone !== null : stoodBefore(named) });
  // What a row in a third Unicode form has is not asked for.
  const isAsked = rows?.[0] === undefined || [key, key.normalize('NFD')].includes(rows[0].key);
  if (isAsked && isZeroIfNone(insight, output)) return absent;
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
  // eslint-disable-next-line no-control-regex
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
  if (named.missingIsZero && isZeroIfNone(insight, output)) return exactNumber(0);
  throw new UnknownError({ kind: 'no-previous', key });
}

function shareOf(named: NamedRow): NumberRange {
  const { evidence, key, output, row, isMetric } = named;
  const { insight } = evidence;
  if (row !== null && isMetric && row.share !== null) {
    valueOf(named);
    return exactNumber(row.share);
  }
  // A row of which nothing was counted has a share of 0, if anything was counted at all.
  if (row !== null && isMetric && row.share === null && row.value !== null)
    throw new UnknownError({ kind: 'no-row-total', key });
  const kind = outputKind(insight.query, output);
  // A funnel's and a retention's shares are part of their tables.
  const isShared = isMetric && insight.rows.some((each) => each.share !== null);
  if (kind !== 'additive' && kind !== 'distinct' && !isShared)
    throw new UnknownError({ kind: 'no-share', output });
  const part = valueOf(named);
  const whole = part.exact === 0 && isShared ? exactNumber(1) : tableNumber(evidence, 'total', output);
  const share = ARITHMETIC['/'](part, whole);
  const isPart = share.exact === null || (share.exact >= 0 && share.exact <= 1);
  if (isPart) return share;
  // Distinct counts are estimates, so a part may be larger than the whole. A sum is only if other parts are
  // negative.
  if (kind === 'distinct') return exactNumber(1);
  throw new UnknownError({ kind: 'no-row-total', key });
}

function changeOf(named: NamedRow): NumberRange {
  const [now, before] = [valueOf(named), previousOf(named)];
  if (before.exact === 0 && now.exact === 0 && (named.missingIsZero || isRate(named))) return exactNumber(0);
  if (before.exact === 0) throw new UnknownError({ kind: 'zero-before', key: named.key });
  return changeBetween(now, before);
}

/** Whether an output is computed of others: its 0 was measured, and is not the absence of a row. */
function isRate({ evidence: { insight }, output }: NamedRow): boolean {
  return outputKind(insight.query, output) === 'other';
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
