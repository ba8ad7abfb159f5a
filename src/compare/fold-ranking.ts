import type { FoldedRows, ReportedInsight, ResultsRow } from '../results.ts';
import { aggregationKind } from '../tables/aggregation-kind.ts';
import { sumOf } from '../tables/numbers.ts';
import { aggregationBehind } from '../tables/outputs.ts';
import { groupSize, withoutSmallCounts } from './group-size.ts';
import { smallOnes, unlessSmall, withoutSmall } from './hide.ts';
import { restOf } from './rest.ts';

/** A ranking whose rows below a size are folded into one, with the next larger ones until they are two. */
export function foldRanking(insight: ReportedInsight, size: number): ReportedInsight {
  const folded = rowsToFold(insight, size);
  const kept = insight.rows.filter((row) => !folded.has(row));
  const earlier = hideEarlier(insight, [...folded], kept, size);
  const histories = withoutSmall(
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
    previousTotal: isAlone ? null : unlessSmall(insight.previousTotal, size),
    totalHistory: isAlone ? [] : insight.totalHistory.map((value) => unlessSmall(value, size)),
    rows: earlier.rows.map((row, i) => ({
      ...row,
      values: withoutSmallCounts(insight, row.values, size),
      history: histories[i] ?? [],
    })),
    gone: earlier.gone,
    folded: folded.size === 0 ? null : foldedRows(insight, [...folded], earlier.previousOfFolded),
  };
}

const LEAST = 2;

/** The small rows; where there are any, or where what a cut-off answer left out is small, two of the smallest at least. */
function rowsToFold(insight: ReportedInsight, size: number): ReadonlySet<ResultsRow> {
  const sizes = new Map(insight.rows.map((row) => [row, groupSize(insight, row) ?? -Infinity]));
  const bySize = insight.rows.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0) || b.rank - a.rank);
  const small = bySize.filter((row) => (sizes.get(row) ?? 0) < size);
  const count = small.length > 0 || isRestSmall(insight, size) ? Math.max(LEAST, small.length) : 0;
  return new Set(bySize.slice(0, count));
}

/** Whether a cut-off answer's total tells that the rows it left out are a small group. */
function isRestSmall(insight: ReportedInsight, size: number): boolean {
  const rest = insight.cutOff ? restOf(insight, insight.rows.length).value : null;
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
  const hidden = smallOnes(values, size, isCovered);
  const isKnown = folded.every(({ previous, isNew }) => previous !== null || isNew);
  return {
    rows: kept.map((row, i) => (hidden.has(i) ? { ...row, previous: null, change: null, previousRank: null } : row)),
    gone: gone.filter(({ previous }, i) => previous !== null && !hidden.has(kept.length + i)),
    previousOfFolded: isKnown && hidden.size === 0 ? sumOf(folded.map(({ previous }) => previous)) : null,
  };
}

function foldedRows(insight: ReportedInsight, rows: readonly ResultsRow[], previous: number | null): FoldedRows {
  if (rows.length < LEAST || !isAdditive(insight)) {
    return { rows: rows.length, value: null, share: null, previous: null };
  }
  const shares = rows.map(({ share }) => share);
  const share = shares.includes(null) ? null : sumOf(shares);
  return { rows: rows.length, value: sumOf(rows.map(({ value }) => value)), share, previous };
}

function isAdditive({ query, metric }: ReportedInsight): boolean {
  return metric !== null && aggregationKind(aggregationBehind(query, metric)) === 'additive';
}
