import type { FoldedRows, ReportedInsight, ResultsRow } from '../results.ts';
import { isAdditive } from '../tables/aggregations.ts';
import { isRanking, sumOf } from '../tables/table.ts';
import { groupSize, hideSmallCounts } from './group-size.ts';
import { remainingRows } from './remaining-rows.ts';

/**
 * An insight without what it says about groups smaller than `size`; 0 folds nothing. The small rows of a ranking are folded into one,
 * two at least. What has an order of its own keeps its rows and loses their values: times, steps, cohorts. Events are groups of one:
 * a scan loses all of them.
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

/** A ranking whose rows below a size are folded into one, with the next larger ones until they are two. */
function foldRanking(insight: ReportedInsight, size: number): ReportedInsight {
  const folded = rowsToFold(insight, size);
  const kept = insight.rows.filter((row) => !folded.has(row));
  const earlier = hideEarlier(insight, [...folded], kept, size);
  const histories = hideSmallValues(
    kept.map(({ history }) => history),
    size,
    // A folded row that nobody was in then, or of which that is not known, covers nothing.
    (period) => [...folded].some(({ history }) => (history[period] ?? 0) !== 0),
  );
  // What is folded alone would be what the others leave of the total.
  const isAlone = folded.size === 1;
  return {
    ...insight,
    total: isAlone ? null : insight.total,
    previousTotal: isAlone ? null : nullIfSmall(insight.previousTotal, size),
    totalHistory: isAlone ? [] : insight.totalHistory.map((value) => nullIfSmall(value, size)),
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

/** The small rows; where there are any, or where what a cut-off answer left out is small, two of the smallest at least. */
function rowsToFold(insight: ReportedInsight, size: number): ReadonlySet<ResultsRow> {
  const sizes = new Map(insight.rows.map((row) => [row, groupSize(insight, row) ?? -Infinity]));
  const bySize = insight.rows.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0) || b.rank - a.rank);
  const small = bySize.filter((row) => (sizes.get(row) ?? 0) < size);
  const count = small.length > 0 || isRestSmall(insight, size) ? Math.max(MIN_FOLDED_ROWS, small.length) : 0;
  return new Set(bySize.slice(0, count));
}

/** Whether a cut-off answer's total tells that the rows it left out are a small group. */
function isRestSmall(insight: ReportedInsight, size: number): boolean {
  const rest = insight.cutOff ? remainingRows(insight, insight.rows.length).value : null;
  return rest !== null && rest > 0 && rest < size;
}

interface EarlierShown extends Pick<ReportedInsight, 'rows' | 'gone'> {
  readonly previousOfFolded: number | null;
}

/** The earlier values of the rows kept and of those gone, without small ones, nor one that all others would tell. */
function hideEarlier(
  insight: ReportedInsight,
  folded: readonly ResultsRow[],
  kept: readonly ResultsRow[],
  size: number,
): EarlierShown {
  const { gone } = insight;
  const values = [...kept, ...gone].map(({ previous }) => previous);
  const isCovered = folded.some(({ previous }) => previous !== null && previous !== 0);
  const hidden = indexesToHide(values, size, isCovered);
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

/** Rows that keep their places and lose the values that speak of groups smaller than a size. A note says of how many. */
function maskRows(insight: ReportedInsight, size: number): ReportedInsight {
  const { rows, query, metric, queryType } = insight;
  // Only what adds up can be told from the others and their total; steps and cohorts do not.
  const areParts = queryType === 'timeseries' || queryType === 'groupBy';
  const isCovered = !areParts || !isAdditive(query, metric);
  const hidden =
    queryType === 'experiment' ? experimentRowsToHide(rows, size) : indexesToHide(sizesOf(insight), size, isCovered);
  const before = indexesToHide(
    rows.map(({ previous }) => previous),
    size,
    isCovered,
  );
  const histories = hideSmallValues(
    rows.map(({ history }) => history),
    size,
    () => isCovered,
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

/** The counts that are small, and what is computed from counts if one of them is. */
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
 * Which of some values are to be hidden, by place: those below a size, nobody being no group; and if that is but one, the smallest of the others too,
 * so that the one is not what the others leave of a total. `isCovered` says that more is hidden already.
 */
function indexesToHide(values: readonly (number | null)[], size: number, isCovered: boolean): ReadonlySet<number> {
  const small = indexesWhere(values, (value) => value !== 0 && value < size);
  if (small.length !== 1 || isCovered) return new Set(small);
  const next = Math.min(...values.filter((value) => value !== null).filter((value) => value >= size));
  return new Set([...small, ...indexesWhere(values, (value) => value === next).slice(-1)]);
}

/** Histories without what is to be hidden, period by period; `isCovered` says of a period whether more is hidden in it already. */
function hideSmallValues(
  histories: readonly (readonly (number | null)[])[],
  size: number,
  isCovered: (period: number) => boolean,
): (number | null)[][] {
  const periods = Math.max(0, ...histories.map(({ length }) => length));
  const hidden = Array.from({ length: periods }, (_, period) =>
    indexesToHide(
      histories.map((history) => history[period] ?? null),
      size,
      isCovered(period),
    ),
  );
  return histories.map((history, row) => history.map((value, period) => (hidden[period]?.has(row) ? null : value)));
}

/** A total, unless it is that of a small group; of nobody is no group. */
function nullIfSmall(total: number | null, size: number): number | null {
  return total === null || (total !== 0 && total < size) ? null : total;
}

function indexesWhere(values: readonly (number | null)[], isMeant: (value: number) => boolean): number[] {
  return values.flatMap((value, place) => (value !== null && isMeant(value) ? [place] : []));
}
