import type { Verdict } from '../results.ts';
import { type Point, trendOf } from './trend.ts';
import { valueText } from './words.ts';

const MS_PER_DAY = 86_400_000;
/** Further ahead a straight line says nothing. */
const HORIZON_MS = 3 * 366 * MS_PER_DAY;

/** Where a value is heading, in a sentence that says what it is: an estimate, by a straight line, with its uncertainty. */
export function trendText(
  points: readonly Point[],
  { limit, unit }: Pick<Verdict, 'limit' | 'unit'>,
  { nowMs, locale }: { readonly nowMs: number; readonly locale: string },
): string {
  const trend = limit === null ? null : trendOf(points, limit);
  if (trend === null || limit === null) return 'Too few values for a trend.';
  const { slope, slopeError, crossing } = trend;
  const line = `straight line over ${trend.points} periods`;
  if (crossing === null || Math.abs(slope) <= slopeError) return `No clear trend (${line}).`;
  const perMonth = valueText(Math.abs(slope) * 30 * MS_PER_DAY, null, unit === 'change' ? 'percent' : unit, locale);
  const moves = `It ${slope > 0 ? 'rises' : 'falls'} by about ${perMonth} in 30 days`;
  const limitText = valueText(limit, null, unit, locale);
  const last = points.at(-1)?.value ?? limit;
  const isBehind = crossing.atMs <= nowMs || (slope > 0 ? last > limit : last < limit);
  if (isBehind) return `${moves}, away from ${limitText} (an estimate: ${line}).`;
  if (crossing.atMs - nowMs > HORIZON_MS)
    return `${moves}, and reaches ${limitText} in years, if ever (an estimate: ${line}).`;
  const days = Math.max(1, Math.round(crossing.errorMs / MS_PER_DAY));
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(crossing.atMs);
  return `${moves}, and crosses ${limitText} around ${when}, ± ${days} ${days === 1 ? 'day' : 'days'} (an estimate: ${line}).`;
}
