// On which days a data source, or the app that an insight is about, has events. Nothing is concluded from
// days on which nothing was measured: `insight.ts` compares nothing with them and says which days, and
// `history.ts` takes no period with such days for a sample.
import { Temporal } from 'temporal-polyfill';
import type { QueryService } from '../client/client.ts';
import { FEW, findGaps, findRestart } from '../compare/gaps.ts';
import { ifAnswered } from '../../text/errors.ts';
import { isFew } from '../../text/few.ts';
import { makeVisible } from '../../text/visible.ts';
import { findNumber } from '../tables/table.ts';
import { MS_PER_DAY, type TimeRange } from '../../tql/interval.ts';
import { formatInterval } from '../../tql/absolute-intervals.ts';
import { whereKnown } from '../../tql/json.ts';
import type { Query, QueryAggregation, QueryFilter } from '../../tql/query.ts';
import type { TimeBoundary } from '../../tql/result.ts';
import { selector } from '../../tql/write.ts';
import { asCoverage } from './optional-queries.ts';
import type { InsightPlan } from './plan.ts';

/** Which events an insight's data source has in the periods that are read from it. */
export interface Coverage {
  /**
   * The day of the first event, if the period to compare with or an earlier one of the history begins before
   * it.
   */
  readonly eventsSince: string | null;
  /** The days without events because of which no change is concluded, in words; null if there are none. */
  readonly noEventsOn: string | null;
  /** The days without events in the current period, if there are any after them. */
  readonly gaps?: readonly Pick<DatedGap, 'from' | 'until' | 'text'>[];
  /** Whether the two periods can be compared: no gap that is over lies in either. */
  readonly isComparable: boolean;
  /** Whether events had begun when a period began, by days, and it has no gap. */
  readonly isCovered: (period: TimeRange) => boolean;
  readonly notes: readonly string[];
}

/** The events of a data source or of one of its apps, whatever else an insight filters. */
export interface SourceEvents extends TimeBoundary {
  /** The events of each day of all periods that are read and of the weeks around them, in order. */
  readonly days: readonly SourceDay[];
}

/** A day's events, and those of each step of a funnel. */
interface SourceDay {
  readonly day: string;
  readonly count: number;
  readonly steps: readonly number[];
}

/** The time before the compared periods that shows how many events a day usually has. */
const LEAD_MS = 28 * MS_PER_DAY;
/** The time after them, which shows whether a gap is over. */
const TRAIL_MS = 14 * MS_PER_DAY;
const YEAR_MS = 365 * MS_PER_DAY;

/**
 * What all periods that are read cover, with the weeks before and as much of the two weeks after as is over;
 * null if no periods are compared. A retention compares its own.
 */
function rangeRead({ comparison, history, period, query, nowMs }: InsightPlan): TimeRange | null {
  const earlier = [...(comparison === null ? [] : [comparison.period.range]), ...(history?.periods ?? [])];
  if (earlier.length === 0 && query.queryType !== 'retention') return null;
  const ranges = [...earlier, period.range];
  return {
    startMs: Math.max(0, Math.min(...ranges.map(({ startMs }) => startMs)) - LEAD_MS),
    endMs: Math.min(nowMs, Math.max(...ranges.map(({ endMs }) => endMs)) + TRAIL_MS),
  };
}

/**
 * The first and the last event of an insight's data source or app, and its events by day, whatever else the
 * insight filters; null if nothing is compared, there are no events, or the answer is a failure or cannot be
 * read, whatever the reason.
 */
export async function askCoverage(plan: InsightPlan, service: QueryService): Promise<SourceEvents | null> {
  const range = rangeRead(plan);
  if (range === null) return null;
  const [boundary, days] = await Promise.all([
    ifAnswered(askBoundary(plan, service), () => null),
    ifAnswered(askDays(plan, service, range), () => []),
  ]);
  if (boundary === null) return null;
  const askBefore = () => askDays(plan, service, { startMs: boundary.firstMs, endMs: range.startMs }, 'all');
  const before = boundary.firstMs < range.startMs ? askBefore : null;
  return { ...boundary, firstMs: await firstOfMany(plan, boundary, days, before), days };
}

/**
 * Where a query's events come from: its data source and, if it is about one app, that app. The events of a
 * larger app of the organization would hide a gap of a smaller one.
 */
function sourceOf({ dataSource, baseFilters, appID, filter }: Query) {
  const ofApp =
    baseFilters === 'thisApp' && typeof appID === 'string' ? selector('appID', appID) : appFilter(filter);
  return whereKnown({ dataSource, filter: ofApp });
}

/** The selector of an app that all events of a filter have to match. */
function appFilter(filter: Query['filter']): QueryFilter | undefined {
  const { type, dimension, fields } = filter ?? {};
  if (type === 'and') return fields?.map(appFilter).find((each) => each !== undefined);
  return type === 'selector' && dimension === 'appID' ? (filter ?? undefined) : undefined;
}

