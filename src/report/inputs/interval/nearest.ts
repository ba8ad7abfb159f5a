// Guesses which interval a user meant, for the message: `last 30 dasy` is `last 30 days`.
import { Temporal } from 'temporal-polyfill';
import { nearestWord } from '../../../text/nearest.ts';
import { COMPONENTS } from '../../../tql/interval.ts';
import { parseIntervalWords } from './words.ts';

/** Examples of intervals, for messages. */
export const EXPECTED_INTERVAL =
  'a time range such as "last 28 complete days", "last 7 days", "this month" or "2026-10-01/2026-11-01"';

/** What a text that is not an interval probably means: misspelt, in other words, or dates; else null. */
export function nearestInterval(text: string): string | null {
  const words = text.trim().toLowerCase();
  const meant = words.replace(/[a-z]+/g, (word) => SYNONYMS[word] ?? nearestWord(word, WORDS) ?? word);
  return nearestDates(words) ?? (typeof parseIntervalWords(meant) === 'string' ? null : meant);
}

const SYNONYMS: Readonly<Record<string, string>> = {
  past: 'last',
  rolling: 'last',
  trailing: 'last',
  current: 'this',
  full: 'complete',
  whole: 'complete',
};
const WORDS = [
  ...['last', 'this', 'complete', 'today', 'yesterday'],
  ...COMPONENTS.flatMap((unit) => [`${unit}s`, unit]),
];

const DATE = String.raw`20\d\d|\d{4}-\d{2}(?:-\d{2})?`;
const DATES = new RegExp(`^(${DATE})(?: ?(?:to|until|-|–|\\.\\.+) ?(${DATE}))?$`);
/** What a date names, by its length. */
const SPANS: Readonly<Record<number, Temporal.DurationLike>> = {
  4: { years: 1 },
  7: { months: 1 },
  10: { days: 1 },
};

/**
 * A year, a month, a day, or two of them with something other than a slash between them: people mean the last
 * one to be included.
 */
function nearestDates(text: string): string | null {
  const [, first, last = first] = DATES.exec(text) ?? [];
  if (first === undefined || last === undefined) return null;
  try {
    const [start, end] = [firstDayOf(first), firstDayOf(last).add(SPANS[last.length] ?? {})];
    if (Temporal.PlainDate.compare(start, end) >= 0) return null;
    const note = first === text ? '' : ' (the second date is not included)';
    return `${start.toString()}/${end.toString()}${note}`;
  } catch {
    return null;
  }
}

function firstDayOf(date: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(`${date}-01-01`.slice(0, 'YYYY-MM-DD'.length));
}
