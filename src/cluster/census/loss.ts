// Events that are lost for a while: the task that had read them from Kafka was gone before it stored them.
// The loss ends once other tasks have read them again, which Druid reports.
import { mergeRanges } from '../../tql/time/interval.ts';
import type { Stretch } from '../archive/stretches.ts';
import type { Offsets } from '../supervisors/offsets.ts';
import { type AskProgress, hasReached } from './progress.ts';

/**
 * Tasks are gone, with events that are in no segment. Answers over `stretches` are incomplete until new tasks
 * have read the events from Kafka again. `endOfLoss` asks Druid at each look:
 *
 * | Druid reports | `rereadTo` | `unsupervisedMs` | the loss ends |
 * | :-- | :-- | :-- | :-- |
 * | offsets that may be from before the loss | null | null | not yet |
 * | that no task reads yet | null | null | not yet |
 * | that tasks read | where the topic ended then | null | once they have read up to there |
 * | that there is no supervisor | | since when | after 30 s: nothing will read the topic |
 * | that the supervisor is suspended | | | at once, for the same reason |
 */
export interface Loss {
  readonly stretches: readonly Stretch[];
  readonly noticedMs: number;
  readonly rereadTo: Offsets | null;
  readonly unsupervisedMs: number | null;
}

/** Before the first look, anything may have been lost. Without a supervisor, this loss ends at once. */
export const ANYTHING_LOST: Loss = {
  stretches: [{ startMs: -Infinity, endMs: Infinity }],
  noticedMs: -Infinity,
  rereadTo: null,
  unsupervisedMs: -Infinity,
};
/** How old the offsets that Druid reports can be: it fetches them every 5 seconds. */
const OFFSETS_AGE_MS = 7000;
/** For so long an overlord that has just started may answer that there is no supervisor. */
const UNSUPERVISED_MS = 30_000;
/** A loss to which more stretches are added; then it begins again. */
export function withLost(loss: Loss | null, lost: readonly Stretch[]): Loss | null {
  if (lost.length === 0) return loss;
  const stretches = mergeRanges([...lost, ...(loss?.stretches ?? [])]);
  return { stretches, noticedMs: performance.now(), rereadTo: null, unsupervisedMs: null };
}

/** A loss as it is after another look (the table at `Loss`); null once it has ended. */
export async function endOfLoss(ask: AskProgress, namespace: string, loss: Loss): Promise<Loss | null> {
  if (performance.now() - loss.noticedMs < OFFSETS_AGE_MS) return loss;
  const answer = await ask(namespace).catch(() => null);
  if (answer === null) return loss;
  const { askedMs, progress } = answer;
  const mayBeFromBefore = askedMs - loss.noticedMs < OFFSETS_AGE_MS;
  if (mayBeFromBefore) return loss;
  if (progress === null) {
    const unsupervisedMs = loss.unsupervisedMs ?? askedMs;
    return askedMs - unsupervisedMs > UNSUPERVISED_MS ? null : { ...loss, unsupervisedMs };
  }
  if (progress.isSuspended) return null;
  // Fixed once tasks read: events that come after that are late, but not lost.
  const areTasksReading = progress.reached.size > 0;
  const rereadTo = loss.rereadTo ?? (areTasksReading ? progress.ends : null);
  const isReread = rereadTo !== null && hasReached(progress.reached, rereadTo);
  return isReread ? null : { ...loss, rereadTo, unsupervisedMs: null };
}
