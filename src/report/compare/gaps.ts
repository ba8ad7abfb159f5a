// Finds days on which a data source had no events because something was broken. `run/coverage/read.ts`
// compares nothing with them.
import { median } from './median.ts';

/**
 * A stretch of days without events, but for a few that came late, by the places of its first and last
 * day.
 */
interface Gap {
  readonly first: number;
  readonly last: number;
}

/** From so many events a day, a gap can be distinguished from an app that is rarely used. */
const MIN_MEDIAN = 20;
/** A smaller part of what is usual are events that came late. */
export const FEW = 0.1;
export const WEEK = 7;

/**
 * The gaps of a data source's events by day, oldest first: stretches of days without events, or with a small
 * part of those of the weeks around them, where the median of the seven days before and the seven after is 20
 * or more, and one of whose weekdays has many times as many events a week before or after. The days before
 * the first event are none unless events `hadBegun` before these days. Only the days that are `over` may be
 * unusual: today may have few events yet.
 */
export function findGaps(counts: readonly number[], hadBegun: boolean, over = counts.length): readonly Gap[] {
  return lowStretches(counts).filter((gap) => (gap.first > 0 || hadBegun) && isGap(counts, gap, over));
}

/** A longer stretch without events is no outage, but the time before an app. */
const LONG = 60;

/**
 * The place of the first day with events after the last long stretch without any; the days before the first
 * one are long, however few they are. −1 without events.
 */
export function findRestart(counts: readonly number[]): number {
  let [place, lastCounted] = [-1, -Infinity];
  for (const [day, count] of counts.entries()) {
    if (count === 0) continue;
    if (day - lastCounted > LONG) place = day;
    lastCounted = day;
  }
  return place;
}

function lowStretches(counts: readonly number[]): readonly Gap[] {
  const stretches: Gap[] = [];
  for (const [place, count] of counts.entries()) {
    const usual = median(around(counts, { first: place, last: place }, 2 * WEEK));
    if (count > 0 && count >= FEW * usual) continue;
    const before = stretches.at(-1);
    if (before?.last === place - 1) stretches.splice(-1, 1, { ...before, last: place });
    else stretches.push({ first: place, last: place });
  }
  return stretches;
}

function around(counts: readonly number[], { first, last }: Gap, days: number): readonly number[] {
  return [...counts.slice(Math.max(0, first - days), first), ...counts.slice(last + 1, last + 1 + days)];
}

function isGap(counts: readonly number[], gap: Gap, over: number): boolean {
  const days = counts
    .entries()
    .take(over)
    .drop(gap.first)
    .take(gap.last + 1 - gap.first);
  const isUnusual = days.some(([day, count]) => {
    return count < FEW * Math.max(counts[day - WEEK] ?? 0, counts[day + WEEK] ?? 0);
  });
  // Before a launch, few events were usual.
  const before = counts.slice(Math.max(0, gap.first - 2 * WEEK), gap.first);
  const isFewer =
    before.length < WEEK || median(counts.slice(gap.first, gap.last + 1)) <= FEW * median(before);
  return isUnusual && isFewer && median(around(counts, gap, WEEK)) >= MIN_MEDIAN;
}
