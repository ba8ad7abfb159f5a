import type { Druid } from './druid.ts';
import type { Feed } from './feed.ts';

/** Whether a cluster answers. */
export interface ClusterHealth {
  /** `degraded`: queries are answered, but not all events are taken, or reach Druid. */
  readonly status: 'ok' | 'degraded' | 'cluster-away';
  readonly problems: readonly string[];
}

const TIMEOUT_MS = 2000;
/** How long an answer is given again: anybody may ask as often as they like. */
const MEMORY_MS = 1000;

/** Makes a function that tells the health of a cluster. */
export function clusterHealth(
  druid: Pick<Druid, 'broker'>,
  feed: Pick<Feed, 'topics' | 'supervisors'> | null,
): () => Promise<ClusterHealth> {
  let last: Promise<boolean> | null = null;
  let askedMs = -Infinity;
  return async () => {
    if (last === null || performance.now() - askedMs > MEMORY_MS) {
      [last, askedMs] = [answers(druid), performance.now()];
    }
    const isThere = await last;
    const problems = [...(isThere ? [] : ['Druid cannot be reached.']), ...(feed === null ? [] : problemsOf(feed))];
    const status = !isThere ? 'cluster-away' : problems.length > 0 ? 'degraded' : 'ok';
    return { status, problems };
  };
}

async function answers({ broker }: Pick<Druid, 'broker'>): Promise<boolean> {
  try {
    await broker.ask({ method: 'GET', path: '/status/health', timeoutMs: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

function problemsOf({ topics, supervisors }: Pick<Feed, 'topics' | 'supervisors'>): readonly string[] {
  const troubled = supervisors.troubles().size;
  const organizations = troubled === 1 ? 'one organization' : `${troubled} organizations`;
  return [
    ...(topics.trouble() === null ? [] : ['Kafka does not acknowledge events.']),
    ...(troubled === 0 ? [] : [`Not all events of ${organizations} reach Druid; the log says why.`]),
  ];
}
