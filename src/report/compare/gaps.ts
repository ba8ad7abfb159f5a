// Finds days on which a data source had no events because something was broken. `run/coverage/read.ts`
// compares nothing with them.
import { median } from './median.ts';

/** A stretch of days with no events, or a few that came late, by the indexes of its first and last day. */
interface Gap {
  readonly first: number;
  readonly last: number;
}

/** From so many events a day, a gap can be distinguished from an app that is rarely used. */
export const MIN_MEDIAN = 20;
/** Fewer events than this part of the usual number are events that came late. */
export const FEW = 0.1;
export const WEEK = 7;

/** What else is known of the counts of some days. */
interface Days {
  /** Whether there were events before these days; otherwise the first days may be the time before an app. */
  readonly hadBegun: boolean;
  /** How many of the days are over: today may have few events yet. */
  readonly over?: number;
}

/**
 * The gaps in a data source's events by day, oldest first. A gap is a stretch of days with no or few events
 * - where 20 or more events a day are usual in the week before and the week after,
 * - one of whose days has far fewer events than the same weekday a week before or after, and
 * - whose days have far fewer events than the two weeks before, unless less than a week is known of these.
 */
export function findGaps(
  counts: readonly number[],
  { hadBegun, over = counts.length }: Days,
): readonly Gap[] {
  return lowStretches(counts).filter((gap) => (gap.first > 0 || hadBegun) && isGap(counts, gap, over));
}

/**
 * Whether one day has so few events, beside the same weekday a week before and after, that a part of the app,
 * such as a platform, may have sent none on it.
 */
export function mayHideGap(counts: readonly number[]): boolean {
  return counts.some((count, day) => {
    const least = Math.min(counts[day - WEEK] ?? Infinity, counts[day + WEEK] ?? Infinity);
    return least < Infinity && count < LOW * least;
  });
}

/** A day with fewer events than this part of another is low. */
const LOW = 0.8;

/** A longer stretch without events is no outage: the app was not there yet. In days. */
const LONG = 60;

/**
 * The index of the first day with events after the last long stretch without any; otherwise that of the very
 * first day with events. −1 without events.
 */
export function findRestart(counts: readonly number[]): number {
  let restart = -1;
  let lastCounted = -Infinity;
  for (const [day, count] of counts.entries()) {
    if (count === 0) continue;
    if (day - lastCounted > LONG) restart = day;
    lastCounted = day;
  }
  return restart;
}

/** The stretches of days that have no events, or few of those that are usual in the weeks around each day. */
function lowStretches(counts: readonly number[]): readonly Gap[] {
  const stretches: Gap[] = [];
  for (const [day, count] of counts.entries()) {
    const usual = median(around(counts, { first: day, last: day }, 2 * WEEK));
    if (count > 0 && count >= FEW * usual) continue;
    const before = stretches.at(-1);
    if (before?.last === day - 1) stretches.splice(-1, 1, { ...before, last: day });
    else stretches.push({ first: day, last: day });
  }
  return stretches;
}

/** The counts of some days before a stretch, and of as many after it. */
function around(counts: readonly number[], { first, last }: Gap, days: number): readonly number[] {
  return [...counts.slice(Math.max(0, first - days), first), ...counts.slice(last + 1, last + 1 + days)];
}

function isGap(counts: readonly number[], gap: Gap, over: number): boolean {
  const { first, last } = gap;
  const daysOver = counts.slice(first, Math.min(last + 1, over));
  const hasUnusualDay = daysOver.some((count, index) => {
    const day = first + index;
    return count < FEW * Math.max(counts[day - WEEK] ?? 0, counts[day + WEEK] ?? 0);
  });
  // Before a launch, few events were usual.
  const before = counts.slice(Math.max(0, first - 2 * WEEK), first);
  const isFewer = before.length < WEEK || median(counts.slice(first, last + 1)) <= FEW * median(before);
  return hasUnusualDay && isFewer && median(around(counts, gap, WEEK)) >= MIN_MEDIAN;
}
