import type { Granularity, GranularityName } from './granularity.ts';

/** A granularity as it counts under a query's `context.timezone`: calendar ones count in that zone. */
export function granularityInZone(granularity: Granularity, timeZone: string): Granularity {
  if (typeof granularity === 'object')
    return granularity.type === 'period' ? { ...granularity, timeZone } : granularity;
  const period = PERIODS[granularity];
  return period === undefined ? granularity : { type: 'period', period, timeZone };
}

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
