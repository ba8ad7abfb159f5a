import { isMidnight, isoDay } from './dates.ts';

/** A stretch of time in the largest calendar unit that it is whole of. */
export interface Span {
  readonly count: number;
  readonly unit: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
}

const DAY_MS = 86_400_000;

/** The calendar stretch between two moments in a zone: Monday to Monday is a week, Jan 1 to Apr 1 a quarter. */
export function spanOf(startMs: number, endMs: number, timeZone: string): Span {
  if (!isMidnight(startMs, timeZone) || !isMidnight(endMs, timeZone))
    return { count: Math.round((endMs - startMs) / 3_600_000), unit: 'hour' };
  const [start, end] = [isoDay(startMs, timeZone), isoDay(endMs, timeZone)];
  if (start.endsWith('-01') && end.endsWith('-01')) return inMonths(monthOf(start), monthOf(end));
  const days = daysBetween(start, end);
  const isMonday = new Date(start).getUTCDay() === 1;
  return days % 7 === 0 && isMonday ? { count: days / 7, unit: 'week' } : { count: days, unit: 'day' };
}

/** The days between two calendar dates, `YYYY-MM-DD`. */
export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS);
}

/** `week`, `30 days`. */
export function spanWords({ count, unit }: Span): string {
  return count === 1 ? unit : `${count} ${unit}s`;
}

function inMonths(start: number, end: number): Span {
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
