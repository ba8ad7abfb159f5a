import { createHmac } from 'node:crypto';
import type { QueryService } from '../client/client.ts';
import type { ReportRequest } from '../inputs/request.ts';
import { withGroupSizes } from '../tables/rounding/sizes.ts';
import { roundResult } from '../tables/rounding/result.ts';
import { roundCount, type RoundedBy } from '../tables/rounding/row.ts';
import type { Query } from '../tql/query.ts';
import { isCoverage } from './optional-queries.ts';

/**
 * The service as a report asks it: all numbers in its answers are rounded, so that whatever is computed from
 * them says no more than they do. Offsets are drawn by a secret that is derived from the token: who does not
 * have it cannot compute them.
 */
export function roundingService(
  service: QueryService,
  { minGroupSize: size, service: { token } }: Pick<ReportRequest, 'minGroupSize' | 'service'>,
): QueryService {
  if (size <= 1) return service;
  const by = roundedBy(token, size);
  return {
    ...service,
    async runQuery(query, signal) {
      // Days without any event are found by true counts, and said only where all of the data source has none.
      if (isCoverage(query)) return service.runQuery(query, signal);
      const asked = withEmptyBuckets(withGroupSizes(query));
      const answer = await service.runQuery(asked, signal);
      return { ...answer, result: roundResult(asked, answer.result, by) };
    },
  };
}

/** How counts are rounded by who has a token. */
export function roundedBy(token: string, size: number): RoundedBy {
  const secret = createHmac('sha256', token).update('insight-report: offsets of min-group-size').digest();
  const offsetOf = (counted: string): number =>
    Number(createHmac('sha256', secret).update(counted).digest().readBigUInt64BE() % BigInt(size));
  return { size, round: (count, counted) => roundCount(count, size, offsetOf(counted)) };
}

/**
 * A bucket that is left out because it is empty would reveal that it is, where every other small count is
 * shown alike.
 */
function withEmptyBuckets(query: Query): Query {
  const { queryType, context } = query;
  if (queryType !== 'timeseries' || context?.skipEmptyBuckets !== true) return query;
  return { ...query, context: { ...context, skipEmptyBuckets: false } };
}
