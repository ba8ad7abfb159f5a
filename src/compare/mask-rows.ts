import type { ReportedInsight, ResultsRow } from '../results.ts';
import { aggregationKind } from '../tables/aggregation-kind.ts';
import { aggregationBehind } from '../tables/outputs.ts';
import { groupSize, withoutSmallCounts } from './group-size.ts';
import { smallOnes, unlessSmall, withoutSmall } from './hide.ts';

/** Rows that keep their places and lose the values that speak of groups smaller than a size. A note says of how many. */
export function maskRows(insight: ReportedInsight, size: number): ReportedInsight {
  const { rows, query, metric, queryType } = insight;
  // Only what adds up can be told from the others and their total; steps and cohorts do not.
  const areParts = queryType === 'timeseries' || queryType === 'groupBy';
  const isCovered = !areParts || metric === null || aggregationKind(aggregationBehind(query, metric)) !== 'additive';
  const hidden = queryType === 'experiment' ? ofExperiment(rows, size) : smallOnes(sizesOf(insight), size, isCovered);
  const before = smallOnes(
    rows.map(({ previous }) => previous),
    size,
    isCovered,
  );
  const histories = withoutSmall(
    rows.map(({ history }) => history),
    size,
    () => isCovered,
  );
  const masked = rows.map((row, i) => {
    const shown = { ...row, values: withoutSmallCounts(insight, row.values, size), history: histories[i] ?? [] };
    const now = hidden.has(i) ? withoutValue(shown) : shown;
    return before.has(i) ? { ...now, previous: null, change: null, previousRank: null } : now;
  });
  return {
    ...insight,
    rows: masked,
    total: unlessSmall(insight.total, size),
    previousTotal: unlessSmall(insight.previousTotal, size),
    totalHistory: insight.totalHistory.map((value) => unlessSmall(value, size)),
    notes: hidden.size === 0 ? insight.notes : [...insight.notes, maskedNote(hidden.size, size)],
  };
}

function sizesOf(insight: ReportedInsight): (number | null)[] {
  return insight.rows.map((row) => groupSize(insight, row));
}

const COUNTED = /^(?:cohort_[12](?:_success)?|success|users)$/;

/** The counts that are small, and what is computed from counts if one of them is. */
function ofExperiment(rows: readonly ResultsRow[], size: number): ReadonlySet<number> {
  const isCount = ({ parts }: ResultsRow): boolean => COUNTED.test(parts.at(-1) ?? '');
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
