// The app of a service, to request without a server. It takes no events and explains no query by default.
import { type AppOptions, createApp } from '../../../src/service/app.ts';
import { serviceHealth } from '../../../src/service/health.ts';
import { readAddress } from '../../../src/service/http/client-address.ts';
import { createMetrics } from '../../../src/service/http/metrics.ts';
import { CONCURRENCY, limitsFor } from '../../../src/service/http/run-limits.ts';
import { ANSWER_LIMITS } from '../../../src/service/http/send-result.ts';
import { guardIngest } from '../../../src/service/ingest/guard.ts';
import { serviceNumbers } from '../../../src/service/service-numbers.ts';

export function appWithDefaults(options: Pick<AppOptions, 'store'> & Partial<AppOptions>) {
  const { store } = options;
  return createApp({
    ask: async () => [],
    explain: () => Promise.reject(new Error('not explained')),
    now: Date.now,
    ingest: null,
    guard: guardIngest(store.writeKeys, {}),
    limits: limitsFor(CONCURRENCY),
    answerLimits: ANSWER_LIMITS,
    addressOf: readAddress([]),
    log: undefined,
    metrics: createMetrics(serviceNumbers(store)),
    health: serviceHealth(store, null),
    ...options,
  });
}
