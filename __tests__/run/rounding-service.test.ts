import { expect, test } from '@jest/globals';
import type { QueryService } from '../../src/client/client.ts';
import { roundingService } from '../../src/run/rounding-service.ts';
import type { Query } from '../../src/tql/query.ts';

test('a query whose answer is rounded can be cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers<AbortSignal | undefined>();
  const service: QueryService = {
    resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
    runQuery: (_, signal) => {
      resolve(signal);
      return Promise.resolve({ result: { kind: 'segmentMetadata', columns: [] }, durationMs: 0 });
    },
  };
  const { signal } = new AbortController();
  await roundingService(service, 5, null).runQuery({ queryType: 'segmentMetadata' }, signal);
  expect(await promise).toBe(signal);
});

test('a series is asked for with its empty buckets, which nobody may tell from those of small groups', async () => {
  const asked: Query[] = [];
  const service: QueryService = {
    resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
    runQuery: (query) => {
      asked.push(query);
      return Promise.resolve({ result: { kind: 'timeseries', buckets: [] }, durationMs: 0 });
    },
  };
  const context = { skipEmptyBuckets: true, timezone: 'Europe/Berlin' };
  const query: Query = { queryType: 'timeseries', granularity: 'day', aggregations: [{ type: 'userCount' }], context };
  for (const size of [0, 5]) await roundingService(service, size, null).runQuery(query);
  expect(asked.map((each) => each.context)).toEqual([context, { ...context, skipEmptyBuckets: false }]);
});
