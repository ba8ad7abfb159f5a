import type { ResultValue } from '../../tql/result.ts';
import { formatSecond } from '../format/dates.ts';
import { formatChange, numberFormat } from '../format/numbers.ts';
import type { ColumnView, InsightView, RowView } from './insight-types.ts';

/** What a row's name carries: `so far`, `new`, or how many places it went up or down; empty for nothing. */
export function rowMark(row: RowView, { kind }: Pick<InsightView, 'kind'>): string {
  if (row.soFar) return 'so far';
  if (row.isNew) return 'new';
  if (kind !== 'ranking' || row.moved === null || row.moved === 0) return '';
  return row.moved > 0 ? `▲${row.moved}` : `▼${-row.moved}`;
}

/** A row's change in words: `new` for one that was not there, never infinity. */
export function formatRowChange(row: RowView, locale: string): string {
  return row.change === null && (row.isNew || row.previous === 0) && row.value !== 0 && row.value !== null
    ? 'new'
    : formatChange(row.change, locale);
}

/** A part, or nothing where there is no such part (a triangle's empty half). */
export function formatRate(rate: number | null, locale: string): string {
  return rate === null ? '' : numberFormat(locale).percent(rate);
}

/** What a key column shows of a row: one of its dimensions, a bucket's date, a step's name. */
export function keyOf(row: RowView, column: ColumnView): string | null {
  return column.name === null ? row.label : (row.parts[column.index] ?? null);
}

/** The row's value of an output column; null where it has none. An output may be named like what every object inherits. */
export function outputOf(row: RowView, column: ColumnView): ResultValue {
  const name = column.name ?? '';
  return Object.hasOwn(row.values, name) ? (row.values[name] ?? null) : null;
}

/** The moment that an output column shows, in the insight's zone; null for what is none. */
export function timeOf(row: RowView, column: ColumnView, { period }: InsightView, locale: string): string | null {
  const value = outputOf(row, column);
  const ms = typeof value === 'string' && DATED_TEXT.test(value) ? Date.parse(value) : value;
  const isMoment = typeof ms === 'number' && Math.abs(ms) <= LAST_MS;
  return isMoment ? formatSecond(ms, locale, period?.timezone ?? 'UTC') : null;
}

const DATED_TEXT = /^\d{4}-\d\d-\d\dT/;

/** What a date holds at most. */
const LAST_MS = 8.64e15;

/** A number, or one of the words that a number travels as where JSON has none. */
export function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || value === 'Infinity' || value === '-Infinity' || value === 'NaN';
}
