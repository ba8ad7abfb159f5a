import { begunRows } from '../compare/rows.ts';
import type { ReportedInsight, Results, ResultsRow } from '../results.ts';
import { bucketUnit, type BucketUnit, isoDay } from './dates.ts';

/** The buckets of a timeseries, oldest first, as far as they have begun; `finished` leaves out those that are no whole ones. */
export function seriesRows(
  insight: Pick<ReportedInsight, 'rows' | 'interval' | 'query' | 'timezone'>,
  { generatedAt }: Pick<Results, 'generatedAt'>,
): { readonly known: readonly ResultsRow[]; readonly finished: readonly ResultsRow[] } {
  const known = inTime(begunRows(insight.rows, Date.parse(generatedAt)));
  const over = insight.interval.complete ? known : known.slice(0, -1);
  return { known, finished: over.filter((row) => !isCut(row, insight)) };
}

/** Whether the period's beginning or end lies within a bucket: a week of three days would pass for the lowest of all. */
function isCut(
  { key }: ResultsRow,
  { interval, query, timezone }: Pick<ReportedInsight, 'interval' | 'query' | 'timezone'>,
): boolean {
  const [startMs, endMs] = [Date.parse(key), Date.parse(interval.end)];
  const length = LENGTHS.get(bucketUnit(query.granularity));
  if (startMs < Date.parse(interval.start)) return true;
  // No calendar is asked about one that is over long before the end.
  if (length === undefined || !(endMs - startMs < (length.months * 31 + length.days + 1) * DAY_MS)) return false;
  const [year = 0, month = 1, day = 1] = isoDay(startMs, timezone).split('-').map(Number);
  const next = Date.UTC(year, month - 1 + length.months, day + length.days);
  // A service may say an end as its last second.
  return Date.parse(isoDay(endMs + 1000, timezone)) < next;
}

const DAY_MS = 86_400_000;

/** The units that may be longer than what a period leaves of them. */
const LENGTHS: ReadonlyMap<BucketUnit | null, { readonly months: number; readonly days: number }> = new Map([
  ['day', { months: 0, days: 1 }],
  ['week', { months: 0, days: 7 }],
  ['month', { months: 1, days: 0 }],
  ['quarter', { months: 3, days: 0 }],
  ['year', { months: 12, days: 0 }],
]);

/** The buckets with the least and the most, the first of equals; null where there are fewer than two, or all are the same. */
export function extremes(rows: readonly ResultsRow[]): [lowest: ResultsRow | null, highest: ResultsRow | null] {
  const valued = rows.filter(({ value }) => value !== null);
  if (rows.length < 2) return [null, null];
  const best = (isBetter: (value: number, than: number) => boolean): ResultsRow | null =>
    valued.reduce<ResultsRow | null>(
      (found, row) => (found === null || isBetter(row.value ?? 0, found.value ?? 0) ? row : found),
      null,
    );
  const [lowest, highest] = [best((value, than) => value < than), best((value, than) => value > than)];
  return lowest?.value === highest?.value ? [null, null] : [lowest, highest];
}

/** The mean of what is known; null where nothing is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

const TREND_LENGTH = 60;

/** Values in at most as many groups as a line can hold, each the mean of what is known in it; of all in it where `isPartial`. */
export function sample(values: readonly (number | null)[], isPartial = false): (number | null)[] {
  const size = Math.ceil(values.length / TREND_LENGTH);
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
    const group = values.slice(index * size, (index + 1) * size);
    return isPartial && group.includes(null) ? null : meanOf(group);
  });
}

/** Oldest first: a `descending` query is answered the other way round. */
function inTime(rows: readonly ResultsRow[]): readonly ResultsRow[] {
  return rows.toSorted((one, other) => (Date.parse(one.key) || 0) - (Date.parse(other.key) || 0));
}