/** The times of the first and the last event. The range is named: without one, a query covers 30 days. */
async function askBoundary(
  { query, nowMs }: InsightPlan,
  service: QueryService,
): Promise<TimeBoundary | null> {
  const { result } = await service.runQuery({
    queryType: 'timeBoundary',
    ...sourceOf(query),
    intervals: [formatInterval({ startMs: 0, endMs: nowMs })],
  });
  return result.kind === 'timeBoundary' ? result.range : null;
}

/** The output that counts the events of a day. */
const DAY_COUNT = '_events_by_day';

async function askDays(
  { query: insightQuery, timeZone }: InsightPlan,
  service: QueryService,
  range: TimeRange,
  granularity = 'day',
): Promise<SourceEvents['days']> {
  const dayOf = (ms: number): string => localDay(ms, timeZone).toString();
  const steps = stepsOf(insightQuery).map(({ filter }, place): QueryAggregation => {
    const events = { type: 'eventCount', name: `${DAY_COUNT}_${place}` } as const;
    return filter === undefined ? events : { ...events, type: 'filtered', filter, aggregator: events };
  });
  const query = asCoverage({
    queryType: 'timeseries',
    granularity,
    ...sourceOf(insightQuery),
    aggregations: [{ type: 'eventCount', name: DAY_COUNT }, ...steps],
    intervals: [formatInterval(range)],
    ...(timeZone === 'UTC' ? {} : { context: { timezone: timeZone } }),
  });
  const { result } = await service.runQuery(query);
  if (result.kind !== 'timeseries') return [];
  const buckets = new Map(result.buckets.map(({ timestampMs, values }) => [dayOf(timestampMs), values]));
  const [first, last] = [localDay(range.startMs, timeZone), localDay(range.endMs - 1, timeZone)];
  return Array.from({ length: first.until(last).days + 1 }, (_, index) => {
    const day = first.add({ days: index }).toString();
    const count = (name: string): number => findNumber(buckets.get(day) ?? {}, name) ?? 0;
    return {
      day,
      count: count(DAY_COUNT),
      steps: steps.map((_, place) => count(`${DAY_COUNT}_${place}`)),
    };
  });
}

/** A funnel's steps, which are counted by day, too: a step whose event was renamed has a gap of its own. */
function stepsOf(query: Query) {
  return query.queryType === 'funnel' ? (query.steps ?? []) : [];
}

/**
 * The first event, but for the few that wrong clocks sent: the first one after the last long stretch without
 * any, if a small part of all events is before it. Those before the days are requested only if they began
 * more than a year before the last one.
 */
