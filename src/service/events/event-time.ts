// Reads the time of an event in the forms in which programs write it: `2026-10-05T08:12:33.5Z`, `1790000000`.
// Imports of large files read times in SQL, with the patterns of this file.
import { parseTimestamp } from '../../tql/literals.ts';

/**
 * A date, a time with or without seconds, and a zone, in the forms in which programs write them:
 * `2026-10-05T08:12:33.5Z`, `2026-10-05 08:12 UTC`, `2026-10-05 08:12:33+02`.
 */
export const TIME_PATTERN = String.raw`^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:[.,]\d+)?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$`;
const TIME = new RegExp(TIME_PATTERN, 'i');

/** A time as a number in text: `1790000000`, `1.79e9`. */
export const EPOCH_PATTERN = String.raw`\d{9,20}(\.\d+)?|\d(\.\d+)?[eE]\+?\d\d?`;
const EPOCH = new RegExp(`^(${EPOCH_PATTERN})$`);

/** A text as epoch milliseconds; null if it is no time, or names no zone. */
export function timeOfText(text: string): number | null {
  if (EPOCH.test(text)) return epochMs(Number(text));
  const [, date, minutes = '00:00', seconds = ':00', zone = ''] = TIME.exec(text.trim()) ?? [];
  if (date === undefined || zone === '') return null;
  return parseTimestamp(`${date}T${minutes}${seconds.replace(',', '.')}${offsetOf(zone)}`);
}

/** Whether a text is a time that only lacks a zone. */
export function hasNoZone(timestamp: unknown): boolean {
  const [, date, , , zone] = (typeof timestamp === 'string' ? TIME.exec(timestamp.trim()) : null) ?? [];
  return date !== undefined && zone === undefined;
}

/**
 * A number as a time. Its size tells its unit: below 10¹¹ it counts seconds (10¹¹ s is the year 5138), then
 * milliseconds, microseconds and nanoseconds, each with a thousand times the limit.
 */
export function epochMs(number: number): number | null {
  if (number < 1e11) return Math.round(number * 1e3);
  if (number < 1e14) return Math.floor(number);
  if (number < 1e17) return Math.floor(number / 1e3);
  return number < 1e20 ? Math.floor(number / 1e6) : null;
}

/** `+02`, `+0200`, `+02:00` → `+02:00`; `UTC`, `GMT`, `Z` → `Z`. */
function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'Z';
  const minutes = zone.slice(3).replace(':', '') || '00';
  return `${zone.slice(0, 3)}:${minutes}`;
}
