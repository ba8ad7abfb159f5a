import type { QueryService } from '../client/client.ts';
import { withGroupSizes } from '../tables/group-sizes.ts';
import { isJsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { roundResult, withMoreRows } from '../tables/rounding.ts';

/**
 * The same service, whose answers tell of no group smaller than `size`: whatever is computed from them cannot tell more. `metric` is the
 * output that an entry names.
 */
export function roundingService(service: QueryService, size: number, metric: string | null): QueryService {
  if (size <= 1) return service;
  return {
    ...service,
    async runQuery(query, signal) {
      const asked = withEmptyBuckets(withMoreRows(withGroupSizes(query)));
      const answer = await service.runQuery(asked, signal);
      return { ...answer, result: roundResult(asked, answer.result, size, metric, query['threshold']) };
    },
  };
}

/** A bucket that is left out because it is empty would tell that it is, where every other count below the group size is told alike. */
function withEmptyBuckets(query: Query): Query {
  const { queryType, context } = query;
  if (queryType !== 'timeseries' || !isJsonObject(context) || context['skipEmptyBuckets'] !== true) return query;
  return { ...query, context: { ...context, skipEmptyBuckets: false } };
}
