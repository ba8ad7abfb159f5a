// Writes dates, moments and periods as a locale does: `Nov 9 – 15, 2026`. Pure.
import { getOrAdd } from '../../../text/get-or-add.ts';
import { MS_PER_DAY } from '../../../tql/time/interval.ts';

export type DateOptions = Intl.DateTimeFormatOptions;

export const DAY: DateOptions = { year: 'numeric', month: 'short', day: 'numeric' };
export const CLOCK: DateOptions = { hour: 'numeric', minute: '2-digit' };
const MINUTE: DateOptions = { ...DAY, ...CLOCK };
const WHOLE_CLOCK: DateOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };

/** A period's dates as a locale writes them, with times of day unless it runs from midnight to midnight. */
export function formatRange(startMs: number, endMs: number, locale: string, timeZone: string): string {
  if (isMidnight(startMs, timeZone) && isMidnight(endMs, timeZone))
    return formatDays(startMs, endMs, locale, timeZone);
  const format = formatter(MINUTE, locale, timeZone);
  return normalizeSpaces(format.formatRange(startMs, Math.max(startMs, endMs)));
}

/** The days of a period, the one in which it ends included, without times of day. */
export function formatDays(startMs: number, endMs: number, locale: string, timeZone: string): string {
  return normalizeSpaces(formatter(DAY, locale, timeZone).formatRange(startMs, Math.max(startMs, endMs - 1)));
}

/** A date as a locale writes it. */
export function formatDay(ms: number, locale: string, timeZone: string): string {
  return writeDate(ms, DAY, locale, timeZone);
}

/** `January 2027`: for a forecast, which knows no day. */
export function formatMonth(ms: number, locale: string): string {
  return writeDate(ms, { year: 'numeric', month: 'long' }, locale, 'UTC');
}

/** A moment, to the minute, as a locale writes it. */
export function formatMoment(ms: number, locale: string, timeZone: string): string {
  return writeDate(ms, MINUTE, locale, timeZone);
}

/** A moment, to the second, as a locale writes it. */
export function formatSecond(ms: number, locale: string, timeZone: string): string {
  return writeDate(ms, { ...MINUTE, second: '2-digit' }, locale, timeZone);
}

/** One of two moments as a locale writes it: its day, or if both are of one day, the minute. */
export function formatDayOrMoment(ms: number, otherMs: number, locale: string, timeZone: string): string {
  const isSameDay = isoDay(ms, timeZone) === isoDay(otherMs, timeZone);
  return isSameDay ? formatMoment(ms, locale, timeZone) : formatDay(ms, locale, timeZone);
}

/**
 * A sentence of ours with its dates, `2026-11-05`, as a locale writes them. What is in quotes is
 * someone's own text.
 */
export function localizeDates(sentence: string, locale: string): string {
  return sentence.replace(/(?<![\w"`-])\d{4}-\d\d-\d\d(?![\w"`:-])/g, (day) => {
    const ms = Date.parse(day);
    return Number.isNaN(ms) ? day : formatDay(ms, locale, 'UTC');
  });
}

/** The calendar date of a moment in a zone, `YYYY-MM-DD`. */
export function isoDay(ms: number, timeZone: string): string {
  if (timeZone === 'UTC') return new Date(ms).toISOString().slice(0, 10);
  return formatter({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE', timeZone).format(ms);
}

/** Whether a moment is midnight in a zone. */
export function isMidnight(ms: number, timeZone: string): boolean {
  if (timeZone === 'UTC') return ms % MS_PER_DAY === 0;
  const clock = formatter(WHOLE_CLOCK, 'en-GB', timeZone);
  return ms % 1000 === 0 && clock.format(ms) === '00:00:00';
}

/** How far a period has come: `so far`, `not begun yet`, or empty if it is over. */
export function formatProgress(
  { start, complete }: { readonly start: string; readonly complete: boolean },
  now: string | number,
): '' | 'so far' | 'not begun yet' {
  if (complete) return '';
  return Date.parse(start) > new Date(now).getTime() ? 'not begun yet' : 'so far';
}

/** A moment as a locale writes it, in the parts that the options name. */
export function writeDate(ms: number, options: DateOptions, locale: string, timeZone: string): string {
  return normalizeSpaces(formatter(options, locale, timeZone).format(ms));
}

/**
 * Makes a date read the same with every version of ICU, and safe in Markdown. A tilde (in Korean ranges)
 * could strike text through. Some versions of ICU put thin spaces into ranges and times of day. After a day's
 * number with a dot (German, Danish, …) comes a no-break space, so that no date begins an ordered list.
 */
function normalizeSpaces(text: string): string {
  return text
    .replaceAll('~', '–')
    .replace(/[\u2009\u202f]/g, ' ')
    .replace(/^(\d{1,9}\.) /, '$1\u00a0');
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatter(options: DateOptions, locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  return getOrAdd(formats, key, () => new Intl.DateTimeFormat(locale, { ...options, timeZone }));
}
