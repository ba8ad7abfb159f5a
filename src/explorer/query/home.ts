import { formatInterval } from '../../tql/absolute-intervals.ts';
import { during, filtered, ranking } from '../../tql/write.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { type Condition, filterOf } from './choices.ts';
import type { Ranges } from './page.ts';

/** A tile of the home: the values of a column that teams look at. */
export interface Tile {
  readonly title: string;
  readonly column: string;
  /** Whether its values are versions, which can be dropped. */
  readonly isVersion: boolean;
}

/** The columns that SDKs and imports use, the most usual one first. */
const TILES: readonly (Omit<Tile, 'column'> & { readonly columns: readonly RegExp[] })[] = [
  { title: 'Event', columns: [/^type$/], isVersion: false },
  { title: 'App version', columns: [/\bAppInfo\.version$/, /^(?:app[ _]?)?version$/i], isVersion: true },
  {
    title: 'OS',
    columns: [/systemMajorVersion$/i, /majorSystemVersion$/i, /systemVersion$/i, /^os([ _]?version)?$/i],
    isVersion: true,
  },
  { title: 'Device', columns: [/\bmodelName$/i, /^(?:device|model)$/i], isVersion: false },
  {
    title: 'Country',
    columns: [/^country([ _]?code)?$/i, /\.(?:country|countryCode|region)$/i],
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
  users: { type: 'thetaSketch', fieldName: 'clientUser' },
  events: { type: 'longSum', fieldName: 'count' },
  sessions: { type: 'thetaSketch', fieldName: 'sessionID' },
} as const;
export type Count = keyof typeof AGGREGATIONS;
export const COUNTS: readonly Count[] = ['users', 'events', 'sessions'];

/** A number of the period and of the one before. */
export interface Change {
  readonly now: number;
  readonly before: number;
}

/** The relative change; null from nothing. */
export function relativeChange({ now, before }: Change): number | null {
  return before === 0 ? null : now / before - 1;
}

/** One query for what is counted in both periods. */
export function totalQuery(count: Count, ranges: Ranges, conditions: readonly Condition[]): Query {
  return {
    queryType: 'timeseries',
    granularity: 'all',
    ...inBoth(ranges, conditions),
    aggregations: eachPeriod(count, ranges),
  };
}

/** The numbers in the answer to a `totalQuery`. */
export function readTotal(result: QueryResult): Change {
  return changeOf((result.kind === 'timeseries' && result.buckets[0]?.values) || {});
}

const UNITS = { hour: 3_600_000, day: 86_400_000 };

/** What a trend counts users by: the hour if the period is a single day. */
export const unitOf = ({ now }: Ranges): keyof typeof UNITS =>
  now.endMs - now.startMs > UNITS.day ? 'day' : 'hour';

/** Users by day or hour, over both periods. */
export function trendQuery(ranges: Ranges, conditions: readonly Condition[]): Query {
  return {
    queryType: 'timeseries',
    granularity: unitOf(ranges),
    ...inBoth(ranges, conditions),
    aggregations: [{ ...AGGREGATIONS.users, name: 'users' }],
  };
}

/** A day or hour of the period, and the one of the period before that lies as far from its beginning. */
interface Bucket extends Change {
  readonly startMs: number;
}

/** Each day or hour of the period that has begun. */
export function readTrend(result: QueryResult, ranges: Ranges, nowMs: number): readonly Bucket[] {
  const { now, before } = ranges;
  const buckets = result.kind === 'timeseries' ? result.buckets : [];
  const users = new Map(
    buckets.map(({ timestampMs, values }) => [timestampMs, Number(values['users'] ?? 0)]),
  );
  const unitMs = UNITS[unitOf(ranges)];
  const length = Math.ceil((Math.min(now.endMs, nowMs) - now.startMs) / unitMs);
  return Array.from({ length: Math.max(0, length) }, (_, place) => ({
    startMs: now.startMs + place * unitMs,
    now: users.get(now.startMs + place * unitMs) ?? 0,
    before: users.get(before.startMs + place * unitMs) ?? 0,
  }));
}

/** How many values a tile shows. */
const SHOWN = 8;

/**
 * The values of a column with most users, with their users in both periods; of versions the first event,
 * too.
 */
export function tileQuery(
  { column, isVersion }: Pick<Tile, 'column' | 'isVersion'>,
  ranges: Ranges,
  conditions: readonly Condition[],
): Query {
  const [now, before] = eachPeriod('users', ranges);
  const first = { type: 'longMin', name: 'first', fieldName: '__time' } as const;
  const outputs = [now, before, ...(isVersion ? [first] : [])] as const;
  return { ...ranking(column, outputs, SHOWN, 'value'), ...inBoth(ranges, conditions) };
}

/** A value of a tile. */
export interface TileValue extends Change {
  readonly value: string | null;
  /** Its first event in both periods; 0 if it is not a version. */
  readonly firstMs: number;
}

/** The values in the answer to a `tileQuery`. */
export function readTile(result: QueryResult): readonly TileValue[] {
  const rows = result.kind === 'topN' ? (result.buckets[0]?.rows ?? []) : [];
  return rows.flatMap(({ value = null, ...row }) => {
    const change = changeOf(row);
    const text = value === null || typeof value === 'string' ? value : JSON.stringify(value);
    return change.now === 0 ? [] : [{ value: text, ...change, firstMs: Number(row['first'] ?? 0) }];
  });
}

/**
 * The versions whose first event is within the period, oldest first; the period before had none of theirs.
 */
export function releasesOf(values: readonly TileValue[], { now }: Ranges): readonly TileValue[] {
  return values
    .filter(({ value, firstMs, before }) => value !== null && before === 0 && firstMs > now.startMs)
    .toSorted((a, b) => a.firstMs - b.firstMs);
}

function changeOf({ now = 0, before = 0 }: Readonly<Record<string, unknown>>): Change {
  return { now: Math.round(Number(now)), before: Math.round(Number(before)) };
}

/** A count of the period and of the one before. */
function eachPeriod(count: Count, ranges: Ranges) {
  const within = (name: 'now' | 'before') =>
    filtered(name, during(formatInterval(ranges[name])), { ...AGGREGATIONS[count], name });
  return [within('now'), within('before')] as const;
}

function inBoth({ now, before }: Ranges, conditions: readonly Condition[]) {
  const range = { startMs: before.startMs, endMs: now.endMs };
  return { intervals: [formatInterval(range)], ...filterOf(conditions) };
}
