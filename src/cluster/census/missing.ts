// Compares the segments (files of events) that are stored with those that Druid's servers serve.
import { replacedAmong, type StoredSegment } from '../archive/segments.ts';
import type { Stretch } from '../archive/stretches.ts';

/**
 * The stored segments whose events queries miss, because no server serves them. A segment that replaces older
 * ones is not missed while those are all still served: they have the same events.
 */
export function findMissing(
  stored: readonly StoredSegment[],
  served: ReadonlySet<string>,
): readonly Stretch[] {
  // Replaced segments stay stored for a while.
  const replaced = replacedAmong(stored, stored);
  const current = new Set(stored).difference(new Set(replaced));
  const unserved = [...current].filter(({ id }) => !served.has(id));
  return unserved.filter((segment) => !isServedByOlder(segment, replaced, served));
}

/** Whether the segments that a segment replaces are all still served, and cover all of its time. */
function isServedByOlder(
  segment: StoredSegment,
  replaced: readonly StoredSegment[],
  served: ReadonlySet<string>,
): boolean {
  const older = replaced.filter((each) => each.version < segment.version && overlaps(each, segment));
  if (older.some(({ id }) => !served.has(id))) return false;
  let coveredMs = segment.startMs;
  for (const { startMs, endMs } of older.toSorted((left, right) => left.startMs - right.startMs)) {
    if (startMs <= coveredMs) coveredMs = Math.max(coveredMs, endMs);
  }
  return coveredMs >= segment.endMs;
}

/** Whether two stretches have a moment in common. */
export function overlaps(a: Stretch, b: Stretch): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs;
}
