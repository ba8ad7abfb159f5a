// Guesses which interval a user meant, for the message: `last 30 dasy` is `last 30 days`.
import { nearestWord } from '../../../text/nearest.ts';
import { COMPONENTS } from '../../../tql/time/interval.ts';
import { parseIntervalWords } from './words.ts';

/** Examples of intervals, for messages. */
export const EXPECTED_INTERVAL =
  'a time range such as "last 28 complete days", "last 7 days", "this month" or "2026-10-01/2026-11-01"';

/** What a misspelt interval probably means; null if that is not known. */
export function nearestInterval(text: string): string | null {
  const words = text.trim().toLowerCase();
  const meant = words.replace(/[a-z]+/g, (word) => nearestWord(word, WORDS) ?? word);
  return 'why' in parseIntervalWords(meant) ? null : meant;
}

const WORDS = [
  'last',
  'this',
  'complete',
  'today',
  'yesterday',
  ...COMPONENTS.flatMap((unit) => [`${unit}s`, unit]),
];
