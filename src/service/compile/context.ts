import { type PlainQuery } from './compiled.ts';

/** Druid's own limit of time, as the reference sends it: longer than the two minutes after which the service gives up. */
const TIMEOUT_MS = '200000';

/**
 * The context as a Druid broker is sent it: one timeout for all, empty buckets always given, the priority from -1 to 2.
 * What only the passes before this one read, the base filters and the test mode, is left out.
 */
export function withSentContext(query: PlainQuery): PlainQuery {
  const { baseFilters: _base, appID: _app, testMode: _test, compilationStatus: _status, context, ...rest } = query;
  const { priority, ...kept } = context ?? {};
  return {
    ...rest,
    context: {
      ...kept,
      ...(priority === undefined ? {} : { priority: Math.min(2, Math.max(-1, priority)) }),
      timeout: TIMEOUT_MS,
      skipEmptyBuckets: false,
    },
  };
}
