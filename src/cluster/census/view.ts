// Takes a view of a namespace, by which the census decides whether an answer is complete: which segments
// (files of events) are stored, which are served, and which events are lost for a while because the task that
// had read them from Kafka was gone before it stored them.
import { ClusterAwayError } from '../../service/errors.ts';
import { storedSegments, type StoredSegment } from '../archive/segments.ts';
import type { Stretch } from '../archive/stretches.ts';
import type { Druid } from '../druid.ts';
import { findMissing, overlaps } from './missing.ts';
import { ANYTHING_LOST, endOfLoss, type Loss, withLost } from './loss.ts';
import type { AskProgress } from './progress.ts';
import { ALL_TIME, isAnswering, readServed, type ServedSegments, servedByTasks } from './served.ts';

export interface View {
  /** When the look began. */
  readonly atMs: number;
  readonly served: ServedSegments;
  readonly stored: readonly StoredSegment[];
  /**
   * When the list of stored segments was last requested. While the coordinator is away, `stored` is older.
   */
  readonly storedMs: number;
  /** The ids of all segments that were stored at some time and are still served. */
  readonly everStored: ReadonlySet<string>;
  /** The times of stored segments that no server serves. */
  readonly missing: readonly Stretch[];
  /** The times of events that only tasks serve, which are lost if the task is killed. */
  readonly onlyInTasks: readonly Stretch[];
  /** Null: all events that tasks had read are still there. */
  readonly loss: Loss | null;
}

/** How long the list of stored segments is kept if the served ones stay the same. */
const STORED_AGE_MS = 10_000;

interface LookOptions {
  /** Null: this is the first look. */
  readonly last: View | null;
  /** Whether segments are being stored. */
  readonly isBusy: boolean;
  readonly askProgress: AskProgress;
}

/**
 * Looks at a namespace again, after an earlier view of it. Throws `ClusterAwayError`, `DruidError` or
 * `EngineError`.
 */
export async function lookAgain(
  druid: Druid,
  namespace: string,
  { last, isBusy, askProgress }: LookOptions,
): Promise<View> {
  const atMs = performance.now();
  const served = await readServed(druid.broker, namespace, ALL_TIME, last?.served ?? null);
  const servedIds = new Set(served.segments.map(({ id }) => id));

  const canKeepStored =
    last !== null &&
    !isBusy &&
    served.key === last.served.key &&
    last.missing.length === 0 &&
    atMs - last.storedMs <= STORED_AGE_MS;
  const stored = canKeepStored ? last.stored : await readStored(druid, namespace, last);
  const storedIds = [...stored.map(({ id }) => id), ...(last?.everStored ?? [])];

  const onlyInTasks = servedByTasks(served);
  const unanswered = (await isAnswering(druid.broker, namespace, onlyInTasks)) ? [] : onlyInTasks;
  const loss =
    last === null ? ANYTHING_LOST : withLost(last.loss, [...unanswered, ...lostSince(last, served, stored)]);
  return {
    atMs,
    served,
    stored,
    storedMs: canKeepStored ? last.storedMs : atMs,
    everStored: new Set(storedIds.filter((id) => servedIds.has(id))),
    missing: canKeepStored ? [] : findMissing(stored, servedIds),
    onlyInTasks,
    loss: loss === null ? null : await endOfLoss(askProgress, namespace, loss),
  };
}

/** The stored segments; while the coordinator is away, those of the last view. */
async function readStored(
  druid: Druid,
  namespace: string,
  last: View | null,
): Promise<readonly StoredSegment[]> {
  try {
    return await storedSegments(druid, namespace, ALL_TIME);
  } catch (error) {
    if (last === null || !(error instanceof ClusterAwayError)) throw error;
    return last.stored;
  }
}

/**
 * The segments that only tasks served before, that were never stored, and that these tasks no longer serve.
 */
function lostSince(last: View, served: ServedSegments, stored: readonly StoredSegment[]): readonly Stretch[] {
  const servedNow = new Map(served.segments.map((segment) => [segment.id, segment]));
  const storedIds = new Set(stored.map(({ id }) => id));
  return last.served.segments.filter(({ id, tasks }) => {
    const wasServedByTasks = tasks.size > 0;
    if (!wasServedByTasks || storedIds.has(id) || last.everStored.has(id)) return false;
    const current = servedNow.get(id);
    if (current === undefined) return true;
    const isServedByOtherTasks = current.tasks.size > 0 && tasks.isDisjointFrom(current.tasks);
    return isServedByOtherTasks;
  });
}

/** The times within some stretches for which an answer is incomplete. */
export function findGaps({ missing, loss }: View, queriedStretches: readonly Stretch[]): readonly Stretch[] {
  return [...missing, ...(loss?.stretches ?? [])].filter((gap) =>
    queriedStretches.some((queried) => overlaps(queried, gap)),
  );
}
