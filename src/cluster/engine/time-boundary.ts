// Plans a timeBoundary on Druid: as it is, or as a timeseries if it has virtual columns.
import type { CompiledTimeBoundary } from '../../service/query/compile/compiled-query.ts';
import { timeBoundaryResult } from '../../service/query/engines/results.ts';
import { nativeQuery } from './native-query.ts';
import type { Plan } from './plan.ts';
import { objectIn, readTime } from './druid-answer.ts';

/** What to ask in place of a timeBoundary that has virtual columns, which Druid's has not. */
const EXTREMES = {
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [
    { type: 'longMin', name: 'minTime', fieldName: '__time' },
    { type: 'longMax', name: 'maxTime', fieldName: '__time' },
  ],
};

/** The times of the first and the last event; an empty result if there are no events. */
export function planTimeBoundary(query: CompiledTimeBoundary): Plan {
  const isDerived = (query.virtualColumns ?? []).length > 0;
  return {
    query: nativeQuery(query, isDerived ? EXTREMES : {}),
    toResult: ([answer]) => {
      const { minTime, maxTime } = objectIn(answer, 'result');
      if (minTime === undefined || minTime === null) return [];
      const msOf = (time: unknown) => (typeof time === 'number' ? time : readTime(time));
      return timeBoundaryResult(msOf(minTime), msOf(maxTime));
    },
  };
}
