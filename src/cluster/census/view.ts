// What the census knows of one namespace: which segments are stored and which are served, and which events
// were lost for a while because the task that had read them from Kafka was gone before it stored them.
import { mergeRanges } from '../../tql/interval.ts';
import { ClusterAwayError } from '../../service/errors.ts';
import { storedSegments, type StoredSegment, type Stretch } from '../archive/segments.ts';
import type { Druid } from '../druid.ts';
import { findMissing, overlaps } from './missing.ts';
import type { Offsets } from '../supervisors/offsets.ts';
import { type AskProgress, hasReached } from './progress.ts';
import { ALL_TIME, heldByTasks, isAnswering, readServed, type Served } from './served.ts';

/**
 * Events that tasks had read, until the tasks were gone and no segment held the events. Until the topic has
 * been read again up to `ends`, answers over `stretches` are not whole.
 */
interface Loss {
  readonly stretches: readonly Stretch[];
  readonly sinceMs: number;
  /** How far the topic has to be read for them to be back; null while it is not known. */
  readonly ends: Offsets | null;
  /** Since when Druid says that there is no supervisor; null if it has named one. */
  readonly absentMs: number | null;
}

const ALL: readonly Stretch[] = [{ startMs: -Infinity, endMs: Infinity }];
/** How old the offsets that Druid reports can be. */
const OFFSETS_AGE_MS = 7000;
/** For so long an overlord that has just started may say that there is no supervisor. */
const ABSENT_MS = 30_000;
/** How long the list of stored segments is kept if the served ones stay the same. */
const STORED_AGE_MS = 10_000;

/** What is known of one namespace at a moment: what is stored, what is served, and which tasks were lost. */
export interface View {
  /** When the look began. */
  readonly atMs: number;
  readonly served: Served;
  readonly stored: readonly StoredSegment[];
  /** When the list of stored segments was read. */
  readonly storedMs: number;
  /** The ids of all segments that were stored at some time and are still served. */
  readonly everStored: ReadonlySet<string>;
  /** The times of stored segments that no server serves. */
  readonly missing: readonly Stretch[];
  /** The times of events that only tasks serve. */
  readonly held: readonly Stretch[];
  readonly loss: Loss | null;
}

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
  const isSame = last !== null && served.key === last.served.key && last.missing.length === 0;
  const isOld = last === null || isBusy || !isSame || atMs - last.storedMs > STORED_AGE_MS;
  const stored = isOld ? await readStored(druid, namespace, last) : last.stored;
  const ids = new Set(served.segments.map(({ id }) => id));
  const everStored = new Set(
    [...stored.map(({ id }) => id), ...(last?.everStored ?? [])].filter((id) => ids.has(id)),
  );
  const heldStretches = heldByTasks(served);
  const silent = (await isAnswering(druid.broker, namespace, heldStretches)) ? [] : heldStretches;
  const loss =
    last === null
      ? // Before the first look anything may have been lost.
        { stretches: ALL, sinceMs: -Infinity, ends: null, absentMs: -Infinity }
      : withLost(last.loss, [...silent, ...lostSince(last, served, stored)]);
  return {
    atMs,
    served,
    stored,
    everStored,
    storedMs: isOld ? atMs : last.storedMs,
    missing: isOld ? findMissing(stored, ids) : [],
    held: heldStretches,
    loss: loss === null ? null : await lossUntilReread(askProgress, namespace, loss),
  };
}

/**
 * Without a coordinator, what was stored the last time is compared: what has been stored since is not missing
 * yet.
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
function lostSince(last: View, { segments }: Served, stored: readonly StoredSegment[]): readonly Stretch[] {
  const servedNow = new Map(segments.map((segment) => [segment.id, segment]));
  const storedIds = new Set(stored.map(({ id }) => id));
  return last.served.segments.filter(({ id, tasks }) => {
    if (tasks.size === 0 || storedIds.has(id) || last.everStored.has(id)) return false;
    const current = servedNow.get(id);
    return current === undefined || (current.tasks.size > 0 && tasks.isDisjointFrom(current.tasks));
  });
}

function withLost(loss: Loss | null, lost: readonly Stretch[]): Loss | null {
  if (lost.length === 0) return loss;
  const stretches = mergeRanges([...lost, ...(loss?.stretches ?? [])]);
  return { stretches, sinceMs: performance.now(), ends: null, absentMs: null };
}

/**
 * The loss, or null once new tasks have read the topic again up to where it ended when the loss was noticed.
 * Tasks that are publishing still serve what they have read.
 */
async function lossUntilReread(ask: AskProgress, namespace: string, loss: Loss): Promise<Loss | null> {
  if (performance.now() - loss.sinceMs < OFFSETS_AGE_MS) return loss;
  try {
    const { afterMs, progress } = await ask(namespace);
    if (afterMs - loss.sinceMs < OFFSETS_AGE_MS) return loss;
    if (progress === null) {
      const absentMs = loss.absentMs ?? afterMs;
      return afterMs - absentMs > ABSENT_MS ? null : { ...loss, absentMs };
    }
    if (progress.isSuspended) return null;
    // Once tasks read again, what is acknowledged from then on is a lag.
    const ends = loss.ends ?? (progress.reached.size > 0 ? progress.ends : null);
    return ends !== null && hasReached(progress.reached, ends) ? null : { ...loss, ends, absentMs: null };
  } catch {
    return loss;
  }
}

/** The times within some stretches for which an answer is not whole. */
export function notWhole({ missing, loss }: View, queriedStretches: readonly Stretch[]): readonly Stretch[] {
  return [...missing, ...(loss?.stretches ?? [])].filter((each) =>
    queriedStretches.some((one) => overlaps(one, each)),
  );
}
