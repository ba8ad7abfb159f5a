import type { QueryService } from '../client/client.ts';
import { withGroupSizes } from '../tables/group-sizes.ts';
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
      const asked = withMoreRows(withGroupSizes(query));
      const answer = await service.runQuery(asked, signal);
      return { ...answer, result: roundResult(asked, answer.result, size, metric, query['threshold']) };
    },
  };
}
