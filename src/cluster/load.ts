// Measures a cluster's load for `/metrics`: events that wait in Kafka, and Druid's places for tasks.
import { objectOf } from './answer-parts.ts';
import { reuseFor } from './reuse-for.ts';
import type { Druid } from './druid.ts';
import type { Feed } from './feed.ts';
import type { MeasuredNumber } from '../service/http/metrics.ts';

const TIMEOUT_MS = 2000;
/** For how long an answer is reused. */
const MEMORY_MS = 5000;

/** A number is null if Druid does not give it within two seconds. */
export function clusterLoad(
  { overlord }: Pick<Druid, 'overlord'>,
  feed: { readonly supervisors: Pick<Feed['supervisors'], 'lag'> } | null,
): readonly MeasuredNumber[] {
  const askSlots = async () => {
    const path = '/druid/indexer/v1/totalWorkerCapacity';
    const { currentClusterCapacity: all, usedClusterCapacity: used } = objectOf(
      await overlord.ask({ path, timeoutMs: TIMEOUT_MS }),
    );
    // Druid answers -1 if it cannot count its workers.
    const isKnown = typeof all === 'number' && all >= 0 && typeof used === 'number';
    return isKnown ? { used, free: all - used } : null;
  };
  return [
    {
      name: 'insight_report_waiting_events',
      help: 'Events that were acknowledged, and that Druid has not read from Kafka yet.',
      measure: async () => feed?.supervisors.lag() ?? null,
    },
    {
      name: 'insight_report_task_slots',
      help: "Places for tasks on Druid's middle managers, by whether a task runs there.",
      label: 'state',
      measure: reuseFor(MEMORY_MS, () => askSlots().catch(() => null)),
    },
  ];
}
