// Writes the numbers of gates and releases: `2.003%` for a value next to a limit of 2%, `< 10` for a hidden
// count, `-12% to +35%` for an interval. `verdict/` and the outputs call it. Pure.
import type { Verdict } from '../../results/results.ts';
import { withUnit } from './values.ts';
import { makeVisible } from '../../../text/visible.ts';
import { isFew } from '../../../text/few.ts';
import { formatDay } from './dates.ts';
import { numberFormat } from './numbers.ts';

/** More digits would show the rounding of doubles. */
const MAX_DIGITS = 12;

/**
 * The value of a gate with as many digits as distinguish it from its limit: `2.003%` next to a limit of 2%. A
 * share of nearly all never reads `100%`, and one of nearly none never `0%`.
 */
export function formatVerdictValue(
  value: number,
  limit: number | null,
  unit: Verdict['unit'],
  locale: string,
): string {
  const apart = [...(limit === null ? [] : [limit]), ...(unit === 'percent' ? [0, 1] : [])];
  for (let digits = 2; digits < MAX_DIGITS; digits += 2) {
    const text = formatDigits(value, unit, locale, digits);
    const isClear = (other: number) => value === other || text !== formatDigits(other, unit, locale, digits);
    if (apart.every(isClear)) return text;
  }
  return formatDigits(value, unit, locale, MAX_DIGITS);
}

/** A limit with all digits that its author wrote: `2.25%`. */
export function formatLimit(limit: number, unit: Verdict['unit'], locale: string): string {
  return formatDigits(limit, unit, locale, MAX_DIGITS);
}

/** A count in a message; `< 10` if it is below the smallest that is shown. */
export function formatCount(count: number, locale: string, fewerThan = 0): string {
  const isHidden = isFew(count, fewerThan);
  return `${isHidden ? '< ' : ''}${numberFormat(locale).number(isHidden ? fewerThan : count)}`;
}

function formatDigits(value: number, unit: Verdict['unit'], locale: string, digits: number): string {
  const isSmall = Math.abs(unit === 'number' ? value : value * 100) < 1;
  const options: Intl.NumberFormatOptions = {
    style: unit === 'number' ? 'decimal' : 'percent',
    ...(unit === 'change' ? { signDisplay: 'exceptZero' } : {}),
    ...(isSmall ? { maximumSignificantDigits: digits } : { maximumFractionDigits: digits }),
  };
  // Adding 0 turns -0 into 0.
  const text = new Intl.NumberFormat(locale, options).format(value + 0);
  // In some languages Intl puts marks of direction around numbers, which would show as ⟨U+200E⟩.
  return text.replace('-', '−').replace(/\p{Bidi_Control}/gu, '');
}

/** What a sample counts, after its number: ` users`, ` user`, ` Sessions`; empty if that is not known. */
export function countedWord(sample: Verdict['sample']): string {
  if (sample === null) return '';
  if (sample.unit === 'user-days') return sample.of === 1 ? ' user-day' : ' user-days';
  if (sample.unit !== 'other') return withUnit('', sample.of ?? sample.count, sample.unit, null);
  return sample.output === undefined ? '' : ` ${makeVisible(sample.output)}`;
}

/** When a snooze ends, or ended; null without one. */
export function describeSnooze(
  { snoozedUntil, snoozeEnded }: Pick<Verdict, 'snoozedUntil' | 'snoozeEnded'>,
  locale: string,
): string | null {
  const dayOf = (until: string) => formatDay(Date.parse(until), locale, 'UTC');
  if (snoozedUntil !== null) return `snoozed until ${dayOf(snoozedUntil)}`;
  return snoozeEnded === null ? null : `the snooze ended on ${dayOf(snoozeEnded)}`;
}
