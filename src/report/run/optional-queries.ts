import type { QueryService } from '../client/client.ts';
import { NetworkError } from '../../text/errors.ts';
import { rowsOfType } from '../../tql/run-query.ts';
import type { Query } from '../../tql/query.ts';

const ofCoverage = new WeakSet<Query>();

/** Marks a query that counts the events of a data source by day. What it looks like is not enough. */
export function asCoverage(query: Query): Query {
  ofCoverage.add(query);
  return query;
}

function isCoverage(query: Query): boolean {
  return ofCoverage.has(query);
}

/** A report is right without the queries about its data source. */
function isOptional(query: Query): boolean {
  return rowsOfType(query) === null || isCoverage(query);
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
  const hanging = new Set<AbortController>();
  let others = 0;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    for (const each of hanging) each.abort(new NetworkError('timeout', 'no report waits for it longer'));
  };
  const beside = async <T>(answer: Promise<T>): Promise<T> => {
    clearTimeout(timer);
    others += 1;
    try {
      return await answer;
    } finally {
      others -= 1;
      if (others === 0) timer = startTimer(giveUp, afterOthersMs);
    }
  };
  return {
    ...service,
    resolveInsight: (id, interval) => beside(service.resolveInsight(id, interval)),
    async runQuery(query, signal) {
      if (!isOptional(query)) return beside(service.runQuery(query, signal));
      const limit = new AbortController();
      hanging.add(limit);
      const longest = startTimer(giveUp, altogetherMs);
      try {
        return await service.runQuery(query, limit.signal);
      } finally {
        clearTimeout(longest);
        hanging.delete(limit);
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
