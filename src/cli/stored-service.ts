// A database file in the form in which a report queries a service over HTTP: for `--db` of `report`, `gate`,
// `check`, `preview` and `init`.
import type { Catalog } from '../report/client/catalog.ts';
import type { QueryService } from '../report/client/client.ts';
import type { NamedInsight } from '../report/client/named-insights.ts';
import { timedResult } from '../report/client/timed-result.ts';
import { NetworkError, RequestError, ResponseError } from '../text/errors.ts';
import { QueryError } from '../service/errors.ts';
import { isHeldElsewhere } from '../service/duckdb-messages.ts';
import { withOnlyInterval } from '../service/store/state/insights.ts';
import { isQuery } from '../tql/query.ts';
import type { UseStore } from './store.ts';

/** An organization of a database file, and its saved insights. */
interface StoredSource {
  readonly use: UseStore;
  readonly org: string;
  readonly insights: readonly NamedInsight[];
  /** The moment that counts as now; null for the system's clock at each query. */
  readonly nowMs: number | null;
}

/** A query service that lists its saved insights. */
export type StoredService = QueryService & { readonly catalog: Catalog };

/** A query service that reads an organization of a database file, without HTTP and without a token. */
export function storedService({ use, org, insights, nowMs }: StoredSource): StoredService {
  return {
    catalog: catalogOf(insights),
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

/** A database file's insights as a catalog with one group. */
function catalogOf(saved: readonly NamedInsight[]): Catalog {
  const insights = saved.map(({ id, name }) => ({ id, title: name, query: null }));
  const group = { id: 'file', title: null, insightIds: insights.map(({ id }) => id) };
  const app = { id: 'file', name: null, groups: [group] };
  const organization = { id: null, name: null, namespace: null, apps: [app] };
  return {
    organizations: async () => [organization],
    group: async () => insights,
    // Of a catalog, a failed insight is returned and not thrown. This one is never asked for.
    insight: async () => new Error('A group lists the insights of a file.'),
  };
}
