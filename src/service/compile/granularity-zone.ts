import { granularityInZone } from '../../tql/granularity-in-zone.ts';
import { type RunQuery } from '../../tql/run-query.ts';

/** Calendar granularities are counted in the context's zone, where it names one. */
export function withGranularityZone(query: RunQuery): RunQuery {
  const timeZone = query.context?.timezone;
  // A retention's granularity is its period, not a bucket: it counts in the zone by itself.
  if (timeZone === undefined || query.granularity === undefined || query.queryType === 'retention') return query;
  return { ...query, granularity: granularityInZone(query.granularity, timeZone) };
}
