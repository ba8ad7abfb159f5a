// Requests on which days an insight's data source has events: an empty day in the source means that nothing
// was measured, not that the insight's number was 0. `run/ask.ts` calls this next to the insight's queries;
// `read.ts` decides what the days mean.
import { Temporal } from 'temporal-polyfill';
import type { QueryService } from '../../client/client.ts';
import { FEW, findRestart, mayHideGap } from '../../compare/gaps.ts';
import { ifAnswered } from '../../../text/errors.ts';
import { pointRow } from '../../tables/companion-queries.ts';
import { answeredRows } from '../../tables/rows.ts';
import { findNumber } from '../../tables/table.ts';
import { MS_PER_DAY, type TimeRange } from '../../../tql/time/interval.ts';
import { formatInterval } from '../../../tql/time/absolute-intervals.ts';
import { whereKnown } from '../../../tql/json.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryAggregation, QueryFilter } from '../../../tql/query-parts.ts';
import type { QueryResult, TimeBoundary } from '../../../tql/result.ts';
import { by, events, filtered, selector } from '../../../tql/write.ts';
import { VERSION_COLUMNS } from '../../release/queries.ts';
import { firstText } from '../../release/versions.ts';
import { asCoverage } from '../optional-queries.ts';
import type { InsightPlan } from '../planning/plan.ts';
import { partsOf } from './parts.ts';

/** The first and the last event of a data source or of one of its apps, and its events by day. */
export interface SourceEvents extends TimeBoundary {
  /** Each day of all periods that are read and of the weeks around them, in order. */
  readonly days: readonly SourceDay[];
  /** The same days of each platform that sends events which the query's filter lets through. */
  readonly platforms?: readonly PlatformDays[];
  /** The events of the period by version; none if the insight counts all events together. */
  readonly versions?: readonly VersionEvents[];
  readonly eventNames?: readonly string[];
}

/** A stretch of days without events. */
export interface Gap {
  /** Its first and its last day. */
  readonly from: string;
  readonly until: string;
  /** The days in words: `2026-11-03 to 2026-11-05 but for 2` if two events came late. */
  readonly text: string;
  /** Whether the source has later events or, if only the counted events ended, events on these days. */
  readonly sourceGoesOn: boolean;
  /** Whether the source has other events on these days: of other parts or platforms. */
  readonly isPartial: boolean;
  /** The part that alone has no events; absent if it is all that the query's filter lets through. */
  readonly part?: string;
  /** Whether the insight's metric lacks these events. */
  readonly isOfMetric: boolean;
}

/** A day's events, and those of each part of the insight. */
export interface SourceDay {
  readonly day: string;
  readonly count: number;
  readonly parts: readonly number[];
}

/** The events of a period that one version of an app sent from one platform. */
export interface VersionEvents extends Omit<SourceDay, 'day'> {
  /** The app and the platform, whose versions have numbers of their own. */
  readonly app: string;
  readonly version: string | null;
}

/** The days of the source's events from one platform, such as `Android`; null for those that name none. */
interface PlatformDays {
  readonly name: string | null;
  readonly days: readonly SourceDay[];
}

/** The time before the periods that shows how many events a day usually has. */
const LEAD_MS = 28 * MS_PER_DAY;
/** The time after them that shows whether a gap is over. */
const TRAIL_MS = 14 * MS_PER_DAY;
const YEAR_MS = 365 * MS_PER_DAY;

/**
 * Asks for the events; null if nothing is concluded from the plan's numbers, there are no events, or the
 * service cannot say.
 */
export async function askCoverage(plan: InsightPlan, service: QueryService): Promise<SourceEvents | null> {
  const range = rangeToAsk(plan);
  if (range === null) return null;
  const [boundary, days] = await Promise.all([
    ifAnswered(askBoundary(plan, service), () => null),
    ifAnswered(askDays(plan, service, range), () => []),
  ]);
  if (boundary === null) return null;
  const firstMs = await findFirst(plan, service, boundary, days, range);
  // Most reports need no further query: their source has no day with few events.
  const hasParts = partsOf(plan).length > 0;
  const mayHide = hasParts || mayHideGap(days.map((each) => each.count));
  const [platforms, versions] = await Promise.all([
    mayHide ? ifAnswered(askPlatforms(plan, service, range), () => []) : [],
    hasParts ? ifAnswered(askVersions(plan, service), () => []) : [],
  ]);
  const { eventNames = [] } = plan;
  return { ...boundary, firstMs, days, platforms, versions, eventNames };
}

