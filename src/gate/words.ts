import type { Verdict } from '../results.ts';

const ENOUGH_DIGITS = 12;

/** A value as a message writes it: with as many digits as tell it from its limit. */
export function valueText(value: number, limit: number | null, unit: Verdict['unit'], locale: string): string {
  for (let digits = 2; digits < ENOUGH_DIGITS; digits += 2) {
    const text = written(value, unit, locale, digits);
    if (limit === null || value === limit || text !== written(limit, unit, locale, digits)) return text;
  }
  return written(value, unit, locale, ENOUGH_DIGITS);
}

/** A count as a message writes it. */
export function countText(count: number, locale: string): string {
  return written(count, 'number', locale, 2);
}

function written(value: number, unit: Verdict['unit'], locale: string, digits: number): string {
  const isSmall = Math.abs(unit === 'number' ? value : value * 100) < 1;
  const options: Intl.NumberFormatOptions = {
    style: unit === 'number' ? 'decimal' : 'percent',
    ...(unit === 'change' ? { signDisplay: 'exceptZero' } : {}),
    ...(isSmall ? { maximumSignificantDigits: digits } : { maximumFractionDigits: digits }),
  };
  return new Intl.NumberFormat(locale, options).format(value === 0 ? 0 : value);
}
