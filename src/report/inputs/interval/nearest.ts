import { Temporal } from 'temporal-polyfill';
import { nearestWord } from '../../../text/nearest.ts';
import { COMPONENTS } from '../../../tql/interval.ts';
import { parseIntervalWords } from './words.ts';

/** Examples of intervals, for messages. */
export const EXPECTED_INTERVAL =
  'a time range such as "last 28 complete days", "last 7 days", "this month" or "2026-10-01/2026-11-01"';

/** What a text that is not an interval probably means; null if that is not clear. */
export function nearestInterval(text: string): string | null {
  const given = text.trim().toLowerCase();
  return nearestDates(given) ?? nearestPeriod(given) ?? nearestWord(given, NAMED);
}

const NAMED = ['today', 'yesterday'];
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
function nearestDates(given: string): string | null {
  const [, first, last = first] = DATES.exec(given) ?? [];
  if (first === undefined || last === undefined) return null;
  try {
    const [start, end] = [firstDayOf(first), firstDayOf(last).add(SPANS[last.length] ?? {})];
    if (Temporal.PlainDate.compare(start, end) >= 0) return null;
    const note = first === given ? '' : ' (the second date is not included)';
    return `${start.toString()}/${end.toString()}${note}`;
  } catch {
    return null;
  }
}

function firstDayOf(date: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(`${date}-01-01`.slice(0, 'YYYY-MM-DD'.length));
}

/** `last 2 weeks` for `last fortnight`, `last 30 days` for `last thirty dyas`. */
function nearestPeriod(given: string): string | null {
  const words: readonly string[] = given.replace(/(?<=\d)(?=[a-z])/g, ' ').match(/[^\s-]+/g) ?? [];
  const [count = null, ...others] = words.map(countOf).filter((each) => each !== null);
  const isOne = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  const unit = unitOf(words.filter((word) => countOf(word) === null && !KNOWN.has(word)).join(' '), count);
  if (unit === null || others.length > 0) return null;
  const isCounted = count !== null || unit.times > 1;
  const whole = isOne(WHOLE) || (words.includes('previous') && count !== null) ? 'complete ' : '';
  const meant = isCounted
    ? `last ${(count ?? 1) * unit.times} ${whole}${unit.name}s`
    : `${isOne(THIS) ? 'this' : 'last'} ${unit.name}`
        .replace('this day', 'today')
        .replace('last day', 'yesterday');
  return typeof parseIntervalWords(meant) === 'string' ? null : meant;
}

const THIS = new Set(['this', 'current', 'to']);
const WHOLE = new Set(['complete', 'full', 'whole']);
const KNOWN = new Set([
  ...THIS,
  ...WHOLE,
  'last',
  'past',
  'previous',
  'rolling',
  'trailing',
  'the',
  'of',
  'ago',
  'date',
]);

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(
  ' ',
);
const TENS: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, sixty: 60, ninety: 90 };

function countOf(word: string): number | null {
  if (/^\d+$/.test(word)) return Number(word);
  const number = NUMBERS.indexOf(word);
  return number >= 0 ? number : ((Object.hasOwn(TENS, word) ? TENS[word] : null) ?? null);
}

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  hr: 'hour',
  wk: 'week',
  mo: 'month',
  mth: 'month',
  yr: 'year',
};

/**
 * The unit that a word most likely means, and how many of it. A number alone is of days; days without a
 * number are no period.
 */
function unitOf(
  word: string,
  count: number | null,
): { readonly name: string; readonly times: number } | null {
  if (word === '') return count === null ? null : { name: 'day', times: 1 };
  if (nearestWord(word, ['fortnight', 'fortnights']) !== null) return { name: 'week', times: 2 };
  const one = word.replace(/s$/, '');
  if (count === null && (one !== word || one.length === 1)) return null;
  const letter = COMPONENTS.find((unit) => unit.startsWith(one) && one.length === 1);
  const name =
    letter ??
    (Object.hasOwn(ABBREVIATIONS, one) ? ABBREVIATIONS[one] : null) ??
    nearestWord(one, COMPONENTS) ??
    nearestWord(word, COMPONENTS);
  return name === null ? null : { name, times: 1 };
}
