// Plans a topN on Druid: the native query, and how Druid's rankings become those of the service.
import type { CompiledTopN } from '../../service/query/compile/compiled-query.ts';
import { bucketsOf } from '../../service/query/engines/buckets.ts';
import { topNResult } from '../../service/query/engines/results.ts';
import { nativeQuery, outputNames } from './native-query.ts';
import type { Plan } from './plan.ts';
import { checkBuckets } from './check-buckets.ts';
import { jsonRow, readList, readObject, readTime } from './druid-answer.ts';

/**
 * Druid ranks the values of each segment and merges the first thousand of each, so a value that is in the
 * middle everywhere can be missed. With this many, a ranking of fewer values is exact.
 */
const EXACT_VALUES = 100_000;

/** A topN: for every bucket the first rows. Druid leaves out buckets without events. */
export function planTopN(query: CompiledTopN): Plan {
  const buckets = bucketsOf(query.granularity, query.intervals).starts();
  const names = [query.dimension.outputName, ...outputNames(query)];
  return {
    query: nativeQuery(query, { context: { ...query.context, minTopNThreshold: EXACT_VALUES } }),
    toResult: (answer) => {
      const byBucket = new Map(
        answer.map(readObject).map(({ timestamp, result }) => {
          const rows = readList(result).map((row) => jsonRow(names, readObject(row)));
          // Druid gives the only bucket of `all` the time of the first event.
          return [query.granularity === 'all' ? buckets[0] : readTime(timestamp), rows];
        }),
      );
      // Throws if Druid has answered with a bucket that the query does not have.
      checkBuckets(byBucket.keys(), buckets, query.granularity);
      return topNResult(buckets, (startMs) => byBucket.get(startMs) ?? []);
    },
  };
}
