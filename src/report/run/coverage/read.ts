// Decides what the days with and without events (`ask.ts`) mean for an insight. Nothing is concluded from
// days on which nothing was measured: `insight.ts` does not compare with them and names them in a note, and
// `history.ts` leaves such periods out of trends.
import { findGaps, MIN_MEDIAN, WEEK } from '../../compare/gaps.ts';
import { median } from '../../compare/median.ts';
import { isFew } from '../../../text/few.ts';
import { makeVisible } from '../../../text/visible.ts';
import type { TimeRange } from '../../../tql/time/interval.ts';
import type { InsightPlan } from '../planning/plan.ts';
import { type Gap, localDay, type SourceDay, type SourceEvents, sumOf, type VersionEvents } from './ask.ts';
import { type Part, partsOf } from './parts.ts';
import { areDue, findSilence, findSilentVersion } from './silence.ts';

/** Which events an insight's data source has in the periods that are read from it. */
export interface Coverage {
  /** The day of the first event, if the compared period or one of the history begins before it. */
  readonly eventsSince: string | null;
  /** The days without events because of which no change is concluded, in words; null if there are none. */
  readonly noEventsOn: string | null;
  /** The days without events in both periods that its source does have. */
  readonly gaps?: readonly Pick<Gap, 'from' | 'until' | 'text' | 'part' | 'isPartial'>[];
  /** Whether the two periods can be compared: no gap that is over lies in either. */
  readonly isComparable: boolean;
  /** Whether events had begun when a period began, by days, and it has no gap. */
  readonly isCovered: (period: TimeRange) => boolean;
  readonly notes: readonly string[];
}

const NOT_KNOWN: Coverage = {
  eventsSince: null,
  noEventsOn: null,
  isComparable: true,
  isCovered: () => true,
  notes: [],
};

/** What the source's events mean for an insight's periods. Days are those of the insight's time zone. */
export function readCoverage(insightPlan: InsightPlan, events: SourceEvents | null): Coverage {
  const plan = { ...insightPlan, eventNames: events?.eventNames ?? [] };
  const { comparison, history, period, span, timeZone } = plan;
  if (events === null || span === null) return NOT_KNOWN;
  const dayOf = (ms: number) => localDay(ms, timeZone).toString();
  const first = dayOf(events.firstMs);
  const hasBegunBy = ({ startMs }: TimeRange) => first <= dayOf(startMs);
  const comparedRange = comparison?.period.range;
  const hasBegunByCompared = comparedRange === undefined || hasBegunBy(comparedRange);
  const historyRanges = history?.periods ?? [];
  const hasBegunByHistory = historyRanges.every(hasBegunBy);
  const gapsIn = findGapsIn(plan, events, first);
  const isCompared = comparedRange !== undefined && hasBegunByCompared;
  const gaps = gapsIn(isCompared ? [comparedRange, period.range] : [period.range]);
  const ofMetric = gaps.filter(({ isOfMetric }) => isOfMetric);
  const noEventsOn = ofMetric.length === 0 ? null : writeGaps(ofMetric);
  const isInterrupted = ofMetric.some(({ sourceGoesOn }) => sourceGoesOn);
  const trendGaps = gapsIn(historyRanges).filter(({ isOfMetric }) => isOfMetric);
  return {
    eventsSince: hasBegunByCompared && hasBegunByHistory ? null : first,
    noEventsOn,
    gaps: gaps
      .filter(({ sourceGoesOn }) => sourceGoesOn)
      .map(({ sourceGoesOn: _goesOn, isOfMetric: _isOfMetric, ...gap }) => gap),
    isComparable: hasBegunByCompared && !isInterrupted,
    isCovered: (range) => hasBegunBy(range) && !gapsIn([range]).some(({ isOfMetric }) => isOfMetric),
    notes: coverageNotes(plan, {
      first,
      last: dayOf(events.lastMs),
      comparedStart: comparedRange === undefined ? null : dayOf(comparedRange.startMs),
      hasBegunByHistory,
      noEventsOn,
      isInterrupted,
      trendGaps: trendGaps.filter((gap) => !gaps.includes(gap)),
    }),
  };
}

/** What the notes say; all days are texts such as `2026-11-05`, which compare as dates do. */
interface CoverageFacts {
  /** The days of the first and the last event. */
  readonly first: string;
  readonly last: string;
  /** The first day of the compared period; null if nothing is compared. */
  readonly comparedStart: string | null;
  readonly hasBegunByHistory: boolean;
  readonly noEventsOn: string | null;
  readonly isInterrupted: boolean;
  /** The gaps in the history that are in none of the compared periods. */
  readonly trendGaps: readonly Gap[];
}

