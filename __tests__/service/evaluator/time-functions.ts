import { DateTime } from 'luxon';
import { periodStart } from './time.ts';
import { type Value } from './values.ts';

/** The start of the period that an instant lies in. */
export function floorTime(time: number | null, period: string, origin: Value, zone: Value): number | null {
  if (time === null) return null;
  return periodStart(
    period,
    typeof zone === 'string' ? zone : 'UTC',
    typeof origin === 'string' ? origin : undefined,
    time,
  );
}

/** Joda's letters and what luxon calls them; a run that is not here is the same in both. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['xxxx', 'kkkk'],
  ['ww', 'WW'],
  ['e', 'E'],
  ['DDD', 'ooo'],
]);

/** An instant as text by a Joda pattern. */
export function formatTime(time: number | null, pattern: Value, zone: Value): string | null {
  if (time === null) return null;
  if (typeof pattern !== 'string') return new Date(time).toISOString();
  const pieces = pattern.match(/'[^']*'|([A-Za-z])\1*|[^A-Za-z']+/g) ?? [];
  const format = pieces.map((piece) => LETTERS.get(piece) ?? piece).join('');
  return DateTime.fromMillis(time, { zone: typeof zone === 'string' ? zone : 'UTC', locale: 'en' }).toFormat(format);
}
