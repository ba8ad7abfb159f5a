import type { ReleaseEvent, Worse } from '../results.ts';
import { extremeCell, type RangedCell } from './read.ts';
import { type Cell, type Known, ratioInterval } from './sequence.ts';

/** What was counted of one event. */
export interface EventCounts {
  readonly cells: readonly RangedCell[];
  readonly known: Known;
  /** The last whole day, from which later ones are foreseen; null if there is none yet. */
  readonly lastDayMs: number | null;
}

/** How much likelier a user has the event with the new version, by the counts up to a day. */
export function worseOf({ cells, known }: EventCounts, confidence: number, untilMs = Infinity): Worse {
  const seen = cells.filter(({ dayMs }) => dayMs <= untilMs);
  const intervalOf = (isKind: boolean) =>
    ratioInterval(
      seen.map((cell) => extremeCell(cell, isKind)),
      known,
      1 - confidence,
    );
  const isExact = seen.every(
    ({ newUsers, oldUsers }) => newUsers.low === newUsers.high && oldUsers.low === oldUsers.high,
  );
  const kind = intervalOf(true);
  const { estimate, high } = isExact ? kind : intervalOf(false);
  const value = estimate === null || estimate === Infinity || !isExact ? null : estimate - 1;
  return { value, low: kind.low - 1, high: high === Infinity ? null : high - 1 };
}

/** The counts of both sides, each user once for each day and stratum. */
export function sumOf({ cells }: Pick<EventCounts, 'cells'>): Pick<ReleaseEvent, 'new' | 'old'> {
  const sum = (name: Exclude<keyof RangedCell, 'dayMs'>): number =>
    Math.round(cells.reduce((all, cell) => all + (cell[name].low + cell[name].high) / 2, 0));
  const side = (users: number, had: number) => ({ users, had, rate: users === 0 ? null : had / users });
  return { new: side(sum('newUsers'), sum('newHad')), old: side(sum('oldUsers'), sum('oldHad')) };
}

const MOST_DAYS = 60;

/**
 * About how many more days like the last one it takes until the interval leaves a limit (0.1 is 10 %)
 * outside, if the rates stay what they are; null if 60 are not enough or nothing was counted.
 */
export function daysNeeded(
  { cells, known, lastDayMs }: EventCounts,
  limit: number,
  confidence: number,
): number | null {
  const counted = cells.map((cell) => extremeCell(cell, true));
  const { estimate } = ratioInterval(counted, known, 1 - confidence);
  const { old } = sumOf({ cells });
  if (estimate === null || estimate === Infinity || old.rate === null || lastDayMs === null) return null;
  const rate = old.rate;
  const daily = cells.filter(({ dayMs }) => dayMs === lastDayMs).map((cell) => extremeCell(cell, true));
  const after = (days: number): readonly Cell[] =>
    daily.map(({ newUsers, oldUsers }) => ({
      newUsers: newUsers * days,
      newHad: newUsers * days * rate * estimate,
      oldUsers: oldUsers * days,
      oldHad: oldUsers * days * rate,
    }));
  const isDecided = (days: number): boolean => {
    const { low, high } = ratioInterval([...counted, ...after(days)], known, 1 - confidence);
    return low - 1 > limit || high - 1 < limit;
  };
  if (!isDecided(MOST_DAYS)) return null;
  let [few, enough] = [0, MOST_DAYS];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isDecided(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}
