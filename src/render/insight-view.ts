import type { FailedInsight, InsightResult, ReportedInsight, Results, ResultsRow } from '../results.ts';
import { bucketUnit, formatBucket, formatRange, isoDay } from './dates.ts';
import { queryText } from './query-text.ts';
import type { ColumnView, InsightView, PeriodView, RowView } from './view.ts';

/** The view of one insight, reported or failed. */
export function buildInsightView(insight: InsightResult, results: Results): InsightView {
  return insight.status === 'ok' ? reportedView(insight, results) : failedView(insight);
}

const LEADERS = 3;

function reportedView(insight: ReportedInsight, results: Results): InsightView {
  const series = insight.queryType === 'timeseries';
  const known = series ? inTime(upToNow(insight.rows, results.generatedAt)) : insight.rows;
  // A ranking shows its first rows, a timeseries its latest.
  const from = series ? Math.max(0, known.length - insight.top) : 0;
  const toRow = series
    ? bucketViewer(insight, results, known)
    : (row: ResultsRow) => rowView(row, insight, rowLabel(row));
  const rows = known.slice(from, from + insight.top).map(toRow);
  const finished = series && !insight.interval.complete ? known.slice(0, -1) : known;
  const [lowest, highest] = series && finished.length > 1 ? extremes(finished) : [null, null];
  const leaders = series || insight.metric === null ? [] : rows.slice(0, LEADERS);
  return {
    name: insight.name,
    id: insight.id,
    title: insight.title,
    ok: true,
    error: null,
    queryType: insight.queryType,
    series,
    metric: insight.metric,
    unit: insight.unit,
    counted: insight.unit === 'other' ? 'rows' : insight.unit,
    total: insight.total,
    previousTotal: insight.previousTotal,
    period: periodView(insight, results),
    samePeriod: false,
    columns: columnsOf(insight, rows, series),
    rows,
    leaders,
    others: known.length - leaders.length,
    largest: largestOf(rows),
    rowCount: known.length,
    rowWord: rowWord(insight, series, known.length),
    hidden: known.length - rows.length,
    cutOff: insight.cutOff,
    trend: series ? sample(finished.map((row) => row.value)) : [],
    highest: highest && toRow(highest),
    lowest: lowest && toRow(lowest),
    notes: insight.notes,
    durationMs: insight.durationMs,
    query: queryText(insight.query),
  };
}