function coverageNotes(
  { period: { range }, timeZone, nowMs }: InsightPlan,
  { first, last, comparedStart, hasBegunByHistory, noEventsOn, isInterrupted, trendGaps }: CoverageFacts,
): readonly string[] {
  const isOver = range.endMs <= nowMs;
  const yesterday = localDay(nowMs, timeZone).subtract({ days: 1 });
  const lastDay = (isOver ? localDay(range.endMs - 1, timeZone) : yesterday).toString();
  const isBeforeFirst = isOver && lastDay < first;
  const hasStopped = last < lastDay;
  const notes: string[] = [];
  if (isInterrupted) {
    const there = comparedStart === null ? 'There' : 'There is no comparison: there';
    notes.push(`${there} are no events on ${noEventsOn}.`);
  } else if (noEventsOn !== null && !hasStopped) {
    notes.push(`There are no events on ${noEventsOn}.`);
  }
  if (trendGaps.length > 0) notes.push(`Trends leave out periods without events on ${writeGaps(trendGaps)}.`);
  if (first > localDay(range.startMs, timeZone).toString()) {
    const where = isBeforeFirst ? ', after this period' : '; the earlier days of the period have none';
    notes.push(`The first event is from ${first}${where}.`);
  }
  if (!isBeforeFirst && comparedStart !== null && first > comparedStart)
    notes.push(
      `There is no comparison: there are events only since ${first}, and the earlier period begins on ${comparedStart}.`,
    );
  if (!isBeforeFirst && !hasBegunByHistory)
    notes.push(`Trends leave out periods that begin before ${first}, the day of the first event.`);
  if (hasStopped) notes.push(`The last event is from ${last}; the later days of the period have none.`);
  return notes;
}

/**
 * Finds the gaps that lie at least partly in some ranges: the source's, those of the insight's parts, and
 * those of one platform, each unless it lies in one of the gaps before.
 */
function findGapsIn(
  plan: InsightPlan,
  { days, platforms = [], versions = [] }: SourceEvents,
  first: string,
): (ranges: readonly TimeRange[]) => readonly Gap[] {
  const { timeZone, nowMs, minGroupSize } = plan;
  const dayOf = (ms: number) => localDay(ms, timeZone).toString();
  const limits = { first, today: dayOf(nowMs), minGroupSize };
  const unnamed = platforms.find(({ name }) => name === null)?.days ?? [];
  const ofPlatforms = platforms.flatMap(({ name, days: daysOfPlatform }) => {
    if (name === null) return [];
    const besideSource = days.map((each, place) => ({ ...each, parts: [daysOfPlatform[place]?.count ?? 0] }));
    const platform = minGroupSize > 1 ? 'one platform' : `“${makeVisible(name)}”`;
    // The days before a platform began are no gap, nor are those of a platform that one user may have.
    const isUsual = ({ from }: Gap) => {
      const weekBefore = besideSource.filter(({ day }) => day < from).slice(-WEEK);
      const usual = median(weekBefore.map(countOfPlatform));
      return usual >= Math.max(MIN_MEDIAN, LEAST_PART * median(weekBefore.map(({ count }) => count)));
    };
    return [...gapsOf(besideSource, countOfPlatform, limits, true), ...partGaps(plan, daysOfPlatform, limits)]
      .filter((gap) => isUsual(gap) && !hasGrown(unnamed, gap))
      .map((gap) => ({ ...gap, text: `${gap.text} from ${platform}`, isPartial: true, sourceGoesOn: true }));
  });
  const all: Gap[] = [];
  for (const gap of [
    ...gapsOf(days, ({ count }) => count, limits),
    // A row that no platform has any more is gone.
    ...partGaps({ ...plan, eventNames: [] }, days, limits),
    ...ofPlatforms,
    ...versionGaps(plan, versions),
  ]) {
    const isRepeated = all.some(
      ({ from, until, part }) =>
        from <= gap.from && until >= gap.until && (part === undefined || part === gap.part),
    );
    if (!isRepeated) all.push(gap);
  }
  return (ranges) =>
    all.filter(({ from, until }) =>
      ranges.some(({ startMs, endMs }) => from <= dayOf(endMs - 1) && until >= dayOf(startMs)),
    );
}

/** A platform with a smaller part of the events than this is no reason to conclude nothing. */
const LEAST_PART = 0.01;

function countOfPlatform({ parts: [count = 0] }: SourceDay): number {
  return count;
}

