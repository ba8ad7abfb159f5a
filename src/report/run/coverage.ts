// On which days a data source, or the app that an insight is about, has events. A comparison with days on which nothing was measured would conclude
// from nothing, so `insight.ts` leaves it out and says which days.
import { Temporal } from 'temporal-polyfill';
import type { QueryService } from '../client/client.ts';
import { findGaps } from '../compare/gaps.ts';
import { ifAnswered } from '../../text/errors.ts';
import { isFew } from '../../text/few.ts';
import { makeVisible } from '../../text/visible.ts';
import { findNumber } from '../tables/table.ts';
import { MS_PER_DAY, MS_PER_HOUR, type TimeRange } from '../../tql/interval.ts';
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
  /** Whether the two periods can be compared: no gap that is over lies in either. */
  readonly isComparable: boolean;
  /** Whether events had begun when a period began, by days. */
  readonly isCovered: (period: Pick<TimeRange, 'startMs'>) => boolean;
  readonly notes: readonly string[];
}

/** The events of a data source or of one of its apps, whatever else an insight filters. */
export interface SourceEvents extends TimeBoundary {
  /**
   * The events of each day of the compared periods and of the weeks around them, in order; empty if nothing
   * is compared.
   */
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
 * What two periods that are compared cover, with the weeks before and as much of the two weeks after as is
 * over; null if nothing is compared.
 */
function comparedRange({ comparison, period, nowMs }: InsightPlan): TimeRange | null {
  if (comparison === null) return null;
  const [earlier, current] = [comparison.period.range, period.range];
  return {
    startMs: Math.max(0, Math.min(earlier.startMs, current.startMs) - LEAD_MS),
    endMs: Math.min(nowMs, Math.max(earlier.endMs, current.endMs) + TRAIL_MS),
  };
}

/**
 * The first and the last event of an insight's data source, and its events by day, whatever the insight
 * filters; null if no earlier period is requested, there are no events, or the answer is a failure or cannot
 * be read, whatever the reason.
 */
export async function askCoverage(plan: InsightPlan, service: QueryService): Promise<SourceEvents | null> {
  const { comparison, history, nowMs } = plan;
  if (comparison === null && (history === null || history.periods.length === 0)) return null;
  const range = comparedRange(plan);
  const [boundary, days] = await Promise.all([
    ifAnswered(askBoundary(plan, service, { startMs: 0, endMs: nowMs }), () => null),
    range === null ? [] : ifAnswered(askDays(plan, service, range), () => []),
  ]);
  if (boundary === null) return null;
  const firstMs = await firstOfMany(plan, service, boundary, days);
  return { ...boundary, firstMs, days };
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
  { query }: InsightPlan,
  service: QueryService,
  range: TimeRange,
): Promise<TimeBoundary | null> {
  const { result } = await service.runQuery({
    queryType: 'timeBoundary',
    ...sourceOf(query),
    intervals: [formatInterval(range)],
  });
  return result.kind === 'timeBoundary' ? result.range : null;
}

/** The output that counts the events of a day. */
const DAY_COUNT = '_events_by_day';

async function askDays(
  { query: insightQuery, timeZone }: InsightPlan,
  service: QueryService,
  range: TimeRange,
): Promise<SourceEvents['days']> {
  const dayOf = (ms: number): string => localDay(ms, timeZone).toString();
  const steps = stepsOf(insightQuery).map(({ filter }, place): QueryAggregation => {
    const events = { type: 'eventCount', name: `${DAY_COUNT}_${place}` } as const;
    return filter === undefined ? events : { ...events, type: 'filtered', filter, aggregator: events };
  });
  const query = asCoverage({
    queryType: 'timeseries',
    granularity: 'day',
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

/** The first event; if a year passes before the next one, that one: a wrong clock sent the first. */
async function firstOfMany(
  plan: InsightPlan,
  service: QueryService,
  { firstMs, lastMs }: TimeBoundary,
  days: SourceEvents['days'],
): Promise<number> {
  const isCounted = days[0] !== undefined && days[0].count > 0;
  if (isCounted || lastMs - firstMs <= YEAR_MS) return firstMs;
  const range = { startMs: firstMs + MS_PER_HOUR, endMs: plan.nowMs };
  const next = await askBoundary(plan, service, range).catch(() => null);
  return next !== null && next.firstMs - firstMs > YEAR_MS ? next.firstMs : firstMs;
}

function localDay(ms: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** What the first and the last event say about an insight's periods, by days of its zone. */
export function readCoverage(
  { comparison, history, period, span, timeZone, nowMs, query, minGroupSize }: InsightPlan,
  events: SourceEvents | null,
): Coverage {
  if (events === null || span === null)
    return { eventsSince: null, noEventsOn: null, isComparable: true, isCovered: () => true, notes: [] };
  const dayOf = (ms: number): Temporal.PlainDate => localDay(ms, timeZone);
  const [first, last] = [dayOf(events.firstMs), dayOf(events.lastMs)];
  const isCovered: Coverage['isCovered'] = ({ startMs }) =>
    Temporal.PlainDate.compare(first, dayOf(startMs)) <= 0;
  const compared = comparison?.period.range;
  const hasBegun = compared === undefined || isCovered(compared);
  const hasTrends = history?.periods.every(isCovered) !== false;
  const lastDay =
    period.range.endMs <= nowMs ? dayOf(period.range.endMs - 1) : dayOf(nowMs).subtract({ days: 1 });
  const isBefore = period.range.endMs <= nowMs && Temporal.PlainDate.compare(lastDay, first) < 0;
  const periods = compared === undefined || !hasBegun ? [] : [compared, period.range];
  const gapsOf = (counts: readonly number[]) =>
    gapsWithin(periods, events.days, counts, { first, today: dayOf(nowMs), dayOf, minGroupSize });
  const gapsOfAll = gapsOf(events.days.map(({ count }) => count));
  const gapsOfSteps = stepsOf(query).flatMap(({ name }, place) => {
    const stepGaps = gapsOf(events.days.map(({ steps }) => steps[place] ?? 0));
    return stepGaps.map(({ text }) => ({ text: `${text} for “${makeVisible(name ?? '')}”`, isOver: true }));
  });
  const gaps = gapsOfAll.length > 0 ? gapsOfAll : gapsOfSteps;
  const noEventsOn = gaps.length === 0 ? null : textOf(gaps);
  const isInterrupted = gaps.some((gap) => gap.isOver);
  const hasStopped = Temporal.PlainDate.compare(last, lastDay) < 0;
  return {
    eventsSince: hasBegun && hasTrends ? null : first.toString(),
    noEventsOn,
    isComparable: hasBegun && !isInterrupted,
    isCovered,
    notes: [
      isInterrupted && `There is no comparison: there are no events on ${noEventsOn}.`,
      noEventsOn !== null && !isInterrupted && !hasStopped && `There are no events on ${noEventsOn}.`,
      !isCovered(period.range) &&
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

/** Days without events, in words, and whether there are events after them. */
interface DatedGap {
  readonly text: string;
  readonly isOver: boolean;
}

const MOST_GAPS = 3;

function textOf(gaps: readonly DatedGap[]): string {
  const texts = gaps.slice(0, MOST_GAPS).map(({ text }) => text);
  return [...texts, ...(gaps.length > MOST_GAPS ? [`${gaps.length - MOST_GAPS} more stretches`] : [])].join(
    ', ',
  );
}

/** The days of an insight's zone, and what is shown of few events on them. */
interface Calendar extends Pick<InsightPlan, 'minGroupSize'> {
  readonly first: Temporal.PlainDate;
  readonly today: Temporal.PlainDate;
  readonly dayOf: (ms: number) => Temporal.PlainDate;
}

/** The gaps that lie in one of two periods, at least partly. A day that is not over begins none. */
function gapsWithin(
  periods: readonly TimeRange[],
  days: SourceEvents['days'],
  counts: readonly number[],
  { first, today, dayOf, minGroupSize }: Calendar,
): readonly DatedGap[] {
  const hadBegun = days[0] !== undefined && first.toString() < days[0].day;
  const over = days.filter(({ day }) => day < today.toString()).length;
  return findGaps(counts, hadBegun, over).flatMap((gap): readonly DatedGap[] => {
    const [from, until] = [days[gap.first]?.day ?? '', days[gap.last]?.day ?? ''];
    const isWithin = periods.some(
      ({ startMs, endMs }) => from <= dayOf(endMs - 1).toString() && until >= dayOf(startMs).toString(),
    );
    if (!isWithin || from >= today.toString()) return [];
    const few = counts.slice(gap.first, gap.last + 1).reduce((sum, count) => sum + count, 0);
    const shown = isFew(few, minGroupSize) ? `fewer than ${minGroupSize}` : few;
    const text = `${from === until ? from : `${from} to ${until}`}${few === 0 ? '' : ` but for ${shown}`}`;
    return [{ text, isOver: gap.last < days.length - 1 }];
  });
}
