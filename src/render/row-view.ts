import type { GoneRow, ReportedInsight, Results, ResultsRow } from '../results.ts';
import { type BucketStyle, bucketUnit, isoDay } from './dates.ts';
import type { GoneView, RowView } from './view.ts';

/** What a row says besides its own values. */
export type RowMore = Partial<Pick<RowView, 'label' | 'soFar' | 'trend' | 'cells'>> & { readonly moved?: null };

/** A row of the results as templates see it. */
export function rowView(row: ResultsRow, insight: ReportedInsight, more: RowMore = {}): RowView {
  const { previous, previousRank } = row;
  // One literal, not spread together: a report may have 100,000 of these.
  return {
    rank: row.rank,
    key: row.key,
    label: more.label === undefined ? rowLabel(row.parts, row.key) : more.label,
    parts: row.parts,
    value: row.value ?? wordOf(insight.metric === null ? null : row.values[insight.metric]),
    share: row.share,
    previous,
    change: shownChange(row.change, row.value, previous),
    difference: row.value === null || previous === null ? null : row.value - previous,
    previousRank,
    moved: more.moved === undefined && previousRank !== null ? previousRank - row.rank : null,
    isNew: row.isNew,
    soFar: more.soFar ?? false,
    trend: more.trend ?? NONE,
    cells: more.cells ?? NONE,
    values: row.values,
  };
}

const NONE: readonly number[] = [];

/** A change as it is said: from nothing to nothing is no change, which the results hold as null like any change against nothing. */
export function shownChange(change: number | null, value: number | null, previous: number | null): number | null {
  return value === 0 && previous === 0 ? 0 : change;
}

/** A row that is there no more. */
export function goneView({ key, parts, previous }: GoneRow): GoneView {
  return { key, label: rowLabel(parts, key), previous };
}

/** A row's key in words: several dimensions joined, a missing or empty one said rather than left out. */
export function rowLabel(parts: readonly (string | null)[], key: string): string | null {
  if (parts.length <= 1) return parts.length === 0 ? key : (parts[0] ?? null);
  return parts
    .map((part) => part ?? 'not set')
    .map((part) => part || 'empty')
    .join(' / ');
}

/** How the buckets of a timeseries are labelled: by their date in the insight's zone. */
export function bucketStyle(insight: ReportedInsight, results: Results, rows: readonly ResultsRow[]): BucketStyle {
  const [first, last] = [rows[0], rows.at(-1)];
  const yearOf = (row: ResultsRow | undefined): string => {
    const ms = Date.parse(row?.key ?? '');
    return Number.isNaN(ms) ? '' : isoDay(ms, insight.timezone).slice(0, 4);
  };
  return {
    unit: bucketUnit(insight.query.granularity),
    withYear: yearOf(first) !== yearOf(last),
    locale: results.locale,
    timeZone: insight.timezone,
  };
}

/** A bucket's key as a label; one that is no moment stays as it is. */
export function bucketLabel(key: string, write: (ms: number) => string): string {
  const ms = Date.parse(key);
  return Number.isNaN(ms) ? key : write(ms);
}

/** Infinities and NaN travel as strings. */
export function wordOf(value: unknown): string | null {
  return value === 'Infinity' || value === '-Infinity' || value === 'NaN' ? value : null;
}
