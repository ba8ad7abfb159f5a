// Prints the values of a template's `{{…}}`: numbers, texts, sentences, periods and lists. Pure.
import { numberFormat } from '../format/numbers.ts';
import { Sentence } from '../view/sentences/sentence.ts';

/**
 * Makes the function that prints values: `1,234` for a number in an English locale, `Nov 9 – 15, 2026` for a
 * period, JSON for a list. `escapeText` and `writeSentence` keep what comes from outside from acting in the
 * output.
 */
export function printer(
  locale: string,
  escapeText: (text: string | null) => string,
  writeSentence: (sentence: Sentence) => string,
): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'number') return numberFormat(locale).number(value);
    if (value instanceof Sentence) return writeSentence(value);
    if (value === null || typeof value === 'string') return escapeText(value);
    const isPeriod = typeof value === 'object' && 'dates' in value && typeof value.dates === 'string';
    return escapeText(isPeriod ? String(value.dates) : JSON.stringify(value));
  };
}
