// Finds where a series of counts changes for good, for the sentence "Since Nov 3 about 3 times as many as
// before" in `render/view/sentences/break.ts`.
import { median } from './median.ts';

/** Where a series of buckets leaves its usual course. */
type Break =
  /** Nothing since `index`, after a series that was never empty. */
  | { readonly kind: 'silence'; readonly index: number }
  /** From `index` on, `factor` times as much as before. */
  | { readonly kind: 'step'; readonly index: number; readonly factor: number }
  /** At `index` alone, `factor` times the usual. */
  | { readonly kind: 'outlier'; readonly index: number; readonly factor: number; readonly usual: number };

/**
 * The clearest break of a series of counts, oldest first; null if there is none. `season` is the number of
 * buckets after which a rhythm repeats: 7 for days. A step or an outlier is reported only in a series of at
 * least three seasons. The more insights a report has (`among`), the clearer a break must be. How often noise
 * passes for a break is in docs/explain/what-is-unusual.md.
 */
export function findBreak(values: readonly number[], season = 1, among = 1): Break | null {
  if (values.length < MIN_BUCKETS || values.some((value) => value < 0)) return null;
  const silence = findSilence(values);
  // A weekend is neither a step nor an unusual day, and only whole weeks show what a weekend is.
  if (silence !== null || values.length < MIN_SEASONS * season) return silence;
  // In simulations a tenth more halves how often noise passes for a break.
  const clarity = 1 + Math.log2(among) / 10;
  return findStep(values, season, clarity) ?? findOutlier(values, season, clarity);
}

const MIN_BUCKETS = 8;
const MIN_SEASONS = 3;
/** A silence is reported after this many empty buckets. */
const SILENT_BUCKETS = 2;
const MIN_STEP_BUCKETS = 3;
const MIN_STEP_FACTOR = 1.25;
const MIN_OUTLIER_FACTOR = 1.5;
/** An unusual bucket and others that are about as high or as low. */
const MOST_ALIKE = 3;
/** In standard deviations of the noise. */
const STEP_DEVIATIONS = 7;
const OUTLIER_DEVIATIONS = 6;
/** The least noise of a logarithm: no usage is more even than this. */
const MIN_NOISE = 0.03;

function findSilence(values: readonly number[]): Break | null {
  const index = values.findLastIndex((value) => value > 0) + 1;
  const before = values.slice(0, index);
  const isEnough = values.length - index >= SILENT_BUCKETS && before.length >= MIN_BUCKETS - SILENT_BUCKETS;
  // With a median of 5 or more events, empty buckets are no chance; with fewer, they may be.
  return isEnough && before.every((value) => value > 0) && median(before) >= 5
    ? { kind: 'silence', index }
    : null;
}

function findStep(values: readonly number[], season: number, clarity: number): Break | null {
  const levels = withoutRhythm(values, season);
  const least = season > 1 ? Math.max(MIN_STEP_BUCKETS, Math.ceil(season / 2)) : MIN_STEP_BUCKETS;
  let best: ReturnType<typeof splitAt> | null = null;
  for (let index = least; index <= levels.length - least; index += 1) {
    const split = splitAt(levels, index);
    if (best === null || split.size < best.size) best = split;
  }
  if (best === null) return null;
  const { left, right, rests } = best;
  const [before, after] = [median(left), median(right)];
  const noise = noiseOf(rests, values) * Math.sqrt(1 / left.length + 1 / right.length);
  const leastStep = Math.max(STEP_DEVIATIONS * clarity * noise, Math.log(MIN_STEP_FACTOR));
  const isStep = Math.abs(after - before) >= leastStep && isLasting(left, right, after - before);
  return isStep && Math.round(countAt(before)) > 0
    ? { kind: 'step', index: left.length, factor: countAt(after) / countAt(before) }
    : null;
}

/** A series divided at an index. `rests` are the distances of its levels from the median of their side. */
function splitAt(levels: readonly number[], index: number) {
  const [left, right] = [levels.slice(0, index), levels.slice(index)];
  const rests = [...centred(left), ...centred(right)];
  return { left, right, rests, size: rests.reduce((sum, rest) => sum + Math.abs(rest), 0) };
}

