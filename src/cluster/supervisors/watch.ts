// Watches the supervisors of all namespaces: in Druid, one reads a namespace's Kafka topic by tasks. Makes
// those that are missing, ends tasks that are stuck, and says when events do not arrive.
import { ClusterAnswerError, ClusterAwayError, StoreError } from '../../service/errors.ts';
import { stopTask } from '../archive/batch-task.ts';
import type { DruidServer } from '../druid-server.ts';
import { TopicError, type Topics } from '../kafka/topics.ts';
import { keepSupervisor } from './keep.ts';
import { findLost } from './lost.ts';
import { type Observation, observe } from './observation.ts';
import type { KafkaAddress } from './spec.ts';
import { findTrouble, mayHaveSkipped, MEMORY_MS } from './trouble.ts';

/**
 * The supervisors that hand the events of some namespaces to Druid, made when they are missing, and watched.
 */
export interface Supervisors {
  /** Has the supervisor of a namespace made, unless there is one, and watches it from now on. */
  add(namespace: string): void;
  /** Why the events of a namespace do not reach Druid, by namespace; those that do are left out. */
  troubles(): ReadonlyMap<string, string>;
  /** How many events of all namespaces wait in Kafka; null if Druid does not know it of one of them. */
  lag(): number | null;
  close(): Promise<void>;
}

/** What the supervisors of a cluster are kept with. */
interface SupervisorOptions {
  readonly overlord: DruidServer;
  readonly topics: Pick<Topics, 'make'>;
  readonly kafka: KafkaAddress;
  /** Is called with a sentence when events no longer reach Druid, and when they do again. */
  readonly warn?: ((message: string) => void) | undefined;
  readonly periodMs?: number;
  /** How long no worker runs a task before it is ended. */
  readonly lostMs?: number;
}

const PERIOD_MS = 5000;
const LOST_MS = 30_000;

/** Keeps and watches supervisors until it is closed. */
export function watchSupervisors({ periodMs = PERIOD_MS, ...options }: SupervisorOptions): Supervisors {
  const watched = new Map<string, Watched>();
  let looking: Promise<void> | null = null;
  const lookOnce = () => {
    looking ??= Promise.all([...watched.values()].map((one) => look(one, options))).then(() => {
      looking = null;
    });
  };
  const timer = setInterval(lookOnce, periodMs);
  timer.unref();
  return {
    add: (namespace) => {
      if (watched.has(namespace)) return;
      watched.set(namespace, {
        namespace,
        isMade: false,
        observed: [],
        trouble: null,
        endedAt: null,
        lost: new Map(),
      });
      lookOnce();
    },
    troubles: () => {
      const troubles = new Map<string, string>();
      for (const { namespace, trouble } of watched.values())
        if (trouble !== null) troubles.set(namespace, trouble);
      return troubles;
    },
    lag: () => {
      let total = 0;
      for (const { observed } of watched.values()) {
        const lag = observed.at(-1)?.lag ?? null;
        if (lag === null) return null;
        total += lag;
      }
      return total;
    },
    close: async () => {
      clearInterval(timer);
      while (looking !== null) await looking;
    },
  };
}

interface Watched {
  readonly namespace: string;
  /** Whether the supervisor was there the last time. */
  isMade: boolean;
  observed: readonly Observation[];
  trouble: string | null;
  /** Where the tasks began that were ended because they may have skipped events. */
  endedAt: string | null;
  /** Since when no worker runs a task. */
  lost: ReadonlyMap<string, number>;
}

async function look(watched: Watched, options: SupervisorOptions): Promise<void> {
  const { namespace, trouble: earlierTrouble } = watched;
  const trouble = await observeTrouble(watched, options).catch(describeError);
  // While a task is lost, Druid does not answer what it has done. An error is met again at the next look.
  if (trouble === null) watched.lost = new Map();
  else await endLost(watched, options).catch(() => undefined);
  watched.trouble = trouble;
  // Only the beginning and the end are reported: a lag in the sentence changes each time.
  const hasChanged = (trouble === null) !== (earlierTrouble === null);
  if (!hasChanged) return;
  options.warn?.(
    trouble === null
      ? `The events of ${namespace} reach Druid again.`
      : `Not all events of ${namespace} reach Druid: ${trouble}. Those that were acknowledged are kept in Kafka.`,
  );
}

/**
 * Looks at the supervisor, which is made if it is missing. Returns why events do not reach Druid, or null.
 */
async function observeTrouble(watched: Watched, options: SupervisorOptions): Promise<string | null> {
  const { namespace } = watched;
  if (!watched.isMade) {
    // That Kafka is away is reported once, not for each namespace.
    if (!(await makeTopic(options.topics, namespace))) return watched.trouble;
    await keepSupervisor(options.overlord, namespace, options.kafka);
    watched.isMade = true;
  }
  const atMs = Date.now();
  const observation = await observe(options.overlord, namespace, atMs);
  if (observation === null) {
    // Someone terminated it: it is made again the next time.
    watched.isMade = false;
    watched.observed = [];
    return 'they have no supervisor there';
  }
  const recent = watched.observed.filter((earlier) => atMs - earlier.atMs < MEMORY_MS);
  watched.observed = [...recent, observation];
  return (await beginAgain(watched, observation, options.overlord)) ?? findTrouble(watched.observed);
}

/**
 * Ends tasks that may have skipped events, so that Druid begins again after what is published. If it begins
 * at the same place, all before it is.
 */
async function beginAgain(
  watched: Watched,
  observation: Observation,
  overlord: DruidServer,
): Promise<string | null> {
  if (!mayHaveSkipped(observation)) return null;
  const { ids, starts } = observation.reading;
  const place = JSON.stringify([...starts].toSorted());
  if (place === watched.endedAt) return null;
  for (const id of ids) await stopTask(overlord, id);
  watched.endedAt = place;
  return 'those before the ones that are read were not published; they are read again';
}

/** Ends tasks that no worker has run for some time, so that the supervisor replaces them. */
async function endLost(watched: Watched, { overlord, lostMs = LOST_MS }: SupervisorOptions): Promise<void> {
  const nowMs = performance.now();
  const ids = await findLost(overlord, watched.namespace);
  watched.lost = new Map(ids.map((id) => [id, watched.lost.get(id) ?? nowMs]));
  for (const [id, sinceMs] of watched.lost) if (nowMs - sinceMs >= lostMs) await stopTask(overlord, id);
}

/** Whether the topic is there, which is made if it is not. */
async function makeTopic(topics: Pick<Topics, 'make'>, namespace: string): Promise<boolean> {
  try {
    await topics.make(namespace);
    return true;
  } catch (error) {
    if (error instanceof ClusterAwayError && !(error instanceof TopicError)) return false;
    throw error;
  }
}

function describeError(error: unknown): string {
  if (error instanceof ClusterAwayError || error instanceof ClusterAnswerError) return error.message;
  if (error instanceof StoreError) return error.message.replace(/\.$/, '');
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
