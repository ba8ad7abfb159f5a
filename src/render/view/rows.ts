import { remainingRows } from '../../compare/remaining-rows.ts';
import type { GoneRow, InsightResult, ReportedInsight, Results, ResultsRow } from '../../results.ts';
import { type BucketStyle, bucketUnit, isoDay } from '../format/dates.ts';
import { numberFormat } from '../format/numbers.ts';
import type { GoneView, InsightView, RestView, RowView } from './insight-types.ts';

/** What a row says besides its own values. */
type RowExtras = Partial<Pick<RowView, 'label' | 'soFar' | 'trend' | 'cells'>> & { readonly moved?: null };

/** A row of the results as templates see it. */
export function buildRowView(row: ResultsRow, insight: ReportedInsight, more: RowExtras = {}): RowView {
  const { previous, previousRank } = row;
  // One literal, not spread together: a report may have 100,000 of these.
  return {
    rank: row.rank,
    key: row.key,
    label: more.label === undefined ? formatRowLabel(row.parts, row.key) : more.label,
    parts: row.parts,
    value: row.value ?? nonFiniteWord(insight.metric === null ? null : row.values[insight.metric]),
    share: row.share,
    previous,
    change: displayedChange(row.change, row.value, previous),
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
export function displayedChange(change: number | null, value: number | null, previous: number | null): number | null {
  return value === 0 && previous === 0 ? 0 : change;
}

/** A row that is there no more. */
export function buildGoneView({ key, parts, previous }: GoneRow): GoneView {
  return { key, label: formatRowLabel(parts, key), previous };
}

/** A row's key in words: several dimensions joined, a missing or empty one said rather than left out. */
export function formatRowLabel(parts: readonly (string | null)[], key: string): string | null {
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
export function formatBucketLabel(key: string, write: (ms: number) => string): string {
  const ms = Date.parse(key);
  return Number.isNaN(ms) ? key : write(ms);
}

/** Infinities and NaN travel as strings. */
export function nonFiniteWord(value: unknown): string | null {
  return value === 'Infinity' || value === '-Infinity' || value === 'NaN' ? value : null;
}

/** How many rows there are, in words too, how many of them are not shown, and the largest value that is. */
export function countRows(
  count: number,
  rows: readonly RowView[],
  word: string,
): Pick<InsightView, 'rowCount' | 'rowWord' | 'hidden' | 'largest'> {
  return {
    rowCount: count,
    rowWord: count === 1 ? word : `${word}s`,
    hidden: count - rows.length,
    largest: findLargest(rows),
  };
}

function findLargest(rows: readonly RowView[]): number | null {
  let largest = 0;
  for (const { value } of rows) if (typeof value === 'number' && Math.abs(value) > largest) largest = Math.abs(value);
  return largest > 0 ? largest : null;
}

/** What an insight's table says beyond `shown` of its rows; null where nothing is. */
export function buildRestView(
  insight: InsightResult | undefined,
  { kind, rowCount }: Pick<InsightView, 'kind' | 'rowCount'>,
  shown: number,
  locale: string,
): RestView | null {
  if (insight?.status !== 'ok') return null;
  const hidden = Math.max(0, rowCount - shown);
  const text = `${numberFormat(locale).number(hidden)} ${kind === 'series' || kind === 'retention' ? 'earlier' : 'more'}`;
  if (kind === 'ranking' || kind === 'list') return rankingRest(insight, shown, locale);
  return hidden > 0 ? { text, value: null, share: null } : null;
}

/** What a ranking says below its first `shown` rows; null where they are all there is. */
function rankingRest(insight: ReportedInsight, shown: number, locale: string): RestView | null {
  const { rows, folded, cutOff, metric } = insight;
  const hidden = Math.max(0, rows.length - shown);
  if (hidden === 0 && folded === null && !cutOff) return null;
  const { value, share } = metric === null ? { value: null, share: null } : remainingRows(insight, shown);
  if (hidden === 0 && folded === null && value === null) {
    return { text: 'more may exist', value, share };
  }
  if (hidden === 0 && folded === null && value === 0) return null;
  const words = restWords(insight, hidden, locale);
  return { text: metric === null ? words : `Other (${words})`, value, share };
}

function restWords({ rows, folded, cutOff }: ReportedInsight, hidden: number, locale: string): string {
  const { number } = numberFormat(locale);
  const parts: string[] = [];
  if (hidden > 0) parts.push(`${number(hidden)} more`);
  if (folded !== null) parts.push(`${number(folded.rows)} small ${folded.rows === 1 ? 'group' : 'groups'}`);
  const words = parts.join(' and ');
  if (!cutOff) return words;
  return words === '' ? `beyond the ${number(rows.length)} asked for` : `at least ${words}`;
}
