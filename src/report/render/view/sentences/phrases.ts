// Writes the numbers of sentences and cells: `12,450 users`, `▲ 4.2%`, `€1,234`. Each is a `Sentence`, as the
// report's locale and the query's format want it. Pure.
import { formatChange, formatDifference, formatPoints, numberFormat } from '../../format/numbers.ts';
import { formatValue, type ValueFormat, withUnit } from '../../format/values.ts';
import { formatted, say, words } from './sentence.ts';

/** The numbers of sentences, as the locale writes them; measured ones are in their query's format. */
export type Phrases = ReturnType<typeof phrasesOf>;

type Numeric = number | string | null;

/** The phrases of a locale and an insight's format. */
export function phrasesOf(locale: string, format: ValueFormat | null) {
  const { number, percent } = numberFormat(locale);
  const isRate = format?.options['style'] === 'percent';
  // The difference of two rates.
  const points = (difference: number | null) => words(formatPoints(difference, locale));
  const measured = (value: Numeric, decimals?: number) => {
    const text = formatValue(value, format, locale, decimals);
    return format === null || typeof value !== 'number' ? words(text) : formatted(text);
  };
  return {
    locale,
    number: (value: Numeric, decimals?: number) => words(number(value, decimals)),
    percent: (rate: number | null, decimals?: number) => words(percent(rate, decimals)),
    // How a measured number has changed: relative to the earlier one, and in points if it is a rate.
    change: (change: number | null, difference: number | null) =>
      isRate ? points(difference) : words(formatChange(change, locale)),
    points,
    measured,
    difference: (value: number | null) => {
      if (isRate) return points(value);
      const sign = words(formatDifference(value, () => ''));
      return value === null || value === 0 ? sign : say`${sign}${measured(Math.abs(value))}`;
    },
    // A measured number and what it counts: `12,450 users`.
    amount: (value: Numeric, unit: string) =>
      say`${measured(value)}${words(withUnit('', value, unit, format))}`,
  };
}
