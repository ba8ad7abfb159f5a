import type { RelativeInterval } from '../../../src/tql/time/interval.ts';
import type { Query } from '../../../src/tql/query.ts';

export const ORIGIN = 'https://api.example.com';
export const TOKEN = 'tdpat_0123456789abcdef';
export const RUN_PATH = '/api/v4/query/tql';
export const RUN = { path: RUN_PATH, method: 'POST' } as const;

export const last30Days: RelativeInterval = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};

export const topN: Query = {
  queryType: 'topN',
  aggregations: [{ type: 'eventCount' }],
  dimension: { type: 'default', dimension: 'modelName', outputName: 'modelName' },
  metric: { type: 'numeric', metric: 'count' },
  granularity: 'all',
  threshold: 10,
};

export const topNAnswer = [
  { timestamp: '2026-10-05T00:00:00+0000', result: [{ modelName: 'iPhone15,3', count: 516 }] },
];

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`rejected with what is no error: ${String(error)}`, { cause: error });
  }
  throw new Error('was not rejected');
}
