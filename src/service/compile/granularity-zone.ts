import { type Granularity, type GranularityName } from '../../tql/granularity.ts';
import { type RunQuery } from '../../tql/run-query.ts';

const PERIODS: Readonly<Partial<Record<GranularityName, string>>> = {
  second: 'PT1S',
  minute: 'PT1M',
  fifteen_minute: 'PT15M',
  thirty_minute: 'PT30M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  // The reference leaves quarters in UTC, by an oversight; a report of quarters in a zone would be wrong by hours.
  quarter: 'P3M',
  year: 'P1Y',
};

/** Calendar granularities are counted in the context's zone, where it names one. */
export function withGranularityZone(query: RunQuery): RunQuery {
  const timeZone = query.context?.timezone;
  // A retention's granularity is its period, not a bucket: it counts in the zone by itself.
  if (timeZone === undefined || query.granularity === undefined || query.queryType === 'retention') return query;
  return { ...query, granularity: inZone(query.granularity, timeZone) };
}

function inZone(granularity: Granularity, timeZone: string): Granularity {
  if (typeof granularity === 'object')
    return granularity.type === 'period' ? { ...granularity, timeZone } : granularity;
  const period = PERIODS[granularity];
  return period === undefined ? granularity : { type: 'period', period, timeZone };
}
