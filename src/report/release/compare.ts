import type { Worse } from '../results/results.ts';
import type { DayCell } from './read.ts';
import { type Cell, type EventBackground, ratioInterval } from './sequence.ts';

/** What was counted of one event. */
export interface EventCounts {
  readonly cells: readonly DayCell[];
  /** The same without the days on which a user had both versions. */
  readonly whole: readonly DayCell[];
  readonly background: EventBackground;
  /** The last whole day, from which later ones are foreseen; null if there is none yet. */
  readonly lastDayMs: number | null;
}

/**
 * How much likelier a user has the event with the new version, by the counts up to a day. The day of an
 * update counts, because a version may fail when it starts first. It has only a part of a day with the new
 * version, so that it looks better than it is: the upper end is that of whole days, if they have a higher
 * one.
 */
export function worseOf(counts: EventCounts, confidence: number, untilMs = Infinity): Worse {
  const until = (cells: readonly DayCell[]) => cells.filter(({ dayMs }) => dayMs <= untilMs);
  const { estimate, low, high } = intervalOf(
    { ...counts, cells: until(counts.cells), whole: until(counts.whole) },
    confidence,
  );
  const value = estimate === null || estimate === Infinity ? null : estimate - 1;
  return { value, low: low - 1, high: high === Infinity ? null : high - 1 };
}

function intervalOf({ cells, whole, background }: EventCounts, confidence: number) {
  const interval = ratioInterval(cells, background, 1 - confidence);
  const { high } = ratioInterval(whole, background, 1 - confidence);
  return { ...interval, high: Math.max(interval.high, high) };
}

type Sides = ReturnType<typeof sumOf>;

/** The users of both sides, and those who had the event, each once for each day and stratum. */
export function sumOf({ cells }: EventCounts) {
  const sum = (name: keyof Cell): number => Math.round(cells.reduce((all, cell) => all + cell[name], 0));
  const side = (users: number, counted: number) => {
    const had = Math.min(users, counted);
    return { users, had, rate: users > 0 ? had / users : null };
  };
  return { new: side(sum('newUsers'), sum('newHad')), old: side(sum('oldUsers'), sum('oldHad')) };
}

/**
 * The rate of users of the new version if they had the event as often as old users: their own rate divided by
 * the ratio, so that it agrees with the ratio that is shown; without one, the rate of old users.
 */
export function expectedRate(sides: Sides, { value }: Worse): number | null {
  const { rate } = sides.new;
  const isKnown = rate !== null && sides.old.rate !== null && value !== null && value > -1;
  return isKnown ? Math.min(1, rate / (1 + value)) : sides.old.rate;
}

const MOST_DAYS = 60;

/**
 * About how many more days like the last one it takes until the interval leaves a limit (0.1 is 10 %)
 * outside, if the rates stay what they are; Infinity if 60 are not enough, null if a rate or the pace is not
 * known.
 */
export function daysNeeded(counts: EventCounts, limit: number, confidence: number): number | null {
  const { cells, whole, lastDayMs } = counts;
  const { estimate } = intervalOf(counts, confidence);
  const { rate } = sumOf(counts).old;
  if (estimate === null || estimate === Infinity || rate === null || lastDayMs === null) return null;
  const after = (all: readonly DayCell[], days: number): readonly DayCell[] =>
    all
      .filter(({ dayMs }) => dayMs === lastDayMs)
      .map(({ dayMs, newUsers, oldUsers }) => ({
        dayMs,
        newUsers: newUsers * days,
        newHad: newUsers * rate * estimate * days,
        oldUsers: oldUsers * days,
        oldHad: oldUsers * rate * days,
      }));
  const isDecided = (days: number): boolean => {
    const [more, moreWhole] = [cells, whole].map((all) => [...all, ...after(all, days)]);
    const { low, high } = intervalOf({ ...counts, cells: more ?? [], whole: moreWhole ?? [] }, confidence);
    return low - 1 > limit || high - 1 < limit;
  };
  if (!isDecided(MOST_DAYS)) return Infinity;
  let [few, enough] = [0, MOST_DAYS];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isDecided(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}
