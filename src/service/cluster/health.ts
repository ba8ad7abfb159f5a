import { ClusterAwayError } from '../errors.ts';
import { objectOf } from './answer-parts.ts';
import type { Druid } from './druid.ts';
import { DruidError } from './druid-error.ts';
import { REFUSES } from './druid-server.ts';
import type { Feed } from './feed.ts';

/** Whether a cluster answers. */
export interface ClusterHealth {
  /** `degraded`: queries are answered, but not all events are taken, reach Druid, or are counted. */
  readonly status: 'ok' | 'degraded' | 'cluster-away';
  readonly problems: readonly string[];
}

/** What the health of a cluster is told by. */
interface HealthOptions {
  readonly druid: Pick<Druid, 'broker' | 'overlord'>;
  readonly feed: Pick<Feed, 'topics' | 'supervisors'> | null;
  /** The namespaces of the organizations whose events are in the cluster. */
  readonly namespaces: () => Promise<readonly string[]>;
}

const TIMEOUT_MS = 2000;
/** How long an answer is given again: anybody may ask as often as they like. */
const MEMORY_MS = 1000;

/** Makes a function that tells the health of a cluster. */
export function clusterHealth({ druid, feed, namespaces }: HealthOptions): () => Promise<ClusterHealth> {
  const askDruid = () => Promise.all([findFault(druid), countUnloaded(druid, namespaces)]);
  let last: ReturnType<typeof askDruid> | null = null;
  let askedMs = -Infinity;
  return async () => {
    if (last === null || performance.now() - askedMs > MEMORY_MS) {
      [last, askedMs] = [askDruid(), performance.now()];
    }
    const [fault, unloaded] = await last;
    const problems = [
      ...(fault === null ? [] : [fault]),
      ...(unloaded === 0
        ? []
        : [
            `Druid answers without the events of ${describeOrganizations(unloaded)} that its historicals have not loaded.`,
          ]),
      ...(feed === null ? [] : problemsOf(feed)),
    ];
    const status = fault !== null ? 'cluster-away' : problems.length > 0 ? 'degraded' : 'ok';
    return { status, problems };
  };
}

/** Why no query is answered; null if queries are. Druid says to anybody that it is well, but lists its data sources only to those it knows. */
export async function findFault({ broker }: Pick<Druid, 'broker'>): Promise<string | null> {
  try {
    await broker.ask({ method: 'GET', path: '/druid/v2/datasources', timeoutMs: TIMEOUT_MS });
    return null;
  } catch (error) {
    if (error instanceof DruidError && error.status === 403) return REFUSES;
    if (error instanceof DruidError && error.status === 404) return null;
    return (error instanceof ClusterAwayError ? error.problem : null) ?? 'Druid cannot be reached.';
  }
}

/** Of how many namespaces segments are stored that no historical has loaded: Druid answers without them, and does not say so. */
async function countUnloaded(
  { overlord }: Pick<Druid, 'overlord'>,
  namespaces: HealthOptions['namespaces'],
): Promise<number> {
  const path = '/druid/coordinator/v1/loadstatus?simple';
  try {
    const left = new Map(Object.entries(objectOf(await overlord.ask({ method: 'GET', path, timeoutMs: TIMEOUT_MS }))));
    return (await namespaces()).filter((namespace) => Number(left.get(namespace) ?? 0) > 0).length;
  } catch {
    // Queries are answered without a coordinator, too.
    return 0;
  }
}

function problemsOf({ topics, supervisors }: Pick<Feed, 'topics' | 'supervisors'>): readonly string[] {
  const troubled = supervisors.troubles().size;
  const trouble = topics.trouble();
  return [
    ...(trouble === null ? [] : [trouble.problem ?? 'Kafka does not acknowledge events.']),
    ...(troubled === 0 ? [] : [`Not all events of ${describeOrganizations(troubled)} reach Druid; the log says why.`]),
  ];
}

function describeOrganizations(count: number): string {
  return count === 1 ? 'one organization' : `${count} organizations`;
}
