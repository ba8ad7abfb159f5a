// Labels the buckets of a timeseries as a locale does: `Mon, Nov 9`, `Q4 2026`. Pure.
import { CLOCK, DAY, isMidnight, isoDay, type DateOptions, writeDate } from './dates.ts';
import { granularityInZone, parseGranularity, PERIODS } from '../../../tql/time/granularity.ts';

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

/** How long a timeseries' bucket is, in units of the calendar. */
type BucketUnit = (typeof UNITS)[number];

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
  return writeDate(ms, withYear ? { ...options, year: 'numeric' } : options, locale, timeZone);
}

/**
 * A bucket's label on the axis of a diagram of `count` buckets, as short as is still clear: `Mon`, `Nov 9`,
 * `3:00 PM`.
 */
export function formatTick(ms: number, style: BucketStyle, count: number): string {
  if (style.unit === 'hour' && count <= 24) return writeDate(ms, CLOCK, style.locale, style.timeZone);
  if (style.unit !== 'day') return formatBucket(ms, style);
  const options: DateOptions =
    count <= 7
      ? { weekday: 'short' }
      : { month: 'short', day: 'numeric', ...(style.withYear ? { year: '2-digit' } : {}) };
  return writeDate(ms, options, style.locale, style.timeZone);
}

const BUCKET_FORMATS: Readonly<Record<Exclude<BucketUnit, 'quarter'>, DateOptions>> = {
  minute: { month: 'short', day: 'numeric', ...CLOCK },
  hour: { month: 'short', day: 'numeric', ...CLOCK },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  week: DAY,
  month: { year: 'numeric', month: 'short' },
  year: { year: 'numeric' },
};

function formatQuarter(ms: number, timeZone: string): string {
  const [year = '', month = '1'] = isoDay(ms, timeZone).split('-');
  return `Q${Math.ceil(Number(month) / 3)} ${year}`;
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
