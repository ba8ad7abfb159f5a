// What the census knows of one namespace at a moment: which segments (files of events) are stored, which are
// served, and which events were lost for a while, because the task that had read them from Kafka was gone
// before it stored them. `census.ts` takes a view before it trusts an answer.
import { mergeRanges } from '../../tql/interval.ts';
import { ClusterAwayError } from '../../service/errors.ts';
import { storedSegments, type StoredSegment, type Stretch } from '../archive/segments.ts';
import type { Druid } from '../druid.ts';
import { findMissing, overlaps } from './missing.ts';
import type { Offsets } from '../supervisors/offsets.ts';
import { type AskProgress, hasReached } from './progress.ts';
import { ALL_TIME, isAnswering, readServed, type Served, servedByTasks } from './served.ts';

/** What is known of one namespace at a moment. */
export interface View {
  /** When the look began. */
  readonly atMs: number;
  readonly served: Served;
  readonly stored: readonly StoredSegment[];
  /**
   * When the list of stored segments was last requested. While the coordinator is away, `stored` is older.
   */
  readonly storedMs: number;
  /** The ids of all segments that were stored at some time and are still served. */
  readonly everStored: ReadonlySet<string>;
  /** The times of stored segments that no server serves. */
  readonly missing: readonly Stretch[];
  /** The times of events that only tasks serve. */
  readonly held: readonly Stretch[];
  /** Null: all events that tasks had read are still there. */
  readonly loss: Loss | null;
}

/**
 * Tasks are gone whose events no segment holds. Answers over `stretches` are incomplete until new tasks have
 * read the Kafka topic again up to `ends`.
 */
interface Loss {
  readonly stretches: readonly Stretch[];
  /** When it was noticed. */
  readonly sinceMs: number;
  /** How far the topic has to be read again; null while that is not known. */
  readonly ends: Offsets | null;
  /** Since when Druid has named no supervisor for the topic; null if it has named one. */
  readonly absentMs: number | null;
}

const ALL: readonly Stretch[] = [{ startMs: -Infinity, endMs: Infinity }];
/**
 * Before the first look, anything may have been lost. If Druid then names no supervisor, nothing will read
 * the topic again: `absentMs` is so early that the loss ends at once.
 */
const ANYTHING_LOST: Loss = { stretches: ALL, sinceMs: -Infinity, ends: null, absentMs: -Infinity };
/** How old the offsets that Druid reports can be: it fetches them every 5 seconds. */
const OFFSETS_AGE_MS = 7000;
/** For so long an overlord that has just started may say that there is no supervisor. */
const ABSENT_MS = 30_000;
/** How long the list of stored segments is kept if the served ones stay the same. */
const STORED_AGE_MS = 10_000;

/** What a look begins with. */
interface Looking {
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
  { last, isBusy, askProgress }: Looking,
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

  const held = servedByTasks(served);
  const silent = (await isAnswering(druid.broker, namespace, held)) ? [] : held;
  const loss =
    last === null ? ANYTHING_LOST : withLost(last.loss, [...silent, ...lostSince(last, served, stored)]);
  return {
    atMs,
    served,
    stored,
    storedMs: canKeepStored ? last.storedMs : atMs,
    everStored: new Set(storedIds.filter((id) => servedIds.has(id))),
    missing: canKeepStored ? [] : findMissing(stored, servedIds),
    held,
    loss: loss === null ? null : await lossUntilReread(askProgress, namespace, loss),
  };
}

/**
 * The stored segments. While the coordinator is away, those of the last time: a segment that was stored since
 * is then not missed yet.
 */
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

/** The segments that only tasks served before, and that neither these tasks serve nor anyone has stored. */
function lostSince(last: View, served: Served, stored: readonly StoredSegment[]): readonly Stretch[] {
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

/** The loss with further stretches, which begins again if there are any. */
function withLost(loss: Loss | null, lost: readonly Stretch[]): Loss | null {
  if (lost.length === 0) return loss;
  const stretches = mergeRanges([...lost, ...(loss?.stretches ?? [])]);
  return { stretches, sinceMs: performance.now(), ends: null, absentMs: null };
}

/**
 * The loss; null once new tasks have read the topic again up to where it ended when the loss was noticed.
 * Tasks that are publishing still serve what they have read.
 */
async function lossUntilReread(ask: AskProgress, namespace: string, loss: Loss): Promise<Loss | null> {
  if (performance.now() - loss.sinceMs < OFFSETS_AGE_MS) return loss;
  const answer = await ask(namespace).catch(() => null);
  if (answer === null) return loss;
  const { afterMs, progress } = answer;
  const isFromBeforeLoss = afterMs - loss.sinceMs < OFFSETS_AGE_MS;
  if (isFromBeforeLoss) return loss;
  if (progress === null) {
    // Without a supervisor nothing reads the topic again: there is nothing to wait for.
    const absentMs = loss.absentMs ?? afterMs;
    return afterMs - absentMs > ABSENT_MS ? null : { ...loss, absentMs };
  }
  if (progress.isSuspended) return null;
  // The ends are fixed once tasks read again: events that come after that are late, but not lost.
  const areTasksReading = progress.reached.size > 0;
  const ends = loss.ends ?? (areTasksReading ? progress.ends : null);
  const isReread = ends !== null && hasReached(progress.reached, ends);
  return isReread ? null : { ...loss, ends, absentMs: null };
}

/** The times within some stretches for which an answer is incomplete. */
export function findGaps({ missing, loss }: View, queriedStretches: readonly Stretch[]): readonly Stretch[] {
  return [...missing, ...(loss?.stretches ?? [])].filter((gap) =>
    queriedStretches.some((queried) => overlaps(queried, gap)),
  );
}
