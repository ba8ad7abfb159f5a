import { createHmac } from 'node:crypto';
import type { QueryService } from '../client/client.ts';
import type { ReportRequest } from '../inputs/request.ts';
import { withGroupSizes } from '../tables/rounding/sizes.ts';
import { roundResult } from '../tables/rounding/result.ts';
import { roundCount, type RoundedBy } from '../tables/rounding/row.ts';
import { judgeOf, testsNumbers } from '../tables/rounding/having.ts';
import { havingOf, rowLimitOf } from '../tables/rows.ts';
import { without } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
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
      const asked = withManyRows(withEmptyBuckets(withGroupSizes(query)));
      const answer = await service.runQuery(asked, signal);
      const result = cutOff(query, roundResult(asked, answer.result, by));
      return { ...answer, result: isCoverage(query) ? withAnyOrNone(result, answer.result) : result };
    },
  };
}

/**
 * Days without any event are said where all of the data source has none. So a day that has some, however few,
 * is 1 where its rounded count is 0.
 */
function withAnyOrNone(rounded: QueryResult, truth: QueryResult): QueryResult {
  if (rounded.kind !== 'timeseries' || truth.kind !== 'timeseries') return rounded;
  const buckets = rounded.buckets.map(({ timestampMs, values }, day) => {
    const any = Object.entries(values).map(([name, value]) => {
      return [name, value === 0 && Number(truth.buckets[day]?.values[name]) > 0 ? 1 : value] as const;
    });
    return { timestampMs, values: Object.fromEntries(any) };
  });
  return { ...rounded, buckets };
}

/** How counts are rounded by who has a token. */
export function roundedBy(token: string, size: number): RoundedBy {
  const secret = createHmac('sha256', token).update('insight-report: offsets of min-group-size').digest();
  const offsetOf = (counted: string): number =>
    Number(createHmac('sha256', secret).update(counted).digest().readBigUInt64BE() % BigInt(size));
  return { size, round: (count, counted) => roundCount(count, size, offsetOf(counted)) };
}

/** Druid ranks this many rows of a topN even if fewer are asked for. */
const MANY_ROWS = 1000;

/**
 * A topN is cut off by rounded numbers, and by these the rows of a groupBy that pass a condition are chosen.
 * True ones would show whoever sends rows of known sizes whether a row is larger than theirs, and whoever
 * adds users to a row when it passes.
 */
function withManyRows(query: Query): Query {
  if (testsNumbers(havingOf(query))) return without(query, 'having', 'limit', 'offset');
  if (query.queryType !== 'topN') return query;
  return { ...query, threshold: Math.max(MANY_ROWS, rowLimitOf(query) ?? 0) };
}

function cutOff(query: Query, result: QueryResult): QueryResult {
  const limit = rowLimitOf(query) ?? Infinity;
  if (result.kind === 'topN')
    return {
      ...result,
      buckets: result.buckets.map((each) => ({ ...each, rows: each.rows.slice(0, limit) })),
    };
  const having = havingOf(query);
  if (result.kind !== 'groupBy' || having === null || !testsNumbers(having)) return result;
  const first = 'offset' in query ? Number(query.offset ?? 0) : 0;
  const judge = judgeOf(having);
  const passing = result.rows.filter(({ event }) => judge(event));
  return { ...result, rows: passing.slice(first, first + limit) };
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
