import type { QueryService } from '../client/client.ts';
import type { Query } from '../tql/query.ts';

/** The same service, asked once for what several entries resolve: an insight shown in two ways is one insight. */
export function resolveOnce(service: QueryService): QueryService {
  const asked = new Map<string, Promise<Query>>();
  return {
    runQuery: (query) => service.runQuery(query),
    resolveInsight(id, interval) {
      const key = JSON.stringify([id.toLowerCase(), interval]);
      const query = asked.get(key) ?? service.resolveInsight(id, interval);
      asked.set(key, query);
      return query;
    },
  };
}
