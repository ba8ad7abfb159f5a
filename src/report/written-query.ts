import type { QueryService } from '../client/client.ts';
import type { InsightRequest, IntervalSpec } from '../inputs/request.ts';
import type { RelativeInterval } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';

/** The query that an entry names: its file's, or the one behind its saved insight. Fails as the service does. */
export async function writtenQuery(
  { source, interval }: Pick<InsightRequest, 'source' | 'interval'>,
  service: Pick<QueryService, 'resolveInsight'>,
): Promise<Query> {
  return source.kind === 'query' ? source.query : service.resolveInsight(source.id, resolvingInterval(interval));
}

/** What an insight is resolved with when the report's own interval is absolute: the service takes nothing else. */
const LAST_30_DAYS: RelativeInterval = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};

/** The relative interval to resolve an insight with. */
export function resolvingInterval(spec: IntervalSpec | null): RelativeInterval {
  return spec?.kind === 'relative' ? spec.interval : LAST_30_DAYS;
}
