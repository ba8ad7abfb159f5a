import { ResponseError } from '../errors.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import type { Table } from './table.ts';

/** A scan as a table: events as they are, under their place in the answer; nothing is counted. */
export function scanTable(query: Query, result: QueryResult & { kind: 'scan' }, metric: string | null): Table {
  if (metric !== null) {
    throw new ResponseError(`A scan lists events and counts nothing: it has no metric ${JSON.stringify(metric)}.`);
  }
  const { limit } = query;
  return {
    queryType: query.queryType,
    metric: null,
    unit: 'other',
    dimensions: [],
    outputs: result.columns,
    rows: result.events.map((values, i) => {
      const key = String(i + 1);
      return { key, parts: [key], value: null, share: null, rank: i + 1, values };
    }),
    total: null,
    cutOff: typeof limit === 'number' && limit > 0 && result.events.length === limit,
    firstBucketMs: null,
  };
}
