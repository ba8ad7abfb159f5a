import type { Verdict } from '../../results.ts';
import { fitTrend, type TimedValue } from './forecast.ts';

/** A verdict in one line: `os: share("iOS 15") < 2%: passed, 1.87% (233 of 12,450)`. An id is no name: there the title stands. */
export function verdictMessage(verdict: Omit<Verdict, 'message'>, title: string): string {
  const { insight, assert, outcome, note, snoozedUntil, snoozeEnded, valueText: value, sampleText: sample } = verdict;
  const name = ID.test(insight) ? title : insight;
  const numbers = value === null ? null : `${value}${sample === null ? '' : ` (${sample})`}`;
  const snooze =
    snoozedUntil !== null
      ? `snoozed until ${snoozedUntil}`
      : snoozeEnded !== null
        ? `its snooze ended on ${snoozeEnded}`
        : null;
  const parts = [numbers, note, snooze].filter((part) => part !== null);
  const start = `${name}: ${assert.replace(/\s+/g, ' ').trim()}: ${outcome}`;
  return parts.length === 0 ? start : `${start}, ${parts.join('; ')}`;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A verdict's numbers as they are written. */
export function formatNumbers(
  { value, limit, unit, sample }: Pick<Verdict, 'value' | 'limit' | 'unit' | 'sample'>,
  locale: string,
): Pick<Verdict, 'valueText' | 'sampleText'> {
  return {
    valueText: value === null ? null : formatValue(value, limit, unit, locale),
    sampleText: sample === null ? null : formatSample(sample, value, unit, locale),
  };
}

function formatSample(
  { count, of }: NonNullable<Verdict['sample']>,
  value: number | null,
  unit: Verdict['unit'],
  locale: string,
): string | null {
  if (of === null) return null;
  if (count === null || (unit === 'number' && count === value))
    return of === value ? null : `of ${formatCount(of, locale)}`;
  return `${formatCount(count, locale)} of ${formatCount(of, locale)}`;
}

const MAX_DIGITS = 12;

/** A value as a message writes it: with as many digits as tell it from its limit. */
export function formatValue(value: number, limit: number | null, unit: Verdict['unit'], locale: string): string {
  for (let digits = 2; digits < MAX_DIGITS; digits += 2) {
    const text = formatNumber(value, unit, locale, digits);
    if (limit === null || value === limit || text !== formatNumber(limit, unit, locale, digits)) return text;
  }
  return formatNumber(value, unit, locale, MAX_DIGITS);
}

/** A count as a message writes it. */
export function formatCount(count: number, locale: string): string {
  return formatNumber(count, 'number', locale, 2);
}

function formatNumber(value: number, unit: Verdict['unit'], locale: string, digits: number): string {
  const isSmall = Math.abs(unit === 'number' ? value : value * 100) < 1;
  const options: Intl.NumberFormatOptions = {
    style: unit === 'number' ? 'decimal' : 'percent',
    ...(unit === 'change' ? { signDisplay: 'exceptZero' } : {}),
    ...(isSmall ? { maximumSignificantDigits: digits } : { maximumFractionDigits: digits }),
  };
  return new Intl.NumberFormat(locale, options).format(value === 0 ? 0 : value);
}

const MS_PER_DAY = 86_400_000;
/** Further ahead a straight line says nothing. */
const HORIZON_MS = 3 * 366 * MS_PER_DAY;

/** Where a value is heading, in a sentence that says what it is: an estimate, by a straight line, with its uncertainty. */
export function forecastText(
  points: readonly TimedValue[],
  { limit, unit }: Pick<Verdict, 'limit' | 'unit'>,
  { nowMs, locale }: { readonly nowMs: number; readonly locale: string },
): string {
  const trend = limit === null ? null : fitTrend(points, limit);
  if (trend === null || limit === null) return 'Too few values for a trend.';
  const { slope, slopeError, crossing } = trend;
  const line = `straight line over ${trend.points} periods`;
  if (crossing === null || Math.abs(slope) <= slopeError) return `No clear trend (${line}).`;
  const perMonth = formatValue(Math.abs(slope) * 30 * MS_PER_DAY, null, unit === 'change' ? 'percent' : unit, locale);
  const moves = `It ${slope > 0 ? 'rises' : 'falls'} by about ${perMonth} in 30 days`;
  const limitText = formatValue(limit, null, unit, locale);
  const last = points.at(-1)?.value ?? limit;
  const isBehind = crossing.atMs <= nowMs || (slope > 0 ? last > limit : last < limit);
  if (isBehind) return `${moves}, away from ${limitText} (an estimate: ${line}).`;
  if (crossing.atMs - nowMs > HORIZON_MS)
    return `${moves}, and reaches ${limitText} in years, if ever (an estimate: ${line}).`;
  const days = Math.max(1, Math.round(crossing.errorMs / MS_PER_DAY));
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(crossing.atMs);
  return `${moves}, and crosses ${limitText} around ${when}, ± ${days} ${days === 1 ? 'day' : 'days'} (an estimate: ${line}).`;
}
