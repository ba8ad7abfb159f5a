import type { FoldedRows, ReportedInsight, ResultsRow } from '../results.ts';
import { isAdditive } from '../tables/aggregations.ts';
import { isRanking, sumOf } from '../tables/table.ts';
import { groupSize, hideSmallCounts } from './group-size.ts';
import { remainingRows } from './remaining-rows.ts';

/**
 * Hides what an insight says about groups smaller than `size`; 0 hides nothing. A ranking's small rows are folded into one, at least two
 * of them. Other tables keep their rows, since times, steps and cohorts are known anyway, and lose the values of small ones. A scan
 * loses all rows: each event is a group of one.
 */
export function hideSmallGroups(insight: ReportedInsight, size: number): ReportedInsight {
  if (size <= 0) return insight;
  if (isRanking(insight) && insight.dimensions.length > 0) return foldRanking(insight, size);
  return insight.queryType === 'scan' ? hideEvents(insight, size) : maskRows(insight, size);
}

function hideEvents(insight: ReportedInsight, size: number): ReportedInsight {
  if (size <= 1 || insight.rows.length === 0) return insight;
  const folded = { rows: insight.rows.length, value: null, share: null, previous: null };
  const note = `A scan shows single events; groups smaller than ${size} are left out, and so all of them are.`;
  return { ...insight, rows: [], folded, notes: [...insight.notes, note] };
}

/** Folds a ranking's small rows into one, together with the next larger one if there is only one. */
function foldRanking(insight: ReportedInsight, size: number): ReportedInsight {
  const folded = rowsToFold(insight, size);
  const kept = insight.rows.filter((row) => !folded.has(row));
  const earlier = hideEarlier(insight, [...folded], kept, size);
  const histories = hideSmallValues(
    kept.map(({ history }) => history),
    size,
    // A folded row that was empty or unknown in a period hides nothing in it.
    (period) => [...folded].some(({ history }) => (history[period] ?? 0) !== 0),
  );
  // A single folded row is the total minus the other rows.
  const isOnlyOne = folded.size === 1;
  return {
    ...insight,
    total: isOnlyOne ? null : insight.total,
    previousTotal: isOnlyOne ? null : nullIfSmall(insight.previousTotal, size),
    totalHistory: isOnlyOne ? [] : insight.totalHistory.map((value) => nullIfSmall(value, size)),
    rows: earlier.rows.map((row, i) => ({
      ...row,
      values: hideSmallCounts(insight, row.values, size),
      history: histories[i] ?? [],
    })),
    gone: earlier.gone,
    folded: folded.size === 0 ? null : foldedRows(insight, [...folded], earlier.previousOfFolded),
  };
}

const MIN_FOLDED_ROWS = 2;

/** The small rows, at least the two smallest if any is small or if the rows that a cut-off answer left out are. */
function rowsToFold(insight: ReportedInsight, size: number): ReadonlySet<ResultsRow> {
  const sizes = new Map(insight.rows.map((row) => [row, groupSize(insight, row) ?? -Infinity]));
  const bySize = insight.rows.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0) || b.rank - a.rank);
  const small = bySize.filter((row) => (sizes.get(row) ?? 0) < size);
  const count = small.length > 0 || isRestSmall(insight, size) ? Math.max(MIN_FOLDED_ROWS, small.length) : 0;
  return new Set(bySize.slice(0, count));
}

/** Whether a cut-off answer's total shows that the rows it left out are a small group. */
function isRestSmall(insight: ReportedInsight, size: number): boolean {
  const rest = insight.cutOff ? remainingRows(insight, insight.rows.length).value : null;
  return rest !== null && rest > 0 && rest < size;
}

interface EarlierValues extends Pick<ReportedInsight, 'rows' | 'gone'> {
  readonly previousOfFolded: number | null;
}

/** The earlier values of kept and gone rows, without small ones and without one that the others would reveal. */
function hideEarlier(
  insight: ReportedInsight,
  folded: readonly ResultsRow[],
  kept: readonly ResultsRow[],
  size: number,
): EarlierValues {
  const { gone } = insight;
  const values = [...kept, ...gone].map(({ previous }) => previous);
  const isOneHidden = folded.some(({ previous }) => previous !== null && previous !== 0);
  const hidden = indexesToHide(values, size, isOneHidden);
  const isKnown = folded.every(({ previous, isNew }) => previous !== null || isNew);
  return {
    rows: kept.map((row, i) => (hidden.has(i) ? { ...row, previous: null, change: null, previousRank: null } : row)),
    gone: gone.filter(({ previous }, i) => previous !== null && !hidden.has(kept.length + i)),
    previousOfFolded: isKnown && hidden.size === 0 ? sumOf(folded.map(({ previous }) => previous)) : null,
  };
}