/**
 * The time from four weeks before the first period that is read to two weeks after the last one, or to now.
 * Null if nothing is compared and no gate reads it. A retention compares its cohorts with each other, an
 * experiment its samples.
 */
function rangeToAsk({ entry, comparison, history, period, query, nowMs }: InsightPlan): TimeRange | null {
  const earlier = [...(comparison === null ? [] : [comparison.period.range]), ...(history?.periods ?? [])];
  const isConcluded = entry.isGated === true || ['retention', 'experiment'].includes(query.queryType);
  if (earlier.length === 0 && !isConcluded) return null;
  const ranges = [...earlier, period.range];
  return {
    startMs: Math.max(0, Math.min(...ranges.map(({ startMs }) => startMs)) - LEAD_MS),
    endMs: Math.min(nowMs, Math.max(...ranges.map(({ endMs }) => endMs)) + TRAIL_MS),
  };
}

/**
 * Where a query's events come from: its data source and, if it is about one app, that app. The events of a
 * larger app of the organization would hide a gap of a smaller one.
 */
function sourceOf({ dataSource, baseFilters, appID, filter }: Query) {
  const isOfThisApp = baseFilters === 'thisApp' && typeof appID === 'string';
  return whereKnown({ dataSource, filter: isOfThisApp ? selector('appID', appID) : appFilterIn(filter) });
}

