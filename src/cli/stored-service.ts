import type { QueryService } from '../client/client.ts';
import { RequestError, ResponseError } from '../errors.ts';
import { QueryError } from '../service/errors.ts';
import type { StoreOperations } from '../service/ipc/operations.ts';
import { withOnlyInterval } from '../service/store/insights.ts';
import { parseResult, ResultShapeError } from '../tql/result.ts';
import { isQuery } from '../tql/query.ts';

/** The two operations on an organization of a database file, without HTTP and without a token. */
export function storedService(operations: StoreOperations, org: string, nowMs: number | null): QueryService {
  return {
    async resolveInsight(id, { beginningDate, endDate }) {
      const found = (await operations.listInsights(org)).find(
        (each) => each.id.toLowerCase() === id.toLowerCase(),
      );
      if (found === undefined)
        throw new RequestError('not-found', 404, `${org} has no insight with the id ${id}.`);
      const interval = { beginningDate: { ...beginningDate }, endDate: { ...endDate } };
      const query = withOnlyInterval(found.query, interval);
      if (!isQuery(query)) throw new ResponseError(`What is saved as the insight ${id} is not a query.`);
      return { query, name: found.name };
    },
    async runQuery(query, signal = new AbortController().signal) {
      const startedMs = performance.now();
      try {
        const answer = await operations.query(org, query, nowMs, { signal });
        const result = parseResult(answer, query.queryType);
        return { result, durationMs: Math.round(performance.now() - startedMs) };
      } catch (error) {
        if (error instanceof QueryError) throw new RequestError('invalid-query', 400, error.message);
        if (error instanceof ResultShapeError) throw new ResponseError(error.message);
        throw error;
      }
    },
  };
}
