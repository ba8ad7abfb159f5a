// An interval for how many times as likely an event is on one side as on the other, which holds however often
// one looks at it (decision 0024). `compare.ts` uses it for releases, `render/view/experiment.ts` for
// experiments.

/** One day of one stratum: the users of each side, and those of them who had the event. */
export interface Cell {
  readonly newUsers: number;
  readonly newHad: number;
  readonly oldUsers: number;
  readonly oldHad: number;
}

/** How often an event happened in the days before the new version came. */
export interface Before {
  /** The part of the users of a day who had it. */
  readonly rate: number;
  /**
   * How many user-days with the event there are in two weeks, as many as tell the same if they are
   * independent.
   */
  readonly events: number;
}

/** What is known of an event besides its cells. */
export interface EventBackground {
  /** How many times as much the counts vary as those of independent events; it tempers the evidence. */
  readonly spread: number;
  /** Null if nothing was counted then. */
  readonly before: Before | null;
}

/**
 * The interval of the ratio: over all looks together it is wrong with a chance of `alpha` at most. A ratio is
 * outside if the e-process against it has reached 1 / alpha. `estimate` is the most likely ratio; null if
 * nobody had the event.
 */
export function ratioInterval(counted: readonly Cell[], background: EventBackground, alpha: number) {
  const cells = counted.filter(({ newUsers, oldUsers }) => newUsers > 0 && oldUsers > 0);
  const isInside = (logRatio: number): boolean => evidenceAgainst(cells, logRatio, background) < 1 / alpha;
  const peak = findPeak(cells, rateOf(background));
  return {
    estimate: peak === null ? null : ratioAt(peak),
    low: ratioAt(findEdge(peak ?? 0, -FARTHEST, isInside)),
    high: ratioAt(findEdge(peak ?? 0, FARTHEST, isInside)),
  };
}

/** Beyond this logarithm a ratio counts as 0 or infinite. */
const FARTHEST = 12;

function ratioAt(logRatio: number): number {
  if (logRatio <= -FARTHEST) return 0;
  return logRatio >= FARTHEST ? Infinity : Math.exp(logRatio);
}

/**
 * The value of the e-process against a ratio, by its logarithm: 20 at any look is a chance of 1 in 20 at most
 * if it is the true ratio. It is the mean of how many times as likely other ratios make what was counted.
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
 * By how much a cell speaks for `other` and against `ratio`: the logarithm of an e-variable of Turner, Ly and
 * Grünwald for two binomial counts. It is valid whatever the rates are, and strongest if the old rate is
 * `rate`; towards 0 it is that of Poisson counts.
 */
function logFactor(
  { newUsers, newHad, oldUsers, oldHad }: Cell,
  ratio: number,
  other: number,
  rate: number,
): number {
  const moved = (newUsers * other + oldUsers) / (newUsers * ratio + oldUsers);
  // At most a quarter, so that no chance below comes near 1.
  const old = Math.min(rate, 0.25 / Math.max(1, ratio), (0.25 * moved) / Math.max(1, other));
  const fresh = ratio * old;
  const [a, b] = [newUsers * (1 - old), oldUsers * (1 - fresh)];
  const oldOther = (old * (a * ratio + b)) / (a * other + b);
  const freshOther = other * oldOther;
  return (
    newHad * Math.log(freshOther / fresh) +
    (newUsers - newHad) * (Math.log1p(-freshOther) - Math.log1p(-fresh)) +
    oldHad * Math.log(oldOther / old) +
    (oldUsers - oldHad) * (Math.log1p(-oldOther) - Math.log1p(-old))
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
const FEWEST_EVENTS = 10;

/**
 * The alternatives to a ratio, as differences of logarithms: log-normal around what a fixed test would just
 * find in two weeks. One standard deviation is half or twice as many users. If nothing is known of these,
 * most weight is on 15 % to a doubling, which decisions are about.
 */
function alternativesOf({ before }: EventBackground) {
  const middle =
    before === null ? 0.32 : DETECTABLE / Math.sqrt(INFORMATION * Math.max(FEWEST_EVENTS, before.events));
  const width = before === null ? 0.7 : Math.LN2 / 2;
  return NORMAL.flatMap(({ at, weight }) => {
    const shift = middle * Math.exp(at * width);
    return [
      { shift, weight: weight / 2 },
      { shift: -shift, weight: weight / 2 },
    ];
  });
}

/** The normal distribution by half standard deviations. */
const NORMAL = normal(Array.from({ length: 13 }, (_, place) => (place - 6) / 2));

function normal(places: readonly number[]) {
  const all = places.reduce((sum, at) => sum + Math.exp(-(at ** 2) / 2), 0);
  return places.map((at) => ({ at, weight: Math.exp(-(at ** 2) / 2) / all }));
}

/** The logarithm of the most likely ratio; null if nobody had the event. */
function findPeak(cells: readonly Cell[], rate: number): number | null {
  const isNew = cells.some(({ newHad }) => newHad > 0);
  const isOld = cells.some(({ oldHad }) => oldHad > 0);
  if (!isNew || !isOld) return isNew ? FARTHEST : isOld ? -FARTHEST : null;
  const rises = (logRatio: number): boolean => {
    const ratio = Math.exp(logRatio);
    const old = Math.min(rate, 0.25 / Math.max(1, ratio));
    let slope = 0;
    for (const { newUsers, newHad, oldUsers, oldHad } of cells)
      slope +=
        (oldUsers * newHad - newUsers * ratio * oldHad) /
        (newUsers * ratio * (1 - old) + oldUsers * (1 - ratio * old));
    return slope > 0;
  };
  return findEdge(-FARTHEST, FARTHEST, rises);
}

const STEPS = 40;

/**
 * Finds by bisection where a condition that holds at `from` ends on the way to `to`: a place where it no
 * longer holds, or `to` if it holds there.
 */
export function findEdge(from: number, to: number, holds: (at: number) => boolean): number {
  if (holds(to)) return to;
  let [inside, outside] = [from, to];
  for (let step = 0; step < STEPS; step++) {
    const middle = (inside + outside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}