/** A side moves at most by this part of a step. */
const MOST_SLOPE = 0.6;
/** The last two buckets are at most by this part of a step off the level of their side. */
const MOST_END = 0.35;

/**
 * Whether a step is sudden and both of its sides stay at their levels to the end. A slow rise does not, nor
 * does a campaign that fades or is over, or a fall of which the last days are not all counted yet.
 */
function isLasting(left: readonly number[], right: readonly number[], difference: number): boolean {
  const heightOf = (levels: readonly number[]): number => (median(levels) - median(left)) / difference;
  const [before, after] = [heightOf(left.slice(-3)), heightOf(right.slice(0, 3))];
  const isMoving = (levels: readonly number[], from: number, most: number): boolean =>
    Math.abs(heightOf(levels) - from) > most;
  return !(
    after - before < MOST_SLOPE ||
    isMoving(left.slice(0, 5), before, MOST_SLOPE) ||
    isMoving(right.slice(-5), after, MOST_SLOPE) ||
    isMoving(right.slice(-1), 1, MOST_SLOPE) ||
    isMoving(right.slice(-2), 1, MOST_END)
  );
}

function findOutlier(values: readonly number[], season: number, clarity: number): Break | null {
  const levels = withoutRhythm(values, season);
  const rests = levels.map((level, index) => {
    const near = levels.filter(
      (_, other) => other !== index && Math.abs(other - index) <= Math.max(season, 5),
    );
    return level - median(near);
  });
  const noise = noiseOf(rests, values);
  const sizes = rests.map(Math.abs);
  const index = sizes.indexOf(Math.max(...sizes));
  const [rest, value] = [rests[index] ?? 0, values[index] ?? 0];
  const usual = (value + 1) / Math.exp(rest) - 1;
  const isClear =
    Math.abs(rest) >= Math.max(OUTLIER_DEVIATIONS * clarity * noise, Math.log(MIN_OUTLIER_FACTOR));
  const isBeyondChance =
    Math.abs(value - usual) >= OUTLIER_DEVIATIONS * Math.sqrt(value + Math.max(0, usual));
  // An ordinary day beside a holiday or a campaign is like many days, and so is one of several peaks.
  const halfway = (levels[index] ?? 0) - rest / 2;
  const isUnusual = levels.filter((level) => (level - halfway) / rest > 0).length <= MOST_ALIKE;
  // No count is a number of times as many as none.
  return isClear && isBeyondChance && isUnusual && Math.round(usual) > 0
    ? { kind: 'outlier', index, factor: value / usual, usual }
    : null;
}

/** The count behind a level, which is the logarithm of the count plus 1. */
function countAt(level: number): number {
  return Math.max(0, Math.exp(level) - 1);
}

/**
 * The levels of values without their rhythm. A level is the logarithm of a value plus 1. The rhythm of
 * Mondays, for example, is the median distance of their levels from the mean of the week around each.
 */
function withoutRhythm(values: readonly number[], season: number): readonly number[] {
  const levels = values.map((value) => Math.log(value + 1));
  if (season <= 1) return levels;
  const half = Math.floor(season / 2);
  const distances = Array.from({ length: season }, (): number[] => []);
  for (let index = half; index + season - half <= levels.length; index += 1) {
    const around = levels.slice(index - half, index - half + season);
    const mean = around.reduce((sum, level) => sum + level, 0) / season;
    distances[index % season]?.push((levels[index] ?? 0) - mean);
  }
  const rhythm = distances.map(median);
  return levels.map((level, index) => level - (rhythm[index % season] ?? 0));
}

function centred(levels: readonly number[]): number[] {
  const middle = median(levels);
  return levels.map((level) => level - middle);
}

/** The standard deviation of the distances that are left, and at least that of chance in such counts. */
function noiseOf(rests: readonly number[], values: readonly number[]): number {
  // Of a normal distribution, the standard deviation is 1.4826 times the median distance.
  const spread = 1.4826 * median(rests.map(Math.abs));
  return Math.max(MIN_NOISE, spread, 1 / Math.sqrt(median(values) + 1));
}
