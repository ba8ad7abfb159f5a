import { median } from './median.ts';

/** A stretch of days without events, by the places of its first and last day. */
interface Gap {
  readonly first: number;
  readonly last: number;
}

/** From so many events a day, a gap can be distinguished from an app that is rarely used. */
const MIN_MEDIAN = 20;
const WEEK = 7;

/**
 * The gaps of a data source's events by day, oldest first: stretches of days without events where the median
 * of the seven days before and the seven after is 20 or more and one of its weekdays has events a week before
 * or after. The days after the last event are none, nor are those before the first one unless events
 * `hadBegun` before these days.
 */
export function findGaps(counts: readonly number[], hadBegun: boolean): readonly Gap[] {
  const gaps: Gap[] = [];
  let first: number | null = null;
  for (const [place, count] of counts.entries()) {
    if (count === 0) first ??= place;
    if (count === 0 || first === null) continue;
    if ((first > 0 || hadBegun) && isGap(counts, { first, last: place - 1 }))
      gaps.push({ first, last: place - 1 });
    first = null;
  }
  return gaps;
}

function isGap(counts: readonly number[], { first, last }: Gap): boolean {
  const around = [
    ...counts.slice(Math.max(0, first - WEEK), first),
    ...counts.slice(last + 1, last + 1 + WEEK),
  ];
  const hasEvents = (place: number): boolean => (counts[place] ?? 0) > 0;
  const isUsedDay = counts
    .slice(first, last + 1)
    .some((_, index) => hasEvents(first + index - WEEK) || hasEvents(first + index + WEEK));
  return isUsedDay && median(around) >= MIN_MEDIAN;
}
