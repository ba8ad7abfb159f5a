import { Temporal } from 'temporal-polyfill';
import { parseInstant } from '../tql/interval.ts';
import type { IntervalSpec } from './request.ts';

/**
 * Reads `start/end`, the end not included. A date alone begins at midnight in `timeZone`, as the report's days do; a
 * date-time names its zone. A text says why it is no interval.
 */
export function parseAbsolute(text: string, timeZone: string): IntervalSpec | string {
  const sides = text.split('/').map((side) => side.trim());
  const [start, end] = sides;
  if (start === undefined || end === undefined || sides.length !== 2)
    return 'which is not two dates with a / between them';
  const startMs = parseSide(start, timeZone);
  if (typeof startMs === 'string') return startMs;
  const endMs = parseSide(end, timeZone);
  if (typeof endMs === 'string') return endMs;
  if (endMs < startMs) return 'which ends before it begins';
  if (endMs === startMs) return 'which is empty: it ends where it begins, as the end is not included';
  const byDay = DATE.test(start) && DATE.test(end);
  return { kind: 'absolute', label: `${start}/${end}`, range: { startMs, endMs }, byDay };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ZONELESS = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/i;
const FIRST_YEAR = '1970';

function parseSide(side: string, timeZone: string): number | string {
  if (ZONELESS.test(side)) return `in which ${side} has no zone (add Z or an offset such as +02:00)`;
  const epochMs = DATE.test(side) ? startOfDate(side, timeZone) : parseInstant(side.toUpperCase());
  if (epochMs === null) return `in which ${side === '' ? 'one side' : side} is no date or date-time`;
  return side < FIRST_YEAR ? `in which ${side} lies before 1970` : epochMs;
}

function startOfDate(date: string, timeZone: string): number | null {
  if (parseInstant(date) === null) return null;
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds;
}