function failedView(insight: FailedInsight): InsightView {
  return {
    ...{ name: insight.name, id: insight.id, title: insight.title, ok: false, error: insight.error },
    ...{
      queryType: null,
      series: false,
      metric: null,
      unit: 'other',
      counted: 'rows',
      total: null,
      previousTotal: null,
    },
    ...{
      period: null,
      samePeriod: false,
      columns: [],
      rows: [],
      leaders: [],
      others: 0,
      largest: null,
      rowCount: 0,
      rowWord: 'rows',
      hidden: 0,
    },
    ...{ cutOff: false, trend: [], highest: null, lowest: null, notes: [], durationMs: null, query: null },
  };
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

function rowView(row: ResultsRow, insight: ReportedInsight, label: string | null, soFar = false): RowView {
  return {
    rank: row.rank,
    key: row.key,
    label,
    parts: row.parts,
    value: row.value ?? wordOf(insight.metric === null ? null : row.values[insight.metric]),
    share: row.share,
    previous: row.previous,
    change: row.change,
    previousRank: row.previousRank,
    soFar,
    values: row.values,
  };
}

/** Rows of a timeseries are labelled by their bucket's date in the insight's zone; the last bucket may be unfinished. */
function bucketViewer(
  insight: ReportedInsight,
  results: Results,
  rows: readonly ResultsRow[],
): (row: ResultsRow) => RowView {
  const [first, last] = [rows[0], rows.at(-1)];
  const yearOf = (row: ResultsRow | undefined): string => {
    const ms = Date.parse(row?.key ?? '');
    return Number.isNaN(ms) ? '' : isoDay(ms, insight.timezone).slice(0, 4);
  };
  const style = {
    unit: bucketUnit(insight.query.granularity),
    withYear: yearOf(first) !== yearOf(last),
    locale: results.locale,
    timeZone: insight.timezone,
  };
  return (row) => {
    const ms = Date.parse(row.key);
    const label = Number.isNaN(ms) ? row.key : formatBucket(ms, style);
    return rowView(row, insight, label, row === last && !insight.interval.complete);
  };
}

/** A row's key in words: several dimensions joined, a missing one said rather than written as `null`. */
function rowLabel(row: ResultsRow): string | null {
  if (row.parts.length <= 1) return row.parts.length === 0 ? row.key : (row.parts[0] ?? null);
  return row.parts.map((part) => part ?? 'not set').join(' / ');
}

/** Infinities and NaN travel as strings. */
function wordOf(value: unknown): string | null {
  return value === 'Infinity' || value === '-Infinity' || value === 'NaN' ? value : null;
}

function extremes(rows: readonly ResultsRow[]): [ResultsRow | null, ResultsRow | null] {
  let lowest: (ResultsRow & { value: number }) | null = null;
  let highest: (ResultsRow & { value: number }) | null = null;
  for (const row of rows) {
    const { value } = row;
    if (value === null) continue;
    if (lowest === null || value < lowest.value) lowest = { ...row, value };
    if (highest === null || value > highest.value) highest = { ...row, value };
  }
  return [lowest, highest];
}

const TREND_LENGTH = 60;

/** Values in at most as many groups as a line can hold, each the mean of what is known in it. */
function sample(values: readonly (number | null)[]): (number | null)[] {
  const size = Math.ceil(values.length / TREND_LENGTH);
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, group) => {
    const known = values.slice(group * size, (group + 1) * size).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

function largestOf(rows: readonly RowView[]): number | null {
  let largest = 0;
  for (const { value } of rows) if (typeof value === 'number' && Math.abs(value) > largest) largest = Math.abs(value);
  return largest > 0 ? largest : null;
}

function columnsOf(insight: ReportedInsight, rows: readonly RowView[], series: boolean): ColumnView[] {
  const columns: ColumnView[] = [];
  const add = (kind: ColumnView['kind'], name: string | null, title: string, index = 0): void => {
    const isText = kind === 'key' || kind === 'bar' || (kind === 'output' && holdsText(rows, title));
    columns.push({ kind, name, title, align: isText ? 'left' : 'right', index });
  };
  const keys = insight.dimensions;
  if (!series && insight.metric !== null && keys.length > 0) add('rank', null, '#');
  if (series) add('key', null, bucketTitle(insight));
  else if (keys.length === 0 && insight.metric !== null) add('key', null, insight.queryType === 'funnel' ? 'Step' : '');
  else for (const [index, name] of keys.entries()) add('key', name, name, index);
  if (insight.metric !== null) add('metric', insight.metric, metricTitle(insight));
  if (!series && rows.some((row) => row.share !== null)) add('share', null, 'Share');
  if (rows.length > 1 && rows.some((row) => typeof row.value === 'number' && row.value !== 0)) add('bar', null, '');
  for (const name of insight.outputs) {
    if (name !== insight.metric && !keys.includes(name)) add('output', name, name);
  }
  return columns;
}

function holdsText(rows: readonly RowView[], name: string): boolean {
  return rows.some(
    ({ values }) => Object.hasOwn(values, name) && typeof values[name] === 'string' && wordOf(values[name]) === null,
  );
}

/** What the metric counts, in a word; the output's own name where that is not known. */
function metricTitle(insight: ReportedInsight): string {
  if (insight.unit === 'events') return 'Events';
  if (insight.unit === 'users') return 'Users';
  return insight.metric ?? '';
}

function rowWord(insight: ReportedInsight, series: boolean, count: number): string {
  const one = series ? (bucketUnit(insight.query.granularity) ?? 'row') : 'row';
  return count === 1 ? one : `${one}s`;
}

function bucketTitle(insight: ReportedInsight): string {
  const unit = bucketUnit(insight.query.granularity);
  return unit === null ? 'Time' : unit.charAt(0).toUpperCase() + unit.slice(1);
}

function periodView(insight: ReportedInsight, results: Results): PeriodView {
  const { label, start, end, complete } = insight.interval;
  const zone = insight.timezone;
  const dates = formatRange(Date.parse(start), Date.parse(end), results.locale, zone);
  const soFar = complete ? '' : endsToday(insight, results) ? 'today so far' : 'so far';
  const text = `${dates} (${zone})${soFar === '' ? '' : `, ${soFar}`}`;
  return { label, start, end, complete, timezone: zone, dates, soFar, text };
}

function endsToday(insight: ReportedInsight, results: Results): boolean {
  const last = Date.parse(insight.interval.end) - 1;
  return isoDay(last, insight.timezone) === isoDay(Date.parse(results.generatedAt), insight.timezone);
}
