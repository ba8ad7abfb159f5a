import { expect, test } from '@jest/globals';
import type { QueryService } from '../../src/client/client.ts';
import { roundingService } from '../../src/run/rounding-service.ts';

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
