// Asks Druid whether what a view of the census calls served still is.
import { enclosingRange } from '../../tql/time/interval.ts';
import { intervalOf, type Stretch } from '../archive/stretches.ts';
import type { Druid } from '../druid.ts';
import { overlaps } from './missing.ts';
import { keyOf, readServed, type ServedSegments } from './served.ts';

/**
 * Whether all that was served for some stretches still is. Druid chooses the segments of a query a moment
 * after it looks for gaps, and silently leaves out those whose server has just gone.
 */
export async function isStillServed(
  { broker }: Druid,
  namespace: string,
  served: ServedSegments,
  queriedStretches: readonly Stretch[],
): Promise<boolean> {
  const queriedSegments = served.segments.filter((segment) =>
    queriedStretches.some((queried) => overlaps(queried, segment)),
  );
  const stretch = enclosingRange(queriedSegments);
  if (stretch === null) return true;
  const interval = intervalOf(stretch);
  const provenByInterval = PROVEN.get(served) ?? new Map<string, ServedSegments>();
  const proven = provenByInterval.get(interval) ?? null;
  const servedNow = await readServed(broker, namespace, interval, proven);
  // `readServed` returns the very same object if Druid's answer is the same.
  if (servedNow === proven) return true;
  if (servedNow.key !== keyOf(served.segments.filter((segment) => overlaps(segment, stretch)))) return false;
  if (provenByInterval.size < MOST_PROVEN) PROVEN.set(served, provenByInterval.set(interval, servedNow));
  return true;
}

/**
 * Answers by which a view's `served` was proven for an interval, so that the next look need not parse them.
 */
const PROVEN = new WeakMap<ServedSegments, Map<string, ServedSegments>>();
const MOST_PROVEN = 50;