/** Whether there are far more events on the days of a gap than in the weeks before: they only moved there. */
function hasGrown(days: readonly SourceDay[], { from, until }: Gap): boolean {
  const meanOf = (some: readonly SourceDay[]) => sumOf(some, ({ count }) => count) / (some.length || 1);
  const within = days.filter(({ day }) => day >= from && day <= until);
  return meanOf(within) > 2 * meanOf(days.filter(({ day }) => day < from).slice(-4 * WEEK));
}

/** The gaps of each part of an insight, also those that are not over. */
function partGaps(plan: InsightPlan, days: readonly SourceDay[], limits: GapLimits): readonly Gap[] {
  return partsOf(plan).flatMap((part, place) => {
    const { name, isOfMetric } = part;
    return gapsOf(days, ({ parts: counts }) => counts[place] ?? 0, limits, true).map((gap) => ({
      ...gap,
      ...(name === null ? {} : { part: name }),
      text: `${gap.text} ${partText(part)}`,
      isPartial: true,
      isOfMetric,
      sourceGoesOn: true,
    }));
  });
}

function partText({ name }: Part): string {
  return name === null ? 'that match the query' : `for “${makeVisible(name)}”`;
}

/** The period, for each part that no version of an app sends from some version on. */
function versionGaps(plan: InsightPlan, versions: readonly VersionEvents[]): readonly Gap[] {
  const { period, nowMs, timeZone, minGroupSize } = plan;
  const { startMs, endMs } = period.range;
  const [from, until] = [startMs, Math.min(endMs, nowMs) - 1].map((ms) => localDay(ms, timeZone).toString());
  if (from === undefined || until === undefined) return [];
  const apps = [...Map.groupBy(versions, ({ app }) => app).values()];
  return partsOf(plan).flatMap((part, place) =>
    apps.flatMap((ofApp) => {
      const version = findSilentVersion(ofApp, place);
      if (version === null) return [];
      const since = minGroupSize > 1 ? 'newer versions' : `version ${makeVisible(version)} on`;
      const dates = from === until ? from : `${from} to ${until}`;
      return {
        ...{ from, until, text: `${dates} ${partText(part)} from ${since}` },
        ...(part.name === null ? {} : { part: part.name }),
        ...{ sourceGoesOn: true, isPartial: true, isOfMetric: part.isOfMetric },
      };
    }),
  );
}

/** The first day with events, today, and the smallest number of events that is shown. */
interface GapLimits extends Pick<InsightPlan, 'minGroupSize'> {
  readonly first: string;
  readonly today: string;
}

/**
 * The gaps since the first event; of a part of the source's events also the days since it ended. A day that
 * is not over begins none.
 */
function gapsOf(
  days: readonly SourceDay[],
  countOf: (day: SourceDay) => number,
  { first, today, minGroupSize }: GapLimits,
  isOfPart = false,
): readonly Gap[] {
  const counts = days.map(countOf);
  const hadBegun = days[0] !== undefined && first < days[0].day;
  const daysOver = days.filter(({ day }) => day < today);
  const stretches = findGaps(counts, { hadBegun, over: daysOver.length });
  const silence = findSilence(daysOver, countOf);
  const ofPart = [...stretches.filter(({ last }) => last < (silence?.first ?? Infinity)), silence]
    .filter((stretch) => stretch !== null)
    .filter((stretch) => areDue(days, stretch, countOf));
  const gaps: Gap[] = [];
  for (const places of isOfPart ? ofPart : stretches) {
    const [from, until] = [days[places.first]?.day ?? '', days[places.last]?.day ?? ''];
    if (until < first || from >= today) continue;
    const lateCount = counts.slice(places.first, places.last + 1).reduce((sum, each) => sum + each, 0);
    const shownCount = isFew(lateCount, minGroupSize) ? `fewer than ${minGroupSize}` : lateCount;
    const dates = from === until ? from : `${from} to ${until}`;
    const text = lateCount === 0 ? dates : `${dates} but for ${shownCount}`;
    const sourceGoesOn = places.last < days.length - 1;
    gaps.push({ from, until, text, sourceGoesOn, isPartial: false, isOfMetric: true });
  }
  return gaps;
}

const MOST_GAPS = 3;

/** `2026-11-03, 2026-11-08 to 2026-11-10`, at most three of them. */
function writeGaps(gaps: readonly Gap[]): string {
  const texts = gaps.slice(0, MOST_GAPS).map(({ text }) => text);
  const others = gaps.length - MOST_GAPS;
  if (others > 0) texts.push(`${others} more`);
  return texts.join(', ');
}