/** The selector of an app that all events of a filter have to match; undefined if there is none. */
function appFilterIn(filter: Query['filter']): QueryFilter | undefined {
  if (filter == null) return undefined;
  if (filter.type === 'and') return filter.fields?.map(appFilterIn).find((each) => each !== undefined);
  return filter.type === 'selector' && filter.dimension === 'appID' ? filter : undefined;
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

/** The output that counts events. */
const COUNT = '_events_by_day';
const COUNT_EVENTS: QueryAggregation = { type: 'eventCount', name: COUNT };

function partName(place: number): string {
  return `${COUNT}_${place}`;
}

/** Counts of the events of each part. */
function countParts(plan: InsightPlan): readonly QueryAggregation[] {
  return partsOf(plan).map(({ filter }, place) => filtered(partName(place), filter, events(partName(place))));
}

async function askDays(
  plan: InsightPlan,
  service: QueryService,
  range: TimeRange,
): Promise<readonly SourceDay[]> {
  const result = await count(plan, service, range, 'day', [COUNT_EVENTS, ...countParts(plan)]);
  return daysOf(plan, range, answeredRows(result));
}

/** Each day of a range in order, with its counts; those of a day without an answer are 0. */
function daysOf(plan: InsightPlan, range: TimeRange, rows: AnsweredRows): readonly SourceDay[] {
  const { timeZone } = plan;
  const parts = partsOf(plan);
  const rowsByDay = Map.groupBy(rows, ({ timestampMs }) => localDay(timestampMs, timeZone).toString());
  const [first, last] = [localDay(range.startMs, timeZone), localDay(range.endMs - 1, timeZone)];
  return Array.from({ length: first.until(last).days + 1 }, (_, index) => {
    const day = first.add({ days: index }).toString();
    const countOf = (name: string) =>
      (rowsByDay.get(day) ?? []).reduce((sum, { row }) => sum + (findNumber(row, name) ?? 0), 0);
    return { day, count: countOf(COUNT), parts: parts.map((_part, place) => countOf(partName(place))) };
  });
}

type AnsweredRows = ReturnType<typeof answeredRows>;

/** The columns that SDKs send the platform in, today's first. */
const PLATFORM_COLUMNS = ['TelemetryDeck.Device.platform', 'platform'];
/** An app has fewer platforms: a column with more values holds something else. */
const MOST_PLATFORMS = 30;

async function askPlatforms(
  plan: InsightPlan,
  service: QueryService,
  range: TimeRange,
): Promise<readonly PlatformDays[]> {
  const counts = [COUNT_EVENTS, ...countParts(plan)];
  const result = await count(plan, service, range, 'day', counts, {
    queryType: 'groupBy',
    dimensions: PLATFORM_COLUMNS.map((column) => by(column)),
  });
  const rows = Map.groupBy(answeredRows(result), ({ row }) => firstText(row, PLATFORM_COLUMNS));
  if (rows.size > MOST_PLATFORMS) return [];
  return [...rows].flatMap(([name, ofPlatform]) => {
    const days = daysOf(plan, range, ofPlatform);
    const isCounted = plan.query.filter == null || days.some(({ parts }) => parts.some((each) => each > 0));
    return isCounted ? [{ name, days }] : [];
  });
}

async function askVersions(plan: InsightPlan, service: QueryService): Promise<readonly VersionEvents[]> {
  const { startMs, endMs } = plan.period.range;
  const range = { startMs, endMs: Math.min(plan.nowMs, endMs) };
  const result = await count(plan, service, range, 'all', [COUNT_EVENTS, ...countParts(plan)], {
    queryType: 'groupBy',
    dimensions: ['appID', ...PLATFORM_COLUMNS, ...VERSION_COLUMNS].map((column) => by(column)),
  });
  return answeredRows(result).map(({ row }) => ({
    app: JSON.stringify([row['appID'], firstText(row, PLATFORM_COLUMNS)]),
    version: firstText(row, VERSION_COLUMNS),
    count: findNumber(row, COUNT) ?? 0,
    parts: partsOf(plan).map((_part, place) => findNumber(row, partName(place)) ?? 0),
  }));
}

/** Counts the source's events in a range, by day or all together; `more` makes it another query. */
async function count(
  { query, timeZone }: InsightPlan,
  service: QueryService,
  range: TimeRange,
  granularity: 'day' | 'all',
  aggregations: readonly QueryAggregation[],
  more: Partial<Query> = {},
): Promise<QueryResult> {
  const countQuery = asCoverage({
    queryType: 'timeseries',
    granularity,
    ...sourceOf(query),
    aggregations,
    intervals: [formatInterval(range)],
    ...more,
    ...(timeZone === 'UTC' ? {} : { context: { timezone: timeZone } }),
  });
  return (await service.runQuery(countQuery)).result;
}

/**
 * The time of the first event, without the few that a wrong clock dated long before. If a long stretch
 * without events follows a few of them, it is the first day after that stretch. The events from before `days`
 * are only counted if they began more than a year before the last one.
 */
async function findFirst(
  plan: InsightPlan,
  service: QueryService,
  { firstMs, lastMs }: TimeBoundary,
  days: readonly SourceDay[],
  range: TimeRange,
): Promise<number> {
  const restart = findRestart(days.map((each) => each.count));
  const restartDay = days[restart]?.day;
  if (restartDay === undefined) return firstMs;
  const countOf = (day: SourceDay) => day.count;
  let earlierCount = sumOf(days.slice(0, restart), countOf);
  if (firstMs < range.startMs) {
    if (restart === 0 || lastMs - firstMs <= YEAR_MS) return firstMs;
    const beforeDays = { startMs: firstMs, endMs: range.startMs };
    const result = await ifAnswered(count(plan, service, beforeDays, 'all', [COUNT_EVENTS]), () => null);
    if (result === null) return firstMs;
    earlierCount += findNumber(pointRow(result) ?? {}, COUNT) ?? 0;
  }
  if (earlierCount >= FEW * sumOf(days.slice(restart), countOf)) return firstMs;
  const restartMs = Temporal.PlainDate.from(restartDay).toZonedDateTime(plan.timeZone).epochMilliseconds;
  return Math.max(firstMs, restartMs);
}

/** The sum of the numbers of some days, or of versions. */
export function sumOf<Counts>(
  all: readonly Counts[],
  numberOf: (each: Counts, index: number) => number,
): number {
  return all.reduce((sum, each, index) => sum + numberOf(each, index), 0);
}

/** The date of a moment in a time zone. */
export function localDay(ms: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
}
