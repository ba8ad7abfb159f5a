// A report needs its numbers, but not the queries about its data source: on which days it has events
// (coverage), which columns. This gives up such a query if the service does not answer it in time.
// `service.ts` wraps the client in it.
import type { QueryService } from '../client/client.ts';
import { NetworkError } from '../../text/errors.ts';
import { rowsOfType } from '../../tql/schema/run-query.ts';
import type { Query } from '../../tql/query.ts';

const coverageQueries = new WeakSet<Query>();

/** Marks a query as one of coverage. An insight's own query could look the same, and is not optional. */
export function asCoverage(query: Query): Query {
  coverageQueries.add(query);
  return query;
}

/** Whether a query is one of metadata, which has no rows, or of coverage. */
function isOptional(query: Query): boolean {
  return rowsOfType(query) === null || coverageQueries.has(query);
}

/** How long an optional query may take once all other requests are answered, and how long altogether. */
const LIMITS = { afterOthersMs: 5_000, altogetherMs: 60_000 };

/**
 * The same service, which gives up an optional query that hangs: it is cancelled, and rejects with a
 * `NetworkError`. So no report waits for it alone.
 */
export function limitOptionalQueries(
  service: QueryService,
  { afterOthersMs, altogetherMs } = LIMITS,
): QueryService {
  const openOptional = new Set<AbortController>();
  let openNeeded = 0;
  // Runs while only optional queries are open.
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    for (const each of openOptional) each.abort(new NetworkError('timeout', 'no report waits for it longer'));
  };
  const needed = async <T>(answer: Promise<T>): Promise<T> => {
    clearTimeout(timer);
    openNeeded += 1;
    try {
      return await answer;
    } finally {
      openNeeded -= 1;
      if (openNeeded === 0) timer = startTimer(giveUp, afterOthersMs);
    }
  };
  return {
    ...service,
    resolveInsight: (id, interval) => needed(service.resolveInsight(id, interval)),
    async runQuery(query, signal) {
      if (!isOptional(query)) return needed(service.runQuery(query, signal));
      const limit = new AbortController();
      openOptional.add(limit);
      const longest = startTimer(giveUp, altogetherMs);
      try {
        return await service.runQuery(query, limit.signal);
      } finally {
        clearTimeout(longest);
        openOptional.delete(limit);
      }
    },
  };
}

/** Calls a function later, without keeping a process alive for it; a browser's timers never do. */
export function startTimer(call: () => void, ms: number): NodeJS.Timeout {
  const timer = setTimeout(call, ms);
  (timer as { readonly unref?: () => unknown }).unref?.();
  return timer;
}
