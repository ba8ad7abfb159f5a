// Measures a time in the largest calendar unit that divides it: Monday to Monday is a week. Pure.
import { plural } from '../../../text/plural.ts';
import { MS_PER_DAY } from '../../../tql/time/interval.ts';
import { isMidnight, isoDay } from '../format/dates.ts';

/** A length of time in the largest calendar unit that divides it. */
export interface Span {
  readonly count: number;
  readonly unit: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
}

export const HOUR_MS = 3_600_000;

/**
 * The calendar length between two moments in a time zone: Monday to Monday is a week, Jan 1 to Apr 1 a
 * quarter.
 */
export function computeSpan(startMs: number, endMs: number, timeZone: string): Span {
  if (!isMidnight(startMs, timeZone) || !isMidnight(endMs, timeZone))
    return { count: Math.round((endMs - startMs) / HOUR_MS), unit: 'hour' };
  const [start, end] = [isoDay(startMs, timeZone), isoDay(endMs, timeZone)];
  if (start.endsWith('-01') && end.endsWith('-01')) return monthSpan(monthOf(start), monthOf(end));
  const days = daysBetween(start, end);
  const isMonday = new Date(start).getUTCDay() === 1;
  return days % 7 === 0 && isMonday ? { count: days / 7, unit: 'week' } : { count: days, unit: 'day' };
}

function monthSpan(start: number, end: number): Span {
  const months = end - start;
  if (start % 12 === 0 && months % 12 === 0) return { count: months / 12, unit: 'year' };
  if (start % 3 === 0 && months % 3 === 0) return { count: months / 3, unit: 'quarter' };
  return { count: months, unit: 'month' };
}

/** Months since the year 0. */
function monthOf(day: string): number {
  const [year = '', month = ''] = day.split('-');
  return Number(year) * 12 + Number(month) - 1;
}

/** The days between two calendar dates, `YYYY-MM-DD`. */
export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / MS_PER_DAY);
}

/** A length for a sentence: `week`, `30 days`. */
export function formatSpan({ count, unit }: Span): string {
  return count === 1 ? unit : `${count} ${plural(unit, count)}`;
}
