// Writes dates, periods and the buckets of a timeseries as a locale does: `Nov 9 – 15, 2026`, `Mon, Nov 9`.
import { granularityInZone, parseGranularity, PERIODS } from '../../../tql/granularity.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** How long a timeseries' bucket is, in units of the calendar. */
type BucketUnit = (typeof UNITS)[number];

const formats = new Map<string, Intl.DateTimeFormat>();

type Options = Intl.DateTimeFormatOptions;

function cached(options: Options, locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  return getOrAdd(formats, key, () => new Intl.DateTimeFormat(locale, { ...options, timeZone }));
}

function write(ms: number, options: Options, locale: string, timeZone: string): string {
  return normalizeSpaces(cached(options, locale, timeZone).format(ms));
}

const DAY: Options = { year: 'numeric', month: 'short', day: 'numeric' };
const CLOCK: Options = { hour: 'numeric', minute: '2-digit' };
const MINUTE: Options = { ...DAY, ...CLOCK };

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

/** A period's dates as a locale writes them, with times of day unless it runs from midnight to midnight. */
export function formatRange(startMs: number, endMs: number, locale: string, timeZone: string): string {
  if (isMidnight(startMs, timeZone) && isMidnight(endMs, timeZone))
    return formatDays(startMs, endMs, locale, timeZone);
  const format = cached(MINUTE, locale, timeZone);
  return normalizeSpaces(format.formatRange(startMs, Math.max(startMs, endMs)));
}

/** The days of a period, the one in which it ends included, without times of day. */
export function formatDays(startMs: number, endMs: number, locale: string, timeZone: string): string {
  return normalizeSpaces(cached(DAY, locale, timeZone).formatRange(startMs, Math.max(startMs, endMs - 1)));
}

/** A date as a locale writes it. */
export function formatDay(ms: number, locale: string, timeZone: string): string {
  return write(ms, DAY, locale, timeZone);
}

/** `January 2027`: for a forecast, which knows no day. */
export function formatMonth(ms: number, locale: string): string {
  return write(ms, { year: 'numeric', month: 'long' }, locale, 'UTC');
}

const BUCKET_FORMATS: Readonly<Record<Exclude<BucketUnit, 'quarter'>, Options>> = {
  minute: { month: 'short', day: 'numeric', ...CLOCK },
  hour: { month: 'short', day: 'numeric', ...CLOCK },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  week: DAY,
  month: { year: 'numeric', month: 'short' },
  year: { year: 'numeric' },
};

/** A moment, to the minute, as a locale writes it. */
export function formatMoment(ms: number, locale: string, timeZone: string): string {
  return write(ms, MINUTE, locale, timeZone);
}

/** A moment, to the second, as a locale writes it. */
export function formatSecond(ms: number, locale: string, timeZone: string): string {
  return write(ms, { ...MINUTE, second: '2-digit' }, locale, timeZone);
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

/** How buckets are labelled: their unit (null if unknown), and whether their labels need a year. */
export interface BucketStyle {
  readonly unit: BucketUnit | null;
  readonly withYear: boolean;
  readonly locale: string;
  readonly timeZone: string;
}

/** The label of the bucket that starts at `ms`: `Mon, Nov 9`, `Nov 2026`, `Q4 2026`. */
export function formatBucket(ms: number, { unit, withYear, locale, timeZone }: BucketStyle): string {
  if (unit === 'quarter') return formatQuarter(ms, timeZone);
  const shownUnit = unit ?? (isMidnight(ms, timeZone) ? 'day' : 'minute');
  const options = BUCKET_FORMATS[shownUnit];
  return write(ms, withYear ? { ...options, year: 'numeric' } : options, locale, timeZone);
}

/** The calendar date of a moment in a zone, `YYYY-MM-DD`. */
export function isoDay(ms: number, timeZone: string): string {
  if (timeZone === 'UTC') return new Date(ms).toISOString().slice(0, 10);
  return cached({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE', timeZone).format(ms);
}

/**
 * A bucket's label on the axis of a diagram of `count` buckets, as short as is still clear: `Mon`, `Nov 9`,
 * `3:00 PM`.
 */
export function formatTick(ms: number, style: BucketStyle, count: number): string {
  if (style.unit === 'hour' && count <= 24) return write(ms, CLOCK, style.locale, style.timeZone);
  if (style.unit !== 'day') return formatBucket(ms, style);
  const options: Options =
    count <= 7
      ? { weekday: 'short' }
      : { month: 'short', day: 'numeric', ...(style.withYear ? { year: '2-digit' } : {}) };
  return write(ms, options, style.locale, style.timeZone);
}

function formatQuarter(ms: number, timeZone: string): string {
  const [year = '', month = '1'] = isoDay(ms, timeZone).split('-');
  return `Q${Math.ceil(Number(month) / 3)} ${year}`;
}

const WHOLE_CLOCK: Options = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };

/** Whether a moment is midnight in a zone. */
export function isMidnight(ms: number, timeZone: string): boolean {
  if (timeZone === 'UTC') return ms % 86_400_000 === 0;
  const clock = cached(WHOLE_CLOCK, 'en-GB', timeZone);
  return ms % 1000 === 0 && clock.format(ms) === '00:00:00';
}

/**
 * The unit of a query's granularity, written as `day` or as `{"type": "period", "period": "P1D"}`; null for
 * any other granularity.
 */
export function bucketUnit(granularity: unknown): BucketUnit | null {
  const parsed = parseGranularity(granularity);
  const name = typeof parsed === 'object' && parsed?.type === 'period' ? parsed.period.toUpperCase() : parsed;
  return UNITS.find((unit) => name === unit || name === PERIODS[unit]) ?? null;
}

/**
 * The unit to which a bucket's label is written, where `bucketUnit` is the bucket's own length: a bucket of
 * six hours has none, and is labelled to the minute, even one that begins at midnight.
 */
export function labelUnit(value: unknown): BucketUnit | null {
  const parsed = parseGranularity(value);
  const granularity = parsed && granularityInZone(parsed, 'UTC');
  const isShort =
    typeof granularity === 'object' && granularity?.type === 'period' && /^PT/.test(granularity.period);
  return bucketUnit(value) ?? (isShort ? 'minute' : null);
}

/** How far a period has come: `so far`, `not begun yet`, or empty if it is over. */
export function formatProgress(
  { start, complete }: { readonly start: string; readonly complete: boolean },
  now: string | number,
): '' | 'so far' | 'not begun yet' {
  if (complete) return '';
  return Date.parse(start) > new Date(now).getTime() ? 'not begun yet' : 'so far';
}
