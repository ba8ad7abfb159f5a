// Turns a query as its author wrote it into one that an engine can run: a funnel becomes a groupBy,
// `userCount` a `thetaSketch` of `clientUser`, `last 30 days` two times.
import { granularityInZone } from '../../../tql/time/granularity.ts';
import { without } from '../../../tql/json.ts';
import type { RunQuery } from '../../../tql/schema/run-query.ts';
import { QueryError } from '../../errors.ts';
import { withStoredAppIds } from './app-ids.ts';
import { checkQuery } from './checks.ts';
import { checkVirtualColumns } from './virtual-columns.ts';
import type { CompiledQuery, PlainQuery } from './compiled-query.ts';
import { expandConvenienceAggregations } from './convenience-aggregations.ts';
import { expandDerivedQuery } from './derived-queries.ts';
import { withBaseFilters } from './filters.ts';
import { resolveQueryIntervals, withDefaultInterval } from './intervals.ts';

/** The organization whose events are queried, and one "now" for the whole query. */
interface CompileContext {
  readonly namespace: string;
  readonly nowMs: number;
}

/**
 * Compiles pass by pass. Derived queries (a funnel) come first, since all other passes handle plain queries
 * only. Throws `QueryError` if the query makes no sense.
 */
export function compile(query: RunQuery, { namespace, nowMs }: CompileContext): CompiledQuery {
  checkDataSource(query, namespace);
  const plainQuery = expandDerivedQuery(withZonedGranularity(withDefaultInterval(query)), nowMs);
  checkVirtualColumns(plainQuery);
  const absolute = resolveQueryIntervals(withEngineContext(withBaseFilters(plainQuery, query.filter)), nowMs);
  const compiled = withStoredAppIds(expandConvenienceAggregations(absolute, namespace));
  checkQuery(compiled);
  return compiled;
}

function checkDataSource({ dataSource }: RunQuery, namespace: string): void {
  if (dataSource !== undefined && dataSource !== namespace)
    throw new QueryError('dataSource', `is not ${namespace}, the organization that is queried`);
}

/** Applies the context's time zone, if it has one, to calendar granularities. */
function withZonedGranularity(query: RunQuery): RunQuery {
  const timeZone = query.context?.timezone;
  // The granularity of a retention is its period, not a bucket; `expandRetention` applies the zone.
  if (timeZone === undefined || query.granularity === undefined || query.queryType === 'retention')
    return query;
  return { ...query, granularity: granularityInZone(query.granularity, timeZone) };
}

/**
 * Druid's time-out in milliseconds, as TelemetryDeck's service sends it: longer than the two minutes after
 * which the service gives up.
 */
const TIMEOUT_MS = '200000';

/**
 * Sets the context for an engine: one time-out for all queries, empty buckets included, a priority from -1 to
 * 2. Drops the keys that only earlier passes read, such as base filters and test mode.
 */
function withEngineContext(query: PlainQuery): PlainQuery {
  const { priority, ...otherSettings } = query.context ?? {};
  return {
    ...without(query, 'baseFilters', 'appID', 'testMode', 'compilationStatus'),
    context: {
      ...otherSettings,
      ...(priority !== undefined && { priority: Math.min(2, Math.max(-1, priority)) }),
      timeout: TIMEOUT_MS,
      skipEmptyBuckets: false,
    },
  };
}
