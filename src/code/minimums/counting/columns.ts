import type { Query, QueryFilter } from '../../../tql/query.ts';
import type { QueryResult } from '../../../tql/result.ts';
import type { Platform } from '../reading/platforms.ts';

/** Runs a query of the run's period. */
export type Ask = (query: Query) => Promise<QueryResult>;

/** The part of a query that says whose events count, and of which time. */
export type Scope = Pick<Query, 'intervals' | 'relativeIntervals' | 'filter'>;

const DECK = 'TelemetryDeck.';
/**
 * The columns that the SDKs send, today's name before the one that is no longer sent, the finest version
 * first. Source: https://telemetrydeck.com/docs/ingest/default-parameters/
 */
const VERSIONS = ['systemVersion', 'systemMajorMinorVersion', 'systemMajorVersion'].map(
  (name) => `${DECK}Device.${name}`,
);
const OLD_VERSIONS = ['systemVersion', 'majorMinorSystemVersion', 'majorSystemVersion'];
const PLATFORM_COLUMNS = [
  `${DECK}Device.platform`,
  `${DECK}Device.operatingSystem`,
  'platform',
  'operatingSystem',
];
const MODELS = [`${DECK}Device.modelName`, 'modelName'];
/** Events with true in one of these are not of people who use what is released. */
const UNRELEASED = ['isDebug', 'isTestFlight', 'isSimulator'].flatMap((name) => [
  `${DECK}RunContext.${name}`,
  name,
]);

/** How the SDKs name a platform, in a column or before a version. */
export const PLATFORM_WORDS: Readonly<Record<Platform, readonly string[]>> = {
  iOS: ['iOS', 'iPadOS', 'iPhone OS', 'ios', 'ipados'],
  macOS: ['macOS', 'Mac OS', 'Mac OS X', 'macos'],
  tvOS: ['tvOS', 'tvos'],
  watchOS: ['watchOS', 'watchos'],
  visionOS: ['visionOS', 'visionos', 'xrOS'],
  Android: ['Android', 'android'],
};

/** Which columns the events have. */
export interface Columns {
  readonly version: string | null;
  readonly platforms: readonly string[];
  readonly model: string | null;
  /** Passed by events of people who use what is released. */
  readonly released: QueryFilter;
}

/** Finds the columns by how many events have each: one query. */
export async function findColumns(ask: Ask, scope: Scope): Promise<Columns> {
  const names = [...VERSIONS, ...OLD_VERSIONS, ...PLATFORM_COLUMNS, ...MODELS, ...UNRELEASED];
  const result = await ask({
    queryType: 'timeseries',
    granularity: 'all',
    ...scope,
    filter: allOf([scope.filter ?? null, REAL]),
    aggregations: names.map((name) => ({
      type: 'filtered' as const,
      name,
      filter: { type: 'not' as const, field: { type: 'null' as const, column: name } },
      aggregator: { type: 'count' as const, name },
    })),
  });
  const [bucket] = result.kind === 'timeseries' ? result.buckets : [];
  const events = (name: string): number => Number(bucket?.values[name] ?? 0);
  const isThere = (name: string): boolean => events(name) > 0;
  const unreleased = UNRELEASED.filter(isThere).map(isNotTrue);
  return {
    version: mostSent([...VERSIONS, ...OLD_VERSIONS], events),
    platforms: PLATFORM_COLUMNS.filter(isThere),
    model: mostSent(MODELS, events),
    released: allOf([REAL, ...unreleased]),
  };
}

const REAL: QueryFilter = { type: 'selector', dimension: 'isTestMode', value: 'false' };

/** A missing value is not true. */
function isNotTrue(column: string): QueryFilter {
  const isTrue: QueryFilter = { type: 'in', dimension: column, values: ['true', 'True'] };
  return {
    type: 'or',
    fields: [
      { type: 'null', column },
      { type: 'not', field: isTrue },
    ],
  };
}

/** Of columns that most events have, the first. */
function mostSent(names: readonly string[], events: (name: string) => number): string | null {
  const most = Math.max(...names.map(events));
  return most === 0 ? null : (names.find((name) => events(name) >= MOST * most) ?? null);
}

const MOST = 0.9;

/** All of some filters. */
export function allOf(filters: readonly (QueryFilter | null)[]): QueryFilter {
  const fields = filters.filter((filter) => filter !== null);
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 ? only : { type: 'and', fields };
}

/** The values of a column, with a column's own filter: one query. */
export async function valuesOf(ask: Ask, scope: Scope, column: string): Promise<readonly string[]> {
  const result = await ask({
    queryType: 'groupBy',
    granularity: 'all',
    ...scope,
    dimensions: [{ type: 'default', dimension: column, outputName: 'value' }],
    aggregations: [{ type: 'count', name: 'events' }],
  });
  if (result.kind !== 'groupBy') return [];
  return result.rows.flatMap(({ event }) => (typeof event['value'] === 'string' ? [event['value']] : []));
}
