import type { Verdict } from '../../results.ts';

const MAX_DIGITS = 12;

/** A value with as many digits as distinguish it from its limit. */
export function formatVerdictValue(
  value: number,
  limit: number | null,
  unit: Verdict['unit'],
  locale: string,
): string {
  for (let digits = 2; digits < MAX_DIGITS; digits += 2) {
    const text = formatDigits(value, unit, locale, digits);
    if (limit === null || value === limit || text !== formatDigits(limit, unit, locale, digits)) return text;
  }
  return formatDigits(value, unit, locale, MAX_DIGITS);
}

/** A count in a message. */
export function formatCount(count: number, locale: string): string {
  return formatDigits(count, 'number', locale, 2);
}

function formatDigits(value: number, unit: Verdict['unit'], locale: string, digits: number): string {
  const isSmall = Math.abs(unit === 'number' ? value : value * 100) < 1;
  const options: Intl.NumberFormatOptions = {
    style: unit === 'number' ? 'decimal' : 'percent',
    ...(unit === 'change' ? { signDisplay: 'exceptZero' } : {}),
    ...(isSmall ? { maximumSignificantDigits: digits } : { maximumFractionDigits: digits }),
  };
  // Adding 0 turns -0 into 0.
  return new Intl.NumberFormat(locale, options).format(value + 0);
}
