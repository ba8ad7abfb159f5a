import { getOrAdd } from '../../../text/get-or-add.ts';
import { remainingRows } from '../../compare/remaining-rows.ts';
import type { GoneRow, ReportedInsight, Results, ResultsRow } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { scaleTop } from '../format/chart.ts';
import { type BucketStyle, isoDay, labelUnit } from '../format/dates.ts';
import { numberFormat, subtract } from '../format/numbers.ts';
import { type InsightView, isByTime, type TableKind } from './insight-types.ts';
import type { ColumnView, GoneView, RestView, RowView } from './table-types.ts';
import { appleModelNames } from '../../../text/apple/apple-models.ts';

/** A row of the results as templates see it; `more` is what depends on the kind of its table. */
export function buildRowView(row: ResultsRow, insight: ReportedInsight, more: Partial<RowView>): RowView {
  const names = nameParts(row.parts, insight);
  return {
    ...row,
    label: formatRowLabel(names, row.key),
    names,
    change: displayedChange(row.change, row.value, row.previous),
    difference: subtract(row.value, row.previous),
    moved: null,
    soFar: false,
    marks: [],
    history: [],
    cells: [],
    hidden: row.hidden ?? [],
    ...more,
  };
}

/** A change as it is displayed: 0 from 0 to 0. Results files hold null for every change from 0. */
export function displayedChange(
  change: number | null,
  value: number | null,
  previous: number | null,
): number | null {
  return value === 0 && previous === 0 ? 0 : change;
}

/** A part of a whole, from 0 to 1; null if either is unknown, or if the whole is not positive. */
export function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || !(whole > 0) ? null : part / whole;
}

/** A row that has disappeared, as templates see it. */
export function buildGoneView({ key, parts, previous }: GoneRow, insight: ReportedInsight): GoneView {
  return { key, label: formatRowLabel(nameParts(parts, insight), key), previous };
}

/**
 * A row's key for a reader: the parts of several dimensions joined, `not set` and `empty` for missing and
 * empty ones. Null for a single missing part.
 */
export function formatRowLabel(parts: readonly (string | null)[], key: string): string | null {
  if (parts.length <= 1) return parts.length === 0 ? key : (parts[0] ?? null);
  return parts
    .map((part) => part ?? 'not set')
    .map((part) => part || 'empty')
    .join(' / ');
}

/** How the buckets of a timeseries are labelled: by their dates in the insight's time zone. */
export function bucketStyle(
  insight: ReportedInsight,
  results: Results,
  rows: readonly ResultsRow[],
): BucketStyle {
  const [first, last] = [rows[0], rows.at(-1)];
  const yearOf = (row: ResultsRow | undefined): string => {
    const ms = Date.parse(row?.key ?? '');
    return Number.isNaN(ms) ? '' : isoDay(ms, insight.timezone).slice(0, 4);
  };
  return {
    unit: labelUnit(insight.query.granularity),
    withYear: yearOf(first) !== yearOf(last),
    locale: results.locale,
    timeZone: insight.timezone,
  };
}

/** A bucket's key as a label. A key that is not a date stays as it is. */
export function formatBucketLabel(key: string, write: (ms: number) => string): string {
  const ms = Date.parse(key);
  return Number.isNaN(ms) ? key : write(ms);
}

/** How many of the first values are unknown in every history: those of periods before the first event. */
export function countUnknown(histories: readonly (readonly (number | null)[])[]): number {
  const firsts = histories
    .map((values) => values.findIndex((value) => value !== null))
    .filter((index) => index >= 0);
  return firsts.reduce((least, index) => Math.min(least, index), firsts[0] ?? 0);
}

/** A table that shows some of `count` rows, each of which is called a `word`. */
export function tableOf<Kind extends TableKind>(
  kind: Kind,
  columns: readonly ColumnView[],
  rows: readonly RowView[],
  count: number,
  word: string,
) {
  const sizes = rows.map(({ value }) => Math.abs(value ?? 0));
  const largest = kind === 'series' ? scaleTop(sizes) : Math.max(0, ...sizes);
  return {
    kind,
    columns,
    rows,
    rowCount: count,
    rowWord: plural(word, count),
    largest: largest > 0 ? largest : null,
  };
}