function foldedRows(insight: ReportedInsight, rows: readonly ResultsRow[], previous: number | null): FoldedRows {
  if (rows.length < MIN_FOLDED_ROWS || !isAdditive(insight.query, insight.metric)) {
    return { rows: rows.length, value: null, share: null, previous: null };
  }
  const shares = rows.map(({ share }) => share);
  const share = shares.includes(null) ? null : sumOf(shares);
  return { rows: rows.length, value: sumOf(rows.map(({ value }) => value)), share, previous };
}

/** Removes the values of small groups, keeps the rows, and adds a note that says how many lost theirs. */
function maskRows(insight: ReportedInsight, size: number): ReportedInsight {
  const { rows, query, metric, queryType } = insight;
  // A hidden value can be computed from the others and their total only if they add up; steps and cohorts do not.
  const areParts = queryType === 'timeseries' || queryType === 'groupBy';
  const isSafe = !areParts || !isAdditive(query, metric);
  const hidden =
    queryType === 'experiment' ? experimentRowsToHide(rows, size) : indexesToHide(sizesOf(insight), size, isSafe);
  const before = indexesToHide(
    rows.map(({ previous }) => previous),
    size,
    isSafe,
  );
  const histories = hideSmallValues(
    rows.map(({ history }) => history),
    size,
    () => isSafe,
  );
  const masked = rows.map((row, i) => {
    const shown = { ...row, values: hideSmallCounts(insight, row.values, size), history: histories[i] ?? [] };
    const now = hidden.has(i) ? withoutValue(shown) : shown;
    return before.has(i) ? { ...now, previous: null, change: null, previousRank: null } : now;
  });
  return {
    ...insight,
    rows: masked,
    total: nullIfSmall(insight.total, size),
    previousTotal: nullIfSmall(insight.previousTotal, size),
    totalHistory: insight.totalHistory.map((value) => nullIfSmall(value, size)),
    notes: hidden.size === 0 ? insight.notes : [...insight.notes, maskedNote(hidden.size, size)],
  };
}

function sizesOf(insight: ReportedInsight): (number | null)[] {
  return insight.rows.map((row) => groupSize(insight, row));
}

const EXPERIMENT_COUNTS = /^(?:cohort_[12](?:_success)?|success|users)$/;

/** The small counts, and all that is computed from counts if one of them is small. */
function experimentRowsToHide(rows: readonly ResultsRow[], size: number): ReadonlySet<number> {
  const isCount = ({ parts }: ResultsRow): boolean => EXPERIMENT_COUNTS.test(parts.at(-1) ?? '');
  const small = rows.flatMap((row, i) => (isCount(row) && row.value !== null && row.value < size ? [i] : []));
  const computed = rows.flatMap((row, i) => (isCount(row) ? [] : [i]));
  return new Set(small.length === 0 ? [] : [...small, ...computed]);
}

function withoutValue(row: ResultsRow): ResultsRow {
  const values = Object.fromEntries(Object.keys(row.values).map((name) => [name, null]));
  return { ...row, value: null, share: null, change: null, values };
}

function maskedNote(count: number, size: number): string {
  const rows = count === 1 ? '1 row is' : `${count} rows are`;
  return `${rows} shown without values: groups smaller than ${size} are left out.`;
}

/**
 * The indexes of the values to hide: those below a size, except 0, which is no group. If there is only one, the smallest of the others
 * is hidden too, since one value can be computed from a total. `isSafe`: it cannot, or another value is hidden already.
 */
function indexesToHide(values: readonly (number | null)[], size: number, isSafe: boolean): ReadonlySet<number> {
  const small = indexesWhere(values, (value) => value !== 0 && value < size);
  if (small.length !== 1 || isSafe) return new Set(small);
  const next = Math.min(...values.filter((value) => value !== null).filter((value) => value >= size));
  return new Set([...small, ...indexesWhere(values, (value) => value === next).slice(-1)]);
}

/** Hides small values in each period of some histories; `isSafe` is that of `indexesToHide` for a period. */
function hideSmallValues(
  histories: readonly (readonly (number | null)[])[],
  size: number,
  isSafe: (period: number) => boolean,
): (number | null)[][] {
  const periods = Math.max(0, ...histories.map(({ length }) => length));
  const hidden = Array.from({ length: periods }, (_, period) =>
    indexesToHide(
      histories.map((history) => history[period] ?? null),
      size,
      isSafe(period),
    ),
  );
  return histories.map((history, row) => history.map((value, period) => (hidden[period]?.has(row) ? null : value)));
}

/** A total, or null if it is that of a small group. */
function nullIfSmall(total: number | null, size: number): number | null {
  return total === null || (total !== 0 && total < size) ? null : total;
}

function indexesWhere(values: readonly (number | null)[], matches: (value: number) => boolean): number[] {
  return values.flatMap((value, place) => (value !== null && matches(value) ? [place] : []));
}
