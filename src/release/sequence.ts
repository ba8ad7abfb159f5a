/** One day of one stratum: the users of each side, and those of them who had the event. */
export interface Cell {
  readonly newUsers: number;
  readonly newHad: number;
  readonly oldUsers: number;
  readonly oldHad: number;
}

/** How many times as likely a user has the event with the new version: 1 is alike. */
export interface RatioInterval {
  /** The most likely ratio; null if nobody had the event, or Infinity. */
  readonly estimate: number | null;
  readonly low: number;
  /** Infinity if nothing bounds it. */
  readonly high: number;
}

/**
 * An interval for the ratio of two rates that holds at every look: over all looks together it errs with a
 * chance of `alpha` at most (decision 0024). A ratio is outside if the e-process against it has reached 1 /
 * alpha: the likelihood of the events' sides, given how many events and users each cell has, averaged over
 * `ALTERNATIVES` and divided by its own. `spread` is how many times as much the counts vary as those of
 * independent events; it tempers the likelihood.
 */
export function ratioInterval(given: readonly Cell[], spread: number, alpha: number): RatioInterval {
  const cells = given.filter(({ newUsers, oldUsers }) => newUsers > 0 && oldUsers > 0);
  const isInside = (logRatio: number): boolean => evidenceAgainst(cells, logRatio, spread) < 1 / alpha;
  const peak = findPeak(cells);
  const [low, high] = [findEdge(peak, -FARTHEST, isInside), findEdge(peak, FARTHEST, isInside)];
  return {
    estimate: peak <= -FARTHEST ? 0 : peak >= FARTHEST ? Infinity : hasEvents(cells) ? Math.exp(peak) : null,
    low: low <= -FARTHEST ? 0 : Math.exp(low),
    high: high >= FARTHEST ? Infinity : Math.exp(high),
  };
}

/**
 * The value of the e-process against a ratio, by its logarithm: 20 at any look is a chance of 1 in 20 at most
 * if it is the true ratio.
 */
export function evidenceAgainst(cells: readonly Cell[], logRatio: number, spread: number): number {
  const own = logLikelihoodOf(cells, logRatio);
  let evidence = 0;
  for (const { shift, weight } of ALTERNATIVES)
    evidence += weight * Math.exp((logLikelihoodOf(cells, logRatio + shift) - own) / Math.max(1, spread));
  return evidence;
}

/** Beyond this logarithm a ratio counts as 0 or infinite. */
const FARTHEST = 12;
const STEPS = 40;

/**
 * The ratios that a ratio is held against, by the logarithm of what lies between: from 1 % to more than
 * fiftyfold, most weight on 15 % to a doubling, which decisions are about.
 */
const ALTERNATIVES = alternatives();

function alternatives(): readonly { readonly shift: number; readonly weight: number }[] {
  const shifts = Array.from({ length: 27 }, (_, place) => 0.012 * 1.25 ** place);
  const weights = shifts.map((shift) => Math.exp(-0.5 * (Math.log(shift / 0.32) / 0.7) ** 2));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return shifts.flatMap((shift, place) => {
    const weight = (weights[place] ?? 0) / all / 2;
    return [
      { shift, weight },
      { shift: -shift, weight },
    ];
  });
}

function hasEvents(cells: readonly Cell[]): boolean {
  return cells.some(({ newHad, oldHad }) => newHad + oldHad > 0);
}

function logLikelihoodOf(cells: readonly Cell[], logRatio: number): number {
  const ratio = Math.exp(logRatio);
  let sum = 0;
  for (const { newUsers, newHad, oldUsers, oldHad } of cells) {
    const all = ratio * newUsers + oldUsers;
    if (newHad > 0) sum += newHad * Math.log((ratio * newUsers) / all);
    if (oldHad > 0) sum += oldHad * Math.log(oldUsers / all);
  }
  return sum;
}

/** Where the likelihood, which is concave, is highest. */
function findPeak(cells: readonly Cell[]): number {
  if (!hasEvents(cells)) return 0;
  const rises = (logRatio: number): boolean => {
    const ratio = Math.exp(logRatio);
    let slope = 0;
    for (const { newUsers, newHad, oldUsers, oldHad } of cells)
      slope += newHad - ((newHad + oldHad) * ratio * newUsers) / (ratio * newUsers + oldUsers);
    return slope > 0;
  };
  if (cells.every(({ newHad }) => newHad === 0)) return -FARTHEST;
  if (cells.every(({ oldHad }) => oldHad === 0)) return FARTHEST;
  return findEdge(-FARTHEST, FARTHEST, rises);
}

/**
 * Where a condition that holds at `from` stops to hold on the way to `to`, on the side where it does not;
 * `to` if it holds there.
 */
function findEdge(from: number, to: number, holds: (at: number) => boolean): number {
  if (holds(to)) return to;
  let [inside, outside] = [from, to];
  for (let step = 0; step < STEPS; step++) {
    const middle = (inside + outside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}
