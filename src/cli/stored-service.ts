// A database file in the form in which a report queries a service over HTTP. stored-organization.ts loads
// it when `--db` is given.
import type { QueryService } from '../report/client/client.ts';
import { timedResult } from '../report/client/timed-result.ts';
import { NetworkError, RequestError, ResponseError } from '../text/errors.ts';
import { isHeldElsewhere, QueryError } from '../service/errors.ts';
import { withOnlyInterval } from '../service/store/insights.ts';
import { isQuery } from '../tql/query.ts';
import type { UseStore } from './store.ts';

/** The two operations on an organization of a database file, without HTTP and without a token. */
export function storedService(use: UseStore, org: string, nowMs: number | null): QueryService {
  return {
    async resolveInsight(id, { beginningDate, endDate }) {
      const insight = (await use((operations) => operations.listInsights(org))).find(
        (each) => each.id.toLowerCase() === id.toLowerCase(),
      );
      if (insight === undefined)
        throw new RequestError('not-found', 404, `${org} has no insight with the id ${id}.`);
      const interval = { beginningDate: { ...beginningDate }, endDate: { ...endDate } };
      const query = withOnlyInterval(insight.query, interval);
      if (!isQuery(query)) throw new ResponseError(`What is saved as the insight ${id} is not a query.`);
      return { query, name: insight.name };
    },
    async runQuery(query, signal = new AbortController().signal) {
      const ask = () => use((operations) => operations.query(org, query, nowMs, { signal }));
      return timedResult(query, ask).catch((error: unknown) => {
        // The file is closed between queries, so another command can have it for a while: `gate --wait` and
        // `preview` query again. Any other fault of the file ends the command.
        if (isHeldElsewhere(error)) throw new NetworkError('network', error.message, { cause: error });
        if (error instanceof QueryError) throw new RequestError('invalid-query', 400, error.message);
        throw error;
      });
    },
  };
}
