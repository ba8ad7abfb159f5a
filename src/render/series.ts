import type { Results, ResultsRow } from '../results.ts';

/** The buckets of a timeseries, oldest first, as far as they have begun; `finished` leaves out one that still runs. */
export function seriesRows(
  rows: readonly ResultsRow[],
  { generatedAt }: Pick<Results, 'generatedAt'>,
  isComplete: boolean,
): { readonly known: readonly ResultsRow[]; readonly finished: readonly ResultsRow[] } {
  const known = inTime(upToNow(rows, generatedAt));
  return { known, finished: isComplete ? known : known.slice(0, -1) };
}

/** The buckets with the least and the most, the first of equals; null where fewer than two have a value. */
export function extremes(rows: readonly ResultsRow[]): [lowest: ResultsRow | null, highest: ResultsRow | null] {
  const valued = rows.filter(({ value }) => value !== null);
  if (rows.length < 2) return [null, null];
  const best = (isBetter: (value: number, than: number) => boolean): ResultsRow | null =>
    valued.reduce<ResultsRow | null>(
      (found, row) => (found === null || isBetter(row.value ?? 0, found.value ?? 0) ? row : found),
      null,
    );
  return [best((value, than) => value < than), best((value, than) => value > than)];
}

/** The mean of what is known; null where nothing is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

const TREND_LENGTH = 60;

/** Values in at most as many groups as a line can hold, each the mean of what is known in it. */
export function sample(values: readonly (number | null)[]): (number | null)[] {
  const size = Math.ceil(values.length / TREND_LENGTH);
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, group) =>
    meanOf(values.slice(group * size, (group + 1) * size)),
  );
}

/** A service may answer with the empty buckets of days that have not begun. */
function upToNow(rows: readonly ResultsRow[], generatedAt: string): readonly ResultsRow[] {
  const now = Date.parse(generatedAt);
  return rows.filter((row) => !(Date.parse(row.key) > now));
}

/** Oldest first: a `descending` query is answered the other way round. */
function inTime(rows: readonly ResultsRow[]): readonly ResultsRow[] {
  return rows.toSorted((one, other) => (Date.parse(one.key) || 0) - (Date.parse(other.key) || 0));
}