async function firstOfMany(
  { timeZone }: InsightPlan,
  { firstMs, lastMs }: TimeBoundary,
  days: SourceEvents['days'],
  askBefore: (() => Promise<SourceEvents['days']>) | null,
): Promise<number> {
  const sumOf = (all: SourceEvents['days']): number => all.reduce((sum, { count }) => sum + count, 0);
  const place = findRestart(days.map(({ count }) => count));
  const day = days[place]?.day;
  if (day === undefined || (askBefore !== null && (place === 0 || lastMs - firstMs <= YEAR_MS)))
    return firstMs;
  const before = askBefore === null ? [] : await ifAnswered(askBefore(), () => null);
  if (before === null || sumOf(before) + sumOf(days.slice(0, place)) >= FEW * sumOf(days.slice(place)))
    return firstMs;
  return Math.max(firstMs, Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

function localDay(ms: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** What the first and the last event say about an insight's periods, by days of its zone. */
export function readCoverage(plan: InsightPlan, events: SourceEvents | null): Coverage {
  const { comparison, history, period, span, timeZone, nowMs } = plan;
  if (events === null || span === null)
    return { eventsSince: null, noEventsOn: null, isComparable: true, isCovered: () => true, notes: [] };
  const dayOf = (ms: number): Temporal.PlainDate => localDay(ms, timeZone);
  const [first, last] = [dayOf(events.firstMs), dayOf(events.lastMs)];
  const hasBegunBy = ({ startMs }: TimeRange): boolean =>
    Temporal.PlainDate.compare(first, dayOf(startMs)) <= 0;
  const compared = comparison?.period.range;
  const hasBegun = compared === undefined || hasBegunBy(compared);
  const earlier = history?.periods ?? [];
  const hasTrends = earlier.every(hasBegunBy);
  const lastDay =
    period.range.endMs <= nowMs ? dayOf(period.range.endMs - 1) : dayOf(nowMs).subtract({ days: 1 });
  const isBefore = period.range.endMs <= nowMs && Temporal.PlainDate.compare(lastDay, first) < 0;
  const gapsIn = findGapsIn(plan, events, first);
  const isCovered = (range: TimeRange): boolean => hasBegunBy(range) && gapsIn([range]).length === 0;
  const gaps = gapsIn([...(compared === undefined || !hasBegun ? [] : [compared]), period.range]);
  const trendGaps = gapsIn(earlier).filter((gap) => !gaps.includes(gap));
  const noEventsOn = gaps.length === 0 ? null : textOf(gaps);
  const isInterrupted = gaps.some((gap) => gap.isOver);
  const hasStopped = Temporal.PlainDate.compare(last, lastDay) < 0;
  return {
    eventsSince: hasBegun && hasTrends ? null : first.toString(),
    noEventsOn,
    gaps: gapsIn([period.range]).flatMap(({ isOver, ...gap }) => (isOver ? [gap] : [])),
    isComparable: hasBegun && !isInterrupted,
    isCovered,
    notes: [
      isInterrupted &&
        `${compared === undefined ? 'There' : 'There is no comparison: there'} are no events on ${noEventsOn}.`,
      noEventsOn !== null && !isInterrupted && !hasStopped && `There are no events on ${noEventsOn}.`,
      trendGaps.length > 0 && `Trends leave out periods without events on ${textOf(trendGaps)}.`,
      !hasBegunBy(period.range) &&
        `The first event is from ${first.toString()}${isBefore ? ', after this period' : '; the earlier days of the period have none'}.`,
      !hasBegun &&
        !isBefore &&
        `There is no comparison: there are events only since ${first.toString()}, and the earlier period begins on ${dayOf(compared.startMs).toString()}.`,
      !hasTrends &&
        !isBefore &&
        `Trends leave out periods that begin before ${first.toString()}, the day of the first event.`,
      hasStopped && `The last event is from ${last.toString()}; the later days of the period have none.`,
    ].filter((note) => note !== false),
  };
}

/** Finds the gaps that lie at least partly in some ranges: the source's or, if it has none, its steps'. */
function findGapsIn(
  { timeZone, nowMs, query, minGroupSize }: InsightPlan,
  { days }: SourceEvents,
  first: Temporal.PlainDate,
): (ranges: readonly TimeRange[]) => readonly DatedGap[] {
  const dayOf = (ms: number): string => localDay(ms, timeZone).toString();
  const calendar = { first: first.toString(), today: dayOf(nowMs), minGroupSize };
  const gapsOfAll = datedGaps(days, ({ count }) => count, calendar);
  const gapsOfSteps = stepsOf(query).flatMap(({ name }, place) => {
    const ofStep = ` for “${makeVisible(name ?? '')}”`;
    const stepGaps = datedGaps(days, ({ steps }) => steps[place] ?? 0, calendar);
    return stepGaps.map((gap) => ({ ...gap, text: `${gap.text}${ofStep}`, isOver: true }));
  });
  return (ranges) => {
    const isWithin = ({ from, until }: DatedGap): boolean =>
      ranges.some(({ startMs, endMs }) => from <= dayOf(endMs - 1) && until >= dayOf(startMs));
    const gaps = gapsOfAll.filter(isWithin);
    return gaps.length > 0 ? gaps : gapsOfSteps.filter(isWithin);
  };
}

/** Days without events, also in words, and whether there are events after them. */
interface DatedGap {
  readonly from: string;
  readonly until: string;
  readonly text: string;
  readonly isOver: boolean;
}

const MOST_GAPS = 3;

function textOf(gaps: readonly DatedGap[]): string {
  const texts = gaps.slice(0, MOST_GAPS).map(({ text }) => text);
  const others = gaps.length - MOST_GAPS;
  return [...texts, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

/** The first day with events, today, and what is shown of few events. */
interface Calendar extends Pick<InsightPlan, 'minGroupSize'> {
  readonly first: string;
  readonly today: string;
}

/** The gaps since the first event. A day that is not over begins none. */
function datedGaps(
  days: SourceEvents['days'],
  countOf: (day: SourceDay) => number,
  { first, today, minGroupSize }: Calendar,
): readonly DatedGap[] {
  const counts = days.map(countOf);
  const hadBegun = days[0] !== undefined && first < days[0].day;
  const over = days.filter(({ day }) => day < today).length;
  return findGaps(counts, hadBegun, over).flatMap((gap): readonly DatedGap[] => {
    const [from, until] = [days[gap.first]?.day ?? '', days[gap.last]?.day ?? ''];
    if (until < first || from >= today) return [];
    const few = counts.slice(gap.first, gap.last + 1).reduce((sum, count) => sum + count, 0);
    const shown = isFew(few, minGroupSize) ? `fewer than ${minGroupSize}` : few;
    const text = `${from === until ? from : `${from} to ${until}`}${few === 0 ? '' : ` but for ${shown}`}`;
    return [{ from, until, text, isOver: gap.last < days.length - 1 }];
  });
}
