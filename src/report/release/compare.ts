// Computes from counts by day how much more likely users of a new version are to have an event: for the gates
// of a release (`judge.ts`) and for the report (`run/releases/`).
import type { Side } from '../results/doubt.ts';
import type { Worse } from '../results/results.ts';
import {
  type Cell,
  type DayCell,
  type EventBackground,
  isRatioAbove,
  ratioInterval,
  type SidesCells,
} from './sequence.ts';

/** Counts without those of the days that begin at `leftOut`. */
export function withoutDays({ cells, oneVersionCells }: SidesCells, leftOut: readonly number[]): SidesCells {
  const isCounted = ({ dayMs }: DayCell): boolean => !leftOut.includes(dayMs);
  return { cells: cells.filter(isCounted), oneVersionCells: oneVersionCells.filter(isCounted) };
}

/** What was counted of one event. */
export interface EventCounts extends SidesCells {
  readonly background: EventBackground;
  /** The last complete day, from which later ones are foreseen; null if there is none yet. */
  readonly lastDayMs: number | null;
}

/**
 * How much more likely the event is with the new version, by the counts up to a day: 0.1 is 10% more. The day
 * of an update counts, because a version may fail at its first start. But the user has the new version only
 * for a part of that day, which makes it look better than it is. So the interval ends no lower than the
 * interval without such days.
 */
export function worseOf(
  { cells, oneVersionCells, background }: EventCounts,
  confidence: number,
  untilMs = Infinity,
): Worse {
  const intervalOf = (all: readonly DayCell[]) =>
    ratioInterval(
      all.filter(({ dayMs }) => dayMs <= untilMs),
      background,
      1 - confidence,
    );
  const { estimate, low, high } = intervalOf(cells);
  const highest = Math.max(high, intervalOf(oneVersionCells).high);
  return {
    value: estimate === null || estimate === Infinity ? null : estimate - 1,
    low: low - 1,
    high: highest === Infinity ? null : highest - 1,
  };
}

/** The user-days of both sides, and those with the event. */
export function sumOf({ cells }: Pick<EventCounts, 'cells'>) {
  const sum = (name: keyof Cell): number => Math.round(cells.reduce((all, cell) => all + cell[name], 0));
  return {
    new: withRate({ users: sum('newUsers'), had: sum('newHad') }),
    old: withRate({ users: sum('oldUsers'), had: sum('oldHad') }),
  };
}

/** A side with the part of its users who had the event; null without users. */
export function withRate({ users, had }: Side) {
  return { users, had, rate: users > 0 ? had / users : null };
}

/**
 * The rate that users of the new version would have if they had the event as often as users of the old one.
 * It is their rate divided by the ratio, so that the two rates and the ratio in a report agree; without a
 * ratio it is the rate of the old side.
 */
export function expectedRate(sides: ReturnType<typeof sumOf>, { value }: Worse): number | null {
  const { rate } = sides.new;
  const hasRatio = rate !== null && sides.old.rate !== null && value !== null && value > -1;
  return hasRatio ? Math.min(1, rate / (1 + value)) : sides.old.rate;
}

/**
 * Whether counts put an event clearly above a limit (true) or below it (false); null if neither is clear. To
 * be below, it has to be without the days of updates, too: `worseOf` says why.
 */
export function isClearlyAbove(
  { cells, oneVersionCells }: SidesCells,
  background: EventBackground,
  limit: number,
  confidence: number,
): boolean | null {
  const isAbove = (all: readonly Cell[]): boolean | null =>
    isRatioAbove(all, Math.log1p(limit), background, 1 - confidence);
  const ofAll = isAbove(cells);
  return ofAll === false && isAbove(oneVersionCells) !== false ? null : ofAll;
}

/** Further ahead, the users of a day differ too much from today's. */
const MOST_DAYS = 60;

/**
 * After how many more days like the last one it is clear on which side of a limit (0.1 is 10%) the event is,
 * if the rates stay the same. Infinity if 60 days are not enough; null if a rate, or the users of a day, are
 * not known.
 */
export function daysNeeded(counts: EventCounts, limit: number, confidence: number): number | null {
  const { cells, oneVersionCells, background, lastDayMs } = counts;
  const { estimate } = ratioInterval(cells, background, 1 - confidence);
  const { rate } = sumOf(counts).old;
  if (estimate === null || estimate === Infinity || rate === null || lastDayMs === null) return null;
  const withLaterDays = (all: readonly DayCell[], days: number): readonly DayCell[] => [
    ...all,
    ...all
      .filter(({ dayMs }) => dayMs === lastDayMs)
      .map(({ dayMs, newUsers, oldUsers }) => ({
        dayMs,
        newUsers: newUsers * days,
        newHad: newUsers * rate * estimate * days,
        oldUsers: oldUsers * days,
        oldHad: oldUsers * rate * days,
      })),
  ];
  const isDecided = (days: number): boolean => {
    const foreseen = {
      cells: withLaterDays(cells, days),
      oneVersionCells: withLaterDays(oneVersionCells, days),
    };
    return isClearlyAbove(foreseen, background, limit, confidence) !== null;
  };
  return Array.from({ length: MOST_DAYS }, (_, day) => day + 1).find(isDecided) ?? Infinity;
}