/**
 * The line of an insight's table about the rows that are not shown: `Other (41 more)`, `7 earlier`; null if
 * all are.
 */
export function buildRestView(
  insight: ReportedInsight,
  view: Pick<InsightView, 'kind' | 'rowCount'>,
  shown: number,
  locale: string,
): RestView | null {
  if (view.kind === 'ranking' || view.kind === 'list') return rankingRest(insight, shown, locale);
  const hidden = Math.max(0, view.rowCount - shown);
  const text = `${numberFormat(locale).number(hidden)} ${isByTime(view) ? 'earlier' : 'more'}`;
  return hidden > 0 ? { text, value: null, share: null, fewerThan: null } : null;
}

/**
 * The same of a ranking: the rows not shown, those folded by `min-group-size`, and those that were cut off.
 */
function rankingRest(insight: ReportedInsight, shown: number, locale: string): RestView | null {
  const { rows, folded, cutOff, metric, fewerThan = null } = insight;
  const hidden = Math.max(0, rows.length - shown);
  if (hidden === 0 && folded === null && !cutOff) return null;
  const { value, share } = metric === null ? { value: null, share: null } : remainingRows(insight, shown);
  if (hidden === 0 && folded === null && value === null) {
    return { text: 'more may exist', value, share, fewerThan: null };
  }
  if (hidden === 0 && folded === null && value === 0) return null;
  const words = restWords(insight, hidden, locale);
  const isFew = value === null && hidden === 0 && folded?.hidden !== undefined && !cutOff;
  const text = metric === null ? words : `Other (${words})`;
  return { text, value, share, fewerThan: isFew ? fewerThan : null };
}

function restWords({ rows, folded, cutOff }: ReportedInsight, hidden: number, locale: string): string {
  const { number } = numberFormat(locale);
  const parts: string[] = [];
  if (hidden > 0) parts.push(`${number(hidden)} more`);
  if (folded !== null) parts.push(`${number(folded.rows)} small`);
  const words = parts.join(' and ');
  if (!cutOff) return words;
  return words === '' ? `not in the first ${number(rows.length)}` : `at least ${words}`;
}

type Parts = readonly (string | null)[];
type Table = Pick<ReportedInsight, 'rows' | 'gone'>;

/** The names of Apple's devices in a table, one map from identifiers to names for each dimension. */
type Names = readonly ReadonlyMap<string, string>[];

const namesOfTable = new WeakMap<Table, Names>();

/**
 * The parts of a row's key for a reader: an Apple model identifier as its product name. The same list if it
 * holds none.
 */
function nameParts(parts: Parts, table: Table): Parts {
  const names = getOrAdd(namesOfTable, table, () => findNames(table));
  return names.every(({ size }) => size === 0)
    ? parts
    : parts.map((part, index) => (part === null ? null : (names[index]?.get(part) ?? part)));
}

function findNames({ rows, gone }: Table): Names {
  const count = rows[0]?.parts.length ?? gone[0]?.parts.length ?? 0;
  return Array.from({ length: count }, (_, index) =>
    namesOf([...rows, ...gone].map(({ parts }) => parts[index])),
  );
}

/**
 * The names of those values that are identifiers. If two values would read alike, the identifier stands
 * beside the name.
 */
function namesOf(values: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const models = appleModelNames();
  const [names, readings] = [new Map<string, string>(), new Map<string, number>()];
  for (const value of new Set(values)) {
    if (value == null) continue;
    const name = models.get(value);
    if (name !== undefined) names.set(value, name);
    readings.set(name ?? value, (readings.get(name ?? value) ?? 0) + 1);
  }
  for (const [value, name] of names)
    if ((readings.get(name) ?? 0) > 1) names.set(value, `${name} (${value})`);
  return names;
}
