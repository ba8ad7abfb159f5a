import { objectOf } from './answer-parts.ts';
import type { Druid } from './druid.ts';
import type { Feed } from './feed.ts';

/** How much work a cluster holds. Null if it is not known. */
interface ClusterLoad {
  /** Acknowledged events that wait in Kafka for Druid to read them, of all organizations. */
  readonly waitingEvents: number | null;
  /** The places for tasks: reading events takes one for each organization, an import one or more. */
  readonly taskSlots: { readonly used: number; readonly free: number } | null;
}

/** Asks for a cluster's load. */
export type AskLoad = () => Promise<ClusterLoad>;

const TIMEOUT_MS = 2000;
/** How long an answer is given again: anybody may ask as often as they like. */
const MEMORY_MS = 5000;

/** Makes a function that asks for the load of a cluster, which answers within two seconds. */
export function clusterLoad(
  { overlord }: Pick<Druid, 'overlord'>,
  feed: { readonly supervisors: Pick<Feed['supervisors'], 'lag'> } | null,
): AskLoad {
  const askSlots = async (): Promise<ClusterLoad['taskSlots']> => {
    const path = '/druid/indexer/v1/totalWorkerCapacity';
    const { currentClusterCapacity: all, usedClusterCapacity: used } = objectOf(
      await overlord.ask({ path, timeoutMs: TIMEOUT_MS }),
    );
    // Druid says -1 if its workers are not ones that it can count.
    return typeof all === 'number' && all >= 0 && typeof used === 'number'
      ? { used, free: all - used }
      : null;
  };
  let last: ReturnType<typeof askSlots> | null = null;
  let askedMs = -Infinity;
  return async () => {
    if (last === null || performance.now() - askedMs > MEMORY_MS) {
      [last, askedMs] = [askSlots().catch(() => null), performance.now()];
    }
    return { waitingEvents: feed?.supervisors.lag() ?? null, taskSlots: await last };
  };
}
