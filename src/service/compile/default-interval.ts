import { type RelativeInterval } from '../../tql/interval.ts';
import { type RunQuery } from '../../tql/run-query.ts';

const LAST_30_DAYS: RelativeInterval = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};

/** A query without any interval asks for the last 30 days and today. */
export function withDefaultInterval(query: RunQuery): RunQuery {
  if (query.intervals !== undefined || query.relativeIntervals !== undefined) return query;
  return { ...query, relativeIntervals: [LAST_30_DAYS] };
}
