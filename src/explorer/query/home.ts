// The queries of the home, and what it reads in their answers: totals, a trend, and tiles of the usual
// columns.
import { formatInterval } from '../../tql/time/absolute-intervals.ts';
import { MS_PER_DAY, MS_PER_HOUR } from '../../tql/time/interval.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { events, ranking, users } from '../../tql/write.ts';
import { type Condition, filterOf, textOfValue } from './choices.ts';
import type { Ranges } from './page.ts';

/** A tile of the home: the values of a column that teams look at. */
export interface Tile {
  readonly title: string;
  readonly column: string;
  /** Whether its values are versions, which can be dropped. */
  readonly isVersion: boolean;
}

/** The title of the tile whose new values are releases. */
const APP_VERSION = 'App version';

/** The columns that SDKs and imports use, the most usual one first. */
const TILES: readonly (Omit<Tile, 'column'> & { readonly columns: readonly RegExp[] })[] = [
  { title: 'Event', columns: [/^type$/], isVersion: false },
  { title: APP_VERSION, columns: [/\bAppInfo\.version$/, /^(?:app[ _]?)?version$/i], isVersion: true },
  {
    title: 'OS',
    columns: [/systemMajorVersion$/i, /majorSystemVersion$/i, /systemVersion$/i, /^os([ _]?version)?$/i],
    isVersion: true,
  },
  { title: 'Device', columns: [/\bmodelName$/i, /^(?:device|model)$/i], isVersion: false },
  {
    title: 'Country',
    columns: [/(?:^|\.)country([ _]?code)?$/i, /(?:^|\.)region$/i],
    isVersion: false,
  },
];

/** The tiles of the columns that the events have. */
export function findTiles(columns: readonly string[]): readonly Tile[] {
  return TILES.flatMap(({ columns: patterns, ...tile }) => {
    const [column] = patterns.flatMap((pattern) => columns.find((name) => pattern.test(name)) ?? []);
    return column === undefined ? [] : [{ ...tile, column }];
  });
}

/**
 * The columns that may hold versions: the OS's first, whose minimum an app raises, then the app's, then
 * others.
 */
export function versionColumns(columns: readonly string[]): readonly string[] {
  const usual = findTiles(columns).flatMap(({ isVersion, column }) => (isVersion ? [column] : []));
  return [...new Set([...usual.toReversed(), ...columns.filter((name) => /version/i.test(name))])];
}

/** What is counted, and how. */
const AGGREGATIONS = {
  users: users('users'),
  events: events('events'),
  sessions: { type: 'thetaSketch', name: 'sessions', fieldName: 'sessionID' },
} as const;
export type Count = keyof typeof AGGREGATIONS;

/** A number of the period and of the one before. */
export interface Change {
  readonly now: number;
  /** Null if it is not known. */
  readonly before: number | null;
}

/** One query for some numbers of both periods. */
export function totalsQuery(
  counts: readonly Count[],
  ranges: Ranges,
  conditions: readonly Condition[],
): Query {
  return {
    queryType: 'timeseries',
    granularity: eachPeriod(ranges),
    ...inBoth(ranges, conditions),
    aggregations: counts.map((count) => AGGREGATIONS[count]),
  };
}

/** A granularity of which each period is a bucket: one query counts both. */
function eachPeriod({ now: { startMs, endMs } }: Ranges) {
  const period = `P${(endMs - startMs) / MS_PER_DAY}D`;
  return { type: 'period', period, origin: new Date(startMs).toISOString() };
}

/** A number in the answer to a `totalsQuery`. */
export function readTotal(result: QueryResult, count: Count, { now, before }: Ranges): Change {
  const totals = readBuckets(result, count);
  return { now: totals.get(now.startMs) ?? 0, before: totals.get(before.startMs) ?? 0 };
}

/** An output of a timeseries, rounded, by the starts of its buckets. */
function readBuckets(result: QueryResult, output: string): ReadonlyMap<number, number> {
  const buckets = result.kind === 'timeseries' ? result.buckets : [];
  return new Map(
    buckets.map(({ timestampMs, values }) => [timestampMs, Math.round(Number(values[output] ?? 0))]),
  );
}

