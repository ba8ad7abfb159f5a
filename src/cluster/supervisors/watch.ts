// Watches the Druid supervisors of all namespaces, of which each reads a namespace's Kafka topic by tasks.
// Every five seconds, a check of each:
// 1. creates the topic and the supervisor if they are missing,
// 2. observes the supervisor, and finds out why events do not arrive,
// 3. stops tasks that may have skipped events, or that no worker runs, so that Druid starts others,
// 4. warns when events begin to be missing, and when they arrive again.
import { ClusterAnswerError, ClusterAwayError, StoreError } from '../../service/errors.ts';
import { stopTask } from '../archive/batch-task.ts';
import type { DruidServer } from '../druid-server.ts';
import { TopicError, type Topics } from '../kafka/topics.ts';
import { keepSupervisor } from './keep.ts';
import { findLost } from './lost.ts';
import { type Observation, observe } from './observation.ts';
import type { KafkaAddress } from './spec.ts';
import { findTrouble, mayHaveSkipped, MEMORY_MS } from './trouble.ts';

export interface Supervisors {
  /** Watches the supervisor of a namespace from now on. */
  add(namespace: string): void;
  /** Why the events of a namespace do not reach Druid, by namespace; those that do are left out. */
  troubles(): ReadonlyMap<string, string>;
  /** How many events of all namespaces wait in Kafka; null if Druid does not know it of one of them. */
  lag(): number | null;
  close(): Promise<void>;
}

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

export function watchSupervisors({ periodMs = PERIOD_MS, ...options }: SupervisorOptions): Supervisors {
  const watched = new Map<string, WatchedSupervisor>();
  let checking: Promise<void> | null = null;
  const checkAll = () => {
    checking ??= Promise.all([...watched.values()].map((each) => check(each, options))).then(() => {
      checking = null;
    });
  };
  const timer = setInterval(checkAll, periodMs);
  timer.unref();
  return {
    add: (namespace) => {
      if (watched.has(namespace)) return;
      watched.set(namespace, {
        namespace,
        isCreated: false,
        observations: [],
        trouble: null,
        stoppedStarts: null,
        lostSince: new Map(),
      });
      checkAll();
    },
    troubles: () => {
      const troubles = new Map<string, string>();
      for (const { namespace, trouble } of watched.values())
        if (trouble !== null) troubles.set(namespace, trouble);
      return troubles;
    },
    lag: () => {
      let total = 0;
      for (const { observations } of watched.values()) {
        const lag = observations.at(-1)?.lag ?? null;
        if (lag === null) return null;
        total += lag;
      }
      return total;
    },
    close: async () => {
      clearInterval(timer);
      while (checking !== null) await checking;
    },
  };
}

/** A namespace, and what the last check has found. */
interface WatchedSupervisor {
  readonly namespace: string;
  /** Whether the supervisor existed. */
  isCreated: boolean;
  /** Those of the last two minutes, the newest last. */
  observations: readonly Observation[];
  /** Why events do not reach Druid; null if they do. */
  trouble: string | null;
  /** Where the tasks had begun to read that were last stopped because they may have skipped events. */
  stoppedStarts: string | null;
  /** Task → since when no worker runs it. */
  lostSince: ReadonlyMap<string, number>;
}

async function check(watched: WatchedSupervisor, options: SupervisorOptions): Promise<void> {
  const { namespace, trouble: earlierTrouble } = watched;
  const trouble = await observeTrouble(watched, options).catch(describeError);
  // A lost task is always a trouble, since Druid cannot ask it for its status. Errors come again next time.
  if (trouble === null) watched.lostSince = new Map();
  else await stopLost(watched, options).catch(() => undefined);
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

/** The steps 1 to 3. Returns why events do not reach Druid, or null. */
async function observeTrouble(
  watched: WatchedSupervisor,
  options: SupervisorOptions,
): Promise<string | null> {
  const { namespace } = watched;
  if (!watched.isCreated) {
    // `topics` reports once that Kafka is away; it is no trouble of each namespace.
    if (!(await makeTopic(options.topics, namespace))) return watched.trouble;
    await keepSupervisor(options.overlord, namespace, options.kafka);
    watched.isCreated = true;
  }
  const atMs = Date.now();
  const observation = await observe(options.overlord, namespace, atMs);
  if (observation === null) {
    // Someone terminated it: the next check creates it.
    watched.isCreated = false;
    watched.observations = [];
    return 'they have no supervisor there';
  }
  const recent = watched.observations.filter((earlier) => atMs - earlier.atMs < MEMORY_MS);
  watched.observations = [...recent, observation];
  return (await stopSkipping(watched, observation, options.overlord)) ?? findTrouble(watched.observations);
}

/**
 * Stops tasks that may have skipped events, so that Druid reads on after the last stored event. Tasks that
 * then begin at the same place have skipped nothing.
 */
async function stopSkipping(
  watched: WatchedSupervisor,
  observation: Observation,
  overlord: DruidServer,
): Promise<string | null> {
  if (!mayHaveSkipped(observation)) return null;
  const { ids, starts } = observation.reading;
  const startsText = JSON.stringify([...starts].toSorted());
  if (startsText === watched.stoppedStarts) return null;
  for (const id of ids) await stopTask(overlord, id);
  watched.stoppedStarts = startsText;
  return 'those before the ones that are read were not published; they are read again';
}

/** Stops tasks that no worker has run for some time, so that the supervisor replaces them. */
async function stopLost(
  watched: WatchedSupervisor,
  { overlord, lostMs = LOST_MS }: SupervisorOptions,
): Promise<void> {
  const nowMs = performance.now();
  const ids = await findLost(overlord, watched.namespace);
  watched.lostSince = new Map(ids.map((id) => [id, watched.lostSince.get(id) ?? nowMs]));
  for (const [id, sinceMs] of watched.lostSince) if (nowMs - sinceMs >= lostMs) await stopTask(overlord, id);
}

/** Creates the topic unless it exists. Returns false if Kafka is away. */
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
