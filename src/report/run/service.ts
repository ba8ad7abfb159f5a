// Makes the query service that a report uses: the HTTP client, with a limit for optional queries, and
// without requesting anything twice.
import {
  type ClientEffects,
  createClient,
  type QueryService,
  type ResolvedInsight,
} from '../client/client.ts';
import type { ReportRequest } from '../inputs/request.ts';
import { getOrAdd } from '../../text/get-or-add.ts';
import type { Log } from '../../text/log.ts';
import { queryKey } from '../../tql/json.ts';
import { limitOptionalQueries } from './optional-queries.ts';

/**
 * The query service of a report's request, in three layers: the client sends requests, within limits and
 * with retries; an optional query that hangs is given up; and what several insights need is requested once.
 */
export function createService(
  { service }: Pick<ReportRequest, 'service'>,
  { log, client }: { readonly log: Log; readonly client?: ClientEffects },
): QueryService {
  return askOnce(limitOptionalQueries(createClient({ ...service, log, ...(client && { effects: client }) })));
}

/**
 * The same service, but each insight and interval, and each query, is requested once. A query with a
 * signal of its own, which may cancel it, is shared with nobody.
 */
export function askOnce(service: QueryService): QueryService {
  const insights = new Map<string, Promise<ResolvedInsight>>();
  const answers = new Map<string, ReturnType<QueryService['runQuery']>>();
  return {
    ...service,
    runQuery: (query, signal) =>
      signal === undefined
        ? getOrAdd(answers, queryKey(query), () => service.runQuery(query))
        : service.runQuery(query, signal),
    resolveInsight: (id, interval) =>
      getOrAdd(insights, JSON.stringify([id.toLowerCase(), interval]), () =>
        service.resolveInsight(id, interval),
      ),
  };
}