/** What a trend counts users by: the hour if the period is a single day. */
export function unitOf({ now }: Ranges): 'day' | 'hour' {
  return now.endMs - now.startMs > MS_PER_DAY ? 'day' : 'hour';
}

/** Users by day or hour, over both periods. */
export function trendQuery(ranges: Ranges, conditions: readonly Condition[]): Query {
  return {
    queryType: 'timeseries',
    granularity: unitOf(ranges),
    ...inBoth(ranges, conditions),
    aggregations: [AGGREGATIONS.users],
  };
}

/** A day or hour of the period, and the one of the period before that lies as far from its beginning. */
interface Bucket extends Change {
  readonly startMs: number;
}

/** Each day or hour of the period that has begun. */
export function readTrend(result: QueryResult, ranges: Ranges, nowMs: number): readonly Bucket[] {
  const { now, before } = ranges;
  const usersAt = readBuckets(result, 'users');
  const unitMs = unitOf(ranges) === 'day' ? MS_PER_DAY : MS_PER_HOUR;
  const length = Math.ceil((Math.min(now.endMs, nowMs) - now.startMs) / unitMs);
  return Array.from({ length: Math.max(0, length) }, (_, index) => ({
    startMs: now.startMs + index * unitMs,
    now: usersAt.get(now.startMs + index * unitMs) ?? 0,
    before: usersAt.get(before.startMs + index * unitMs) ?? 0,
  }));
}

/** How many values a tile shows. */
const SHOWN = 8;

/** How many values are requested of each period: those that are shown may have been rarer before. */
const REQUESTED = 1000;

/** The values of a column with most users, in both periods; of the app's versions the first event, too. */
export function tileQuery(
  { title, column }: Pick<Tile, 'title' | 'column'>,
  ranges: Ranges,
  conditions: readonly Condition[],
): Query {
  const firstEvent = { type: 'longMin', name: 'first', fieldName: '__time' } as const;
  return {
    ...ranking(column, [AGGREGATIONS.users], REQUESTED, 'value'),
    ...(title === APP_VERSION && { aggregations: [AGGREGATIONS.users, firstEvent] }),
    granularity: eachPeriod(ranges),
    ...inBoth(ranges, conditions),
  };
}

/** A value of a tile. */
export interface TileValue extends Change {
  readonly value: string | null;
  /** Its first event of the period; 0 if it is not an app's version. */
  readonly firstMs: number;
}

/** The values in the answer to a `tileQuery`. */
export function readTile(result: QueryResult, { now, before }: Ranges): readonly TileValue[] {
  const buckets = result.kind === 'topN' ? result.buckets : [];
  const rowsAt = (startMs: number) =>
    (buckets.find(({ timestampMs }) => timestampMs === startMs)?.rows ?? []).map(
      ({ value = null, users: count, first = 0 }) => ({
        value: textOfValue(value),
        users: Math.round(Number(count)),
        firstMs: Number(first),
      }),
    );
  const earlier = rowsAt(before.startMs);
  const usersBefore = new Map(earlier.map(({ value, users: count }) => [value, count]));
  const usersOfOthers = earlier.length < REQUESTED ? 0 : null;
  return rowsAt(now.startMs)
    .filter((row) => row.users > 0)
    .slice(0, SHOWN)
    .map(({ value, users: count, firstMs }) => ({
      value,
      now: count,
      before: usersBefore.get(value) ?? usersOfOthers,
      firstMs,
    }));
}

/**
 * The versions whose first event is within the period, oldest first; the period before had none of theirs.
 */
export function releasesOf(values: readonly TileValue[], { now }: Ranges): readonly TileValue[] {
  return values
    .filter(({ value, firstMs, before }) => value !== null && before === 0 && firstMs > now.startMs)
    .toSorted((a, b) => a.firstMs - b.firstMs);
}

/** What limits a query to both periods and to the filters. */
function inBoth({ now, before }: Ranges, conditions: readonly Condition[]) {
  const range = { startMs: before.startMs, endMs: now.endMs };
  return { intervals: [formatInterval(range)], ...filterOf(conditions) };
}
