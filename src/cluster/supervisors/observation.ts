// Asks Druid for the status of a supervisor and its tasks. `trouble.ts` finds faults in several observations.
import { ClusterAwayError } from '../../service/errors.ts';
import { listOf, objectOf } from '../answer-parts.ts';
import { DruidError, ifUnknown } from '../druid-error.ts';
import type { DruidServer } from '../druid-server.ts';
import { SUPERVISORS } from './keep.ts';
import { type Offsets, offsetsOf } from './offsets.ts';

/** A supervisor and its tasks at one moment. */
export interface Observation {
  readonly atMs: number;
  readonly isSuspended: boolean;
  /** Druid's own opinion, which is `healthy` also of a supervisor whose tasks all fail. */
  readonly isHealthy: boolean;
  readonly state: string;
  /** The newest error that Druid reports, else an empty text. */
  readonly error: string;
  /** How many events wait in Kafka; null if Druid does not know. */
  readonly lag: number | null;
  /** The newest tasks that have ended, the newest first. */
  readonly ended: readonly {
    readonly hasFailed: boolean;
    readonly error: string;
    readonly createdMs: number;
  }[];
  /** How many messages the running tasks could not read as events. */
  readonly unread: number;
  /** The tasks that read events, and by partition where they began. */
  readonly reading: { readonly ids: readonly string[]; readonly starts: Offsets };
  /** Whether tasks publish what they have read. */
  readonly isPublishing: boolean;
}

const ENDED_TASKS = 5;

/** Null: there is no supervisor. Throws `ClusterAwayError`. */
export async function observe(
  overlord: DruidServer,
  namespace: string,
  atMs: number,
): Promise<Observation | null> {
  const ask = (path: string) => overlord.ask({ path });
  try {
    const answers = await Promise.all([
      ask(`${SUPERVISORS}/${namespace}/status`),
      ask(`${SUPERVISORS}/${namespace}/stats`),
      ask(
        `/druid/indexer/v1/tasks?datasource=${namespace}&type=index_kafka&state=complete&max=${ENDED_TASKS}`,
      ),
    ]).catch(ifUnknown(null));
    return answers && readObservation(answers, atMs);
  } catch (error) {
    if (error instanceof DruidError) throw new ClusterAwayError(error.message, { cause: error });
    throw error;
  }
}

function readObservation([status, stats, tasks]: readonly unknown[], atMs: number): Observation {
  const payload = objectOf(objectOf(status)['payload']);
  const { suspended, healthy, detailedState, recentErrors, aggregateLag } = payload;
  const active = listOf(payload['activeTasks']).map(objectOf);
  return {
    atMs,
    isSuspended: suspended === true,
    isHealthy: healthy !== false,
    state: textOf(detailedState),
    error: textOf(objectOf(listOf(recentErrors).at(-1))['message']),
    lag: typeof aggregateLag === 'number' ? aggregateLag : null,
    ended: listOf(tasks)
      .slice(0, ENDED_TASKS)
      .map((task) => {
        const { status: outcome, errorMsg, createdTime } = objectOf(task);
        return {
          hasFailed: outcome === 'FAILED',
          error: textOf(errorMsg),
          createdMs: Date.parse(textOf(createdTime)),
        };
      }),
    unread: countUnread(stats),
    reading: {
      ids: active.map(({ id }) => textOf(id)).filter((id) => id !== ''),
      starts: new Map(active.flatMap(({ startingOffsets }) => [...offsetsOf(startingOffsets)])),
    },
    isPublishing: listOf(payload['publishingTasks']).length > 0,
  };
}

interface Tasks {
  /** The ids of those that read or publish. */
  readonly tasks: ReadonlySet<string>;
  readonly partitions: number;
}

/** The tasks of a supervisor that Druid believes to be running; none without a supervisor. */
export async function observeTasks(overlord: DruidServer, namespace: string): Promise<Tasks> {
  const path = `${SUPERVISORS}/${namespace}/status`;
  const answer = await overlord.ask({ path }).catch(ifUnknown({}));
  const { activeTasks, publishingTasks, partitions } = objectOf(objectOf(answer)['payload']);
  const tasks = [...listOf(activeTasks), ...listOf(publishingTasks)].map(objectOf);
  const ids = tasks.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return { tasks: new Set(ids), partitions: Number(partitions ?? 0) };
}

/** `stats` is group → task → its totals. */
function countUnread(stats: unknown): number {
  const tasks = Object.values(objectOf(stats)).flatMap((group) => Object.values(objectOf(group)));
  const totals = tasks.map((task) => objectOf(objectOf(objectOf(task)['totals'])['buildSegments']));
  const counts = totals.flatMap(({ unparseable, processedWithError, thrownAway }) => [
    unparseable,
    processedWithError,
    thrownAway,
  ]);
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
}

const TEXT_LENGTH = 300;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH) : '';
}
