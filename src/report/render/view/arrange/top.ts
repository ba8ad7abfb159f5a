// Decides what is at the top of a report: which insights get a line each, which share the line "As usual",
// and which have the same total, so that it is written only once. `view/report.ts` calls this. Pure.
import type { Results } from '../../../results/results.ts';
import type { InsightFacts } from '../insight-types.ts';
import { isSamePeriod } from '../period.ts';
import { isUnusual } from '../sentences/news.ts';
import type { RankingView } from '../table-types.ts';
import { verdictsOn } from './worth.ts';

/** The insights at the top of a report. */
export interface Top {
  /** Those that get a line each. */
  readonly highlights: readonly InsightFacts[];
  /** How many further insights could have a line. */
  readonly more: number;
  /** Those within their usual range, which share a line. */
  readonly usual: readonly InsightFacts[];
  /** Those whose total is said above the first of them, or in the line of the first of them. */
  readonly repeating: readonly InsightFacts[];
  /** Whether the top is a list, in which each line begins with a title. */
  readonly several: boolean;
}

const HIGHLIGHTS = 5;
/** A single usual insight gets the line that it would get otherwise. */
const LEAST_USUAL = 2;

/** Arranges the top of a report. A list of rows that counts nothing has no line. */
export function arrangeTop(allFacts: readonly InsightFacts[], results: Results): Top {
  const summarized = allFacts.filter(({ kind }) => kind !== null && kind !== 'list');
  const inUsualRange = summarized.filter((facts) => isUsual(facts, results));
  const usual = inUsualRange.length < LEAST_USUAL ? [] : inUsualRange;
  const others = summarized.filter((facts) => !usual.includes(facts));
  const highlights = others.slice(0, HIGHLIGHTS);
  return {
    highlights,
    more: others.length - highlights.length,
    usual,
    repeating: findRepeating(highlights, usual),
    several: usual.length > 0 || highlights.length > 1,
  };
}

/** In a range that ends at more times its begin, anything is usual: a campaign before makes it so wide. */
const MOST_WIDE = 3;

/**
 * Whether a total lies in its usual range, no row moved beyond chance, and all gates on it passed. A funnel
 * shows its rate, for which no range is known.
 */
function isUsual(facts: InsightFacts, { thresholds }: Results): boolean {
  const { usual, name, ranking, series } = facts;
  const isInRange =
    facts.kind !== 'funnel' && usual !== null && usual.high <= MOST_WIDE * usual.low && !isUnusual(facts);
  const hasPassed = verdictsOn(name, thresholds).every(({ outcome }) => outcome === 'passed');
  const hasBreak = series !== null && series.finding !== '';
  return isInRange && hasPassed && !hasBreak && !hasMovers(ranking);
}

function hasMovers(ranking: RankingView | null): boolean {
  return ranking !== null && (ranking.up ?? ranking.down ?? ranking.added ?? ranking.lost) !== null;
}

/**
 * The insights of the same total, if there are several. If the first of them is a highlight, all of them: the
 * total is said above it. Otherwise all but the first, whose own line says it.
 */
function findRepeating(
  highlights: readonly InsightFacts[],
  usual: readonly InsightFacts[],
): readonly InsightFacts[] {
  const repeatable = [...highlights.filter(hasMoreThanTotal), ...usual];
  for (const first of repeatable) {
    const alike = repeatable.filter((other) => isSameTotal(first, other));
    if (alike.length > 1) return highlights.includes(first) ? alike : alike.slice(1);
  }
  return [];
}

/** Whether one line can say something besides the total. */
function hasMoreThanTotal({ ranking, series }: InsightFacts): boolean {
  return (series?.average ?? ranking?.most ?? null) !== null || hasMovers(ranking);
}

/** Whether two insights count the same: all users of a period, say, once by device and once by system. */
function isSameTotal(one: InsightFacts, other: InsightFacts): boolean {
  const haveTotals = one.total !== null && one.kind !== 'funnel' && other.kind !== 'funnel';
  return (
    haveTotals &&
    one.unit === other.unit &&
    one.total === other.total &&
    one.previousTotal === other.previousTotal &&
    isSamePeriod(one.period, other.period)
  );
}
