import { formatChange, formatDifference, formatPoints, numberFormat } from '../../format/numbers.ts';
import { formatValue, type ValueFormat, withUnit } from '../../format/values.ts';
import { formatted, say, type Sentence, words } from './sentence.ts';

/** The numbers of sentences, as the locale writes them; measured ones are in their query's format. */
export interface Phrases {
  readonly locale: string;
  readonly number: (value: number | string | null, decimals?: number) => Sentence;
  readonly percent: (rate: number | null, decimals?: number) => Sentence;
  /** How a measured number has changed: relative to the earlier one, and in points if it is a rate. */
  readonly change: (change: number | null, difference: number | null) => Sentence;
  /** The difference of two rates. */
  readonly points: (difference: number | null) => Sentence;
  readonly measured: (value: number | string | null, decimals?: number) => Sentence;
  readonly difference: (value: number | null) => Sentence;
  /** A measured number and what it counts: `12,450 users`. */
  readonly amount: (value: number | string | null, unit: string) => Sentence;
}

/** The phrases of a locale and an insight's format. */
export function phrasesOf(locale: string, format: ValueFormat | null): Phrases {
  const { number, percent } = numberFormat(locale);
  const isRate = format?.options['style'] === 'percent';
  const points: Phrases['points'] = (difference) => words(formatPoints(difference, locale));
  const measured: Phrases['measured'] = (value, decimals) => {
    const text = formatValue(value, format, locale, decimals);
    return format === null || typeof value !== 'number' ? words(text) : formatted(text);
  };
  return {
    locale,
    number: (value, decimals) => words(number(value, decimals)),
    percent: (rate, decimals) => words(percent(rate, decimals)),
    change: (change, difference) => (isRate ? points(difference) : words(formatChange(change, locale))),
    points,
    measured,
    difference: (value) => {
      if (isRate) return points(value);
      const sign = words(formatDifference(value, () => ''));
      return value === null || value === 0 ? sign : say`${sign}${measured(Math.abs(value))}`;
    },
    amount: (value, unit) => say`${measured(value)}${words(withUnit('', value, unit, format))}`,
  };
}
