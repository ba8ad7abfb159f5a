// An interval for how many times as likely an event is on the new side as on the old one. Unlike a common
// confidence interval it stays valid however often one looks at it (decision 0024). `compare.ts` uses it for
// releases, `render/view/kinds/experiment.ts` for experiments.
import { findEdge } from '../compare/find-edge.ts';

/** One day of one stratum: the users of each side, and those of them who had the event. */
export interface Cell {
  readonly newUsers: number;
  readonly newHad: number;
  readonly oldUsers: number;
  readonly oldHad: number;
}

/** The counts of a day in a stratum. */
export interface DayCell extends Cell {
  readonly dayMs: number;
}

/** The counts of an event by day and stratum. */
export interface SidesCells {
  readonly cells: readonly DayCell[];
  /** The same without users who had both versions on a day. */
  readonly oneVersionCells: readonly DayCell[];
}

/** How often an event happened in the days before the new version came. */
export interface Before {
  /** The part of the users of a day who had it. */
  readonly rate: number;
  /**
   * How many user-days have it in two weeks. If events repeat, it is fewer: as many independent ones as would
   * show as much.
   */
  readonly events: number;
}

/** What is known of an event besides its cells. */
export interface EventBackground {
  /** How many times as much the counts vary as those of independent events: the evidence is reduced by it. */
  readonly spread: number;
  /** Null if nothing was counted then. */
  readonly before: Before | null;
}

/**
 * The interval of the ratio: the chance that it is ever wrong, over all looks together, is at most `alpha`.
 * A ratio is outside if the evidence against it has reached 1 / alpha. `estimate` is the most likely ratio;
 * null if nobody had the event.
 */
export function ratioInterval(cells: readonly Cell[], background: EventBackground, alpha: number) {
  const isInside = (logRatio: number): boolean => evidenceAgainst(cells, logRatio, background) < 1 / alpha;
  const estimate = estimateOf(cells);
  const middle = Math.max(-FARTHEST, Math.min(FARTHEST, Math.log(estimate ?? 1)));
  return {
    estimate,
    low: ratioAt(findEdge(middle, -FARTHEST, isInside)),
    high: ratioAt(findEdge(middle, FARTHEST, isInside)),
  };
}

/** Beyond this logarithm a ratio counts as 0 or infinite. */
const FARTHEST = 12;

function ratioAt(logRatio: number): number {
  if (logRatio <= -FARTHEST) return 0;
  return logRatio >= FARTHEST ? Infinity : Math.exp(logRatio);
}

/**
 * Whether the ratio is clearly above another one, given by its logarithm, or below it; null if neither is
 * clear.
 */
export function isRatioAbove(
  cells: readonly Cell[],
  logRatio: number,
  background: EventBackground,
  alpha: number,
): boolean | null {
  const isClear = evidenceAgainst(cells, logRatio, background) >= 1 / alpha;
  return isClear ? (estimateOf(cells) ?? 1) > Math.exp(logRatio) : null;
}

/**
 * The evidence against a ratio, given by its logarithm: how many times as likely other ratios make what was
 * counted, on average. If it is the true ratio, the chance that this ever reaches 20 is at most 1 in 20,
 * which is what makes it an e-process.
 */
export function evidenceAgainst(
  cells: readonly Cell[],
  logRatio: number,
  background: EventBackground,
): number {
  const ratio = Math.exp(logRatio);
  let evidence = 0;
  for (const { shift, weight } of alternativesOf(background)) {
    const other = ratio * Math.exp(shift);
    let log = 0;
    for (const cell of cells) log += logFactor(cell, ratio, other, rateOf(background));
    evidence += weight * Math.exp(log / Math.max(1, background.spread));
  }
  return evidence;
}

/**
 * By how much a cell speaks for the ratio `other` and against `ratio`: the logarithm of an e-variable of
 * Turner, Ly and Grünwald for two binomial counts, which is the likelihood of the counts with the rates of
 * `other`, divided by their likelihood with the rates of `ratio`. It is valid whatever the rates are, and
 * strongest if the old side's rate is `rate`.
 */
function logFactor(
  { newUsers, newHad, oldUsers, oldHad }: Cell,
  ratio: number,
  other: number,
  rate: number,
): number {
  const moved = (newUsers * other + oldUsers) / (newUsers * ratio + oldUsers);
  // The rates of both sides if `ratio` is true: at most a quarter, so that no rate below comes near 1.
  const oldRate = Math.min(rate, 0.25 / Math.max(1, ratio), (0.25 * moved) / Math.max(1, other));
  const newRate = ratio * oldRate;
  // The rates if `other` is true: those that are nearest to the first ones (in relative entropy).
  const newWeight = newUsers * (1 - oldRate);
  const oldWeight = oldUsers * (1 - newRate);
  const otherOldRate = (oldRate * (newWeight * ratio + oldWeight)) / (newWeight * other + oldWeight);
  const otherNewRate = other * otherOldRate;
  return (
    newHad * Math.log(otherNewRate / newRate) +
    (newUsers - newHad) * (Math.log1p(-otherNewRate) - Math.log1p(-newRate)) +
    oldHad * Math.log(otherOldRate / oldRate) +
    (oldUsers - oldHad) * (Math.log1p(-otherOldRate) - Math.log1p(-oldRate))
  );
}

/** The usual rate of the event; above 0, because it is divided by. */
function rateOf({ before }: EventBackground): number {
  return Math.max(before?.rate ?? 0, 1e-9);
}

/** What a fixed test of 5 % finds in 80 % of cases, in standard errors. */
const DETECTABLE = 2.8;
/**
 * The information in one event about the logarithm of a ratio, between a rollout of 10 % (0.09) and of 50 %
 * (0.25).
 */
const INFORMATION = 0.15;
/** Fewer events than this would put all weight on ratios that no version has. */
const FEWEST_EVENTS = 10;

/** If nothing was counted before: most weight is on 15% to a doubling, which decisions are about. */
const UNKNOWN = { middle: 0.32, width: 0.7 };

/**
 * The ratios that a ratio is compared with, as differences of logarithms, and their weights. They are
 * log-normal around the difference that a fixed test would just find in two weeks. One standard deviation is
 * half or twice as many users.
 */
function alternativesOf({ before }: EventBackground) {
  const { middle, width } =
    before === null
      ? UNKNOWN
      : {
          middle: DETECTABLE / Math.sqrt(INFORMATION * Math.max(FEWEST_EVENTS, before.events)),
          width: Math.LN2 / 2,
        };
  return NORMAL.flatMap(({ at, density }) => {
    const [shift, weight] = [middle * Math.exp(at * width), density / DENSITIES / 2];
    return [
      { shift, weight },
      { shift: -shift, weight },
    ];
  });
}

/** The normal distribution at steps of half a standard deviation, from −3 to 3. */
const NORMAL = Array.from({ length: 13 }, (_, place) => {
  const at = (place - 6) / 2;
  return { at, density: Math.exp(-(at ** 2) / 2) };
});
const DENSITIES = NORMAL.reduce((sum, { density }) => sum + density, 0);

/**
 * How many times as often the new side had the event: the estimate of Mantel and Haenszel, which compares
 * only users of the same cell. Null if nobody had it.
 */
function estimateOf(cells: readonly Cell[]): number | null {
  let [newHad, oldHad] = [0, 0];
  for (const cell of cells) {
    const users = cell.newUsers + cell.oldUsers;
    newHad += (cell.newHad * cell.oldUsers) / users;
    oldHad += (cell.oldHad * cell.newUsers) / users;
  }
  return newHad + oldHad > 0 ? newHad / oldHad : null;
}
