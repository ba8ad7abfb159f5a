// Reports a cluster's health for `/health`: whether Druid answers, whether all events are loaded, and whether
// ingested events arrive.
import type { BackendHealth } from '../service/backend.ts';
import { ClusterAwayError } from '../service/errors.ts';
import { reuseFor } from './reuse-for.ts';
import type { Census } from './census/census.ts';
import type { Druid } from './druid.ts';
import { DruidError } from './druid-error.ts';
import { REFUSES } from './druid-exchange.ts';
import type { Feed } from './feed.ts';

interface HealthOptions {
  readonly druid: Pick<Druid, 'broker' | 'overlord'>;
  /** Knows which events are not loaded. */
  readonly census?: Pick<Census, 'gaps'> | null;
  readonly feed: Pick<Feed, 'topics' | 'supervisors'> | null;
  /** The namespaces of the organizations whose events are in the cluster. */
  readonly namespaces: () => Promise<readonly string[]>;
}

const TIMEOUT_MS = 2000;
/** For how long an answer is reused. */
const MEMORY_MS = 1000;

export function clusterHealth({
  druid,
  census = null,
  feed,
  namespaces,
}: HealthOptions): () => Promise<BackendHealth> {
  const askDruid = reuseFor(MEMORY_MS, () => Promise.all([findFault(druid), findGaps(census, namespaces)]));
  return async () => {
    const [fault, gaps] = await askDruid();
    const problems = [
      ...(fault === null ? [] : [fault]),
      ...(fault === null && gaps.length > 0 ? [describeGaps(gaps)] : []),
      ...(feed === null ? [] : problemsOf(feed)),
    ];
    if (fault !== null) return { status: 'cluster-away', problems };
    return { status: problems.length === 0 ? 'ok' : 'degraded', problems };
  };
}

/**
 * Why no query is answered; null if queries are. It requests the data sources, which Druid lists only to
 * users it knows; Druid's own health check does not test the login.
 */
export async function findFault({ broker }: Pick<Druid, 'broker'>): Promise<string | null> {
  try {
    await broker.ask({ path: '/druid/v2/datasources', timeoutMs: TIMEOUT_MS });
    return null;
  } catch (error) {
    if (error instanceof DruidError && error.status === 403) return REFUSES;
    if (error instanceof DruidError && error.status === 404) return null;
    return (error instanceof ClusterAwayError ? error.problem : null) ?? 'Druid cannot be reached.';
  }
}

/** For each namespace with events that are not loaded, their intervals. Left out if Druid does not answer. */
async function findGaps(
  census: Pick<Census, 'gaps'> | null,
  namespaces: HealthOptions['namespaces'],
): Promise<readonly (readonly string[])[]> {
  if (census === null) return [];
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const late = new Promise<readonly string[]>((resolve) => {
    limit.addEventListener('abort', () => {
      resolve([]);
    });
  });
  const gapsByNamespace = (await namespaces()).map((namespace) =>
    Promise.race([census.gaps(namespace), late]).catch((): readonly string[] => []),
  );
  return (await Promise.all(gapsByNamespace)).filter((gaps) => gaps.length > 0);
}

const NAMED_GAPS = 10;

function describeGaps(gaps: readonly (readonly string[])[]): string {
  const intervals = [...new Set(gaps.flat())].sort();
  const andMore = intervals.length > NAMED_GAPS ? ` and ${intervals.length - NAMED_GAPS} more` : '';
  const places = intervals.slice(0, NAMED_GAPS).join(', ') + andMore;
  return `Queries of ${describeOrganizations(gaps.length)} are answered with 503 in ${places}: not all events are loaded.`;
}

function problemsOf({ topics, supervisors }: Pick<Feed, 'topics' | 'supervisors'>): readonly string[] {
  const troubled = supervisors.troubles().size;
  const trouble = topics.trouble();
  return [
    ...(trouble === null ? [] : [trouble.problem ?? 'Kafka does not acknowledge events.']),
    ...(troubled === 0
      ? []
      : [`Not all events of ${describeOrganizations(troubled)} reach Druid; the log says why.`]),
  ];
}

function describeOrganizations(count: number): string {
  return count === 1 ? 'one organization' : `${count} organizations`;
}
