import type { ResultValue } from '../../tql/result.ts';
import { formatSecond } from '../format/dates.ts';
import { formatChange, numberFormat } from '../format/numbers.ts';
import type { InsightView } from './insight-types.ts';
import type { ColumnView, RowView } from './table-types.ts';

/** The mark beside a row's name: `so far`, `new`, or the places gained or lost (`▲2`); empty for none. */
export function rowMark(row: RowView, { kind }: Pick<InsightView, 'kind'>): string {
  if (row.soFar) return 'so far';
  if (row.isNew) return 'new';
  if (kind !== 'ranking' || row.moved === null || row.moved === 0) return '';
  return row.moved > 0 ? `▲${row.moved}` : `▼${-row.moved}`;
}

/** A row's formatted change: `new` if it was 0 or missing before, never infinity. */
export function formatRowChange(row: RowView, locale: string): string {
  return row.change === null && (row.isNew || row.previous === 0) && row.value !== 0 && row.value !== null
    ? 'new'
    : formatChange(row.change, locale);
}

/** A rate as a percentage; empty for null, as in the empty half of a triangle. */
export function formatRate(rate: number | null, locale: string): string {
  return rate === null ? '' : numberFormat(locale).percent(rate);
}

/** The text of a key column: the value of a dimension, the date of a bucket, the name of a step. */
export function keyOf(row: RowView, column: ColumnView): string | null {
  return column.name === null ? row.label : (row.names[column.index] ?? null);
}

/**
 * A row's value of an output column; null if it has none. An output may have the name of an inherited
 * property such as `constructor`.
 */
export function outputOf(row: RowView, column: ColumnView): ResultValue {
  const name = column.name ?? '';
  return Object.hasOwn(row.values, name) ? (row.values[name] ?? null) : null;
}

/** The moment that an output column shows, in the insight's time zone; null if the value is not a moment. */
export function timeOf(
  row: RowView,
  column: ColumnView,
  { period }: InsightView,
  locale: string,
): string | null {
  const value = outputOf(row, column);
  const ms = typeof value === 'string' && DATED_TEXT.test(value) ? Date.parse(value) : value;
  const isMoment = typeof ms === 'number' && Math.abs(ms) <= LAST_MS;
  return isMoment ? formatSecond(ms, locale, period?.timezone ?? 'UTC') : null;
}

const DATED_TEXT = /^\d{4}-\d\d-\d\dT/;

/** The latest moment that a `Date` can hold. */
const LAST_MS = 8.64e15;

/** Whether a value is a number, or one of the words for the numbers that JSON cannot hold. */
export function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || value === 'Infinity' || value === '-Infinity' || value === 'NaN';
}
