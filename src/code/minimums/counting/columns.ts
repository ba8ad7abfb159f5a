// Finds the columns in which an app's SDK sends version, platform and device model: their names changed over
// the years. Also the small queries that counting needs.
import { pointRow } from '../../../report/tables/companion-queries.ts';
import { answeredRows } from '../../../report/tables/rows.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryFilter } from '../../../tql/query-parts.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { and, by, filtered, hasValue, isIn, isMissing, not, or, selector } from '../../../tql/write.ts';

/** Runs a query of the run's period. */
export type Ask = (query: Query) => Promise<QueryResult>;

/** The part of a query that says which events count: of which time, and of which app. */
export type Scope = Pick<Query, 'intervals' | 'relativeIntervals' | 'filter'>;

/**
 * The columns that the SDKs send for a version, a platform and a model: today's names before those that are
 * no longer sent, the finest version first. Source:
 * https://telemetrydeck.com/docs/ingest/default-parameters/
 */
const VERSIONS = [
  'TelemetryDeck.Device.systemVersion',
  'TelemetryDeck.Device.systemMajorMinorVersion',
  'TelemetryDeck.Device.systemMajorVersion',
  'systemVersion',
  'majorMinorSystemVersion',
  'majorSystemVersion',
];
const PLATFORMS = [
  'TelemetryDeck.Device.platform',
  'TelemetryDeck.Device.operatingSystem',
  'platform',
  'operatingSystem',
];
const MODELS = ['TelemetryDeck.Device.modelName', 'modelName'];
/** Events with true in one of these are not of people who use what is released. */
const UNRELEASED = ['isDebug', 'isTestFlight', 'isSimulator'].flatMap((name) => [
  `TelemetryDeck.RunContext.${name}`,
  name,
]);

/** Which columns the events have. */
export interface Columns {
  readonly version: string | null;
  /** All that are sent: an event is of a platform if any of them names it. */
  readonly platforms: readonly string[];
  readonly model: string | null;
  /** Passed by events of people who use what is released. */
  readonly released: QueryFilter;
}

/** Old events have only the old name of a column, so the first column with nearly as many as any is used. */
const NEARLY_ALL = 0.9;

/** Finds the columns by how many events have each: one query. */
export async function findColumns(ask: Ask, scope: Scope): Promise<Columns> {
  const eventsWith = await numbersOf(ask, {
    queryType: 'timeseries',
    granularity: 'all',
    ...scope,
    filter: allOf(scope.filter, REAL),
    aggregations: [...VERSIONS, ...PLATFORMS, ...MODELS, ...UNRELEASED].map((name) =>
      filtered(name, hasValue(name), { type: 'count', name } as const),
    ),
  });
  const isSent = (name: string) => eventsWith(name) > 0;
  const firstMostlySent = (names: readonly string[]) => {
    const mostEvents = Math.max(...names.map(eventsWith));
    return names.filter(isSent).find((name) => eventsWith(name) >= NEARLY_ALL * mostEvents) ?? null;
  };
  return {
    version: firstMostlySent(VERSIONS),
    platforms: PLATFORMS.filter(isSent),
    model: firstMostlySent(MODELS),
    released: allOf(REAL, ...UNRELEASED.filter(isSent).map(isNotTrue)),
  };
}

const REAL = selector('isTestMode', 'false');

/** A missing value is not true. */
function isNotTrue(column: string): QueryFilter {
  return or(isMissing(column), not(isIn(column, ['true', 'True'])));
}

/** All of some filters. */
export function allOf(...filters: readonly (QueryFilter | null | undefined)[]): QueryFilter {
  return and(...filters.filter((filter) => filter != null));
}

/** The numbers of a query for one row, by their names; 0 for one that is not there. */
export async function numbersOf(ask: Ask, query: Query): Promise<(name: string) => number> {
  const row = pointRow(await ask(query));
  return (name) => Math.round(Number(row?.[name] ?? 0));
}

/** The values that some columns have together, in their order; null where there is none: one query. */
export async function valuesOf(
  ask: Ask,
  scope: Scope,
  columns: readonly string[],
): Promise<readonly (readonly (string | null)[])[]> {
  const result = await ask({
    queryType: 'groupBy',
    granularity: 'all',
    ...scope,
    dimensions: columns.map((column) => by(column)),
    aggregations: [{ type: 'count', name: 'events' }],
  });
  return answeredRows(result).map(({ row }) =>
    columns.map((column) => (typeof row[column] === 'string' ? row[column] : null)),
  );
}
