import { granularityInZone } from '../../../tql/granularity.ts';
import type { RunQuery } from '../../../tql/query.ts';
import { QueryError } from '../../errors.ts';
import { checkNames, checkPoints, checkVirtualColumns } from './checks.ts';
import type { CompiledQuery, PlainQuery } from './compiled-query.ts';
import { expandConvenienceAggregations } from './convenience-aggregations.ts';
import { expandDerivedQuery } from './derived-queries.ts';
import { withBaseFilters } from './filters.ts';
import { resolveQueryIntervals, withDefaultInterval } from './intervals.ts';

/** What the passes know of the request: whose events are asked, and one "now" for the whole query. */
interface CompileContext {
  readonly namespace: string;
  readonly nowMs: number;
}

/**
 * Turns a query as written into one that an engine can run: the passes in their order. Throws `QueryError` where the
 * query cannot mean anything.
 */
export function compile(written: RunQuery, { namespace, nowMs }: CompileContext): CompiledQuery {
  const dated = withDefaultInterval(withDataSource(written, namespace));
  const plain = expandDerivedQuery(withZonedGranularity(dated), nowMs);
  checkVirtualColumns(plain);
  const absolute = resolveQueryIntervals(withEngineContext(withBaseFilters(plain, written.filter)), nowMs);
  const compiled = expandConvenienceAggregations(absolute, namespace);
  checkNames(compiled);
  checkPoints(compiled);
  return compiled;
}

/** A query without a data source asks its own organization's; of any other, nothing is answered here. */
function withDataSource(query: RunQuery, namespace: string): RunQuery {
  const dataSource = query.dataSource ?? namespace;
  if (dataSource !== namespace)
    throw new QueryError('dataSource', `is not ${namespace}, the organization that is asked`);
  return { ...query, dataSource };
}

/** Calendar granularities are counted in the context's zone, where it names one. */
function withZonedGranularity(query: RunQuery): RunQuery {
  const timeZone = query.context?.timezone;
  // A retention's granularity is its period, not a bucket: it counts in the zone by itself.
  if (timeZone === undefined || query.granularity === undefined || query.queryType === 'retention') return query;
  return { ...query, granularity: granularityInZone(query.granularity, timeZone) };
}

/** Druid's own limit of time, as the reference sends it: longer than the two minutes after which the service gives up. */
const TIMEOUT_MS = '200000';

/**
 * The context as a Druid broker is sent it: one timeout for all, empty buckets always given, the priority from -1 to 2.
 * What only the passes before this one read, the base filters and the test mode, is left out.
 */
function withEngineContext(query: PlainQuery): PlainQuery {
  const { baseFilters: _base, appID: _app, testMode: _test, compilationStatus: _status, context, ...rest } = query;
  const { priority, ...kept } = context ?? {};
  return {
    ...rest,
    context: {
      ...kept,
      ...(priority === undefined ? {} : { priority: Math.min(2, Math.max(-1, priority)) }),
      timeout: TIMEOUT_MS,
      skipEmptyBuckets: false,
    },
  };
}
