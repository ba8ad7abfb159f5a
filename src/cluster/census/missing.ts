// Compares stored with served segments.
import { replacedAmong, type StoredSegment, type Stretch } from '../archive/segments.ts';

/**
 * The times for which queries miss stored events: segments that count but that no server serves. While new
 * segments are not loaded, the older ones that they replace are whole.
 */
export function findMissing(
  stored: readonly StoredSegment[],
  served: ReadonlySet<string>,
): readonly Stretch[] {
  const replaced = replacedAmong(stored, stored);
  const gone = new Set(replaced);
  const absent = stored.filter((segment) => !gone.has(segment) && !served.has(segment.id));
  return absent.filter((segment) => !isBridged(segment, replaced, served));
}

/** Whether the segments that a segment replaces are all served still, for all of its time. */
function isBridged(
  segment: StoredSegment,
  replaced: readonly StoredSegment[],
  served: ReadonlySet<string>,
): boolean {
  const older = replaced.filter((each) => each.version < segment.version && overlaps(each, segment));
  if (older.some(({ id }) => !served.has(id))) return false;
  let coveredMs = segment.startMs;
  for (const { startMs, endMs } of [...older].sort((left, right) => left.startMs - right.startMs)) {
    if (startMs <= coveredMs) coveredMs = Math.max(coveredMs, endMs);
  }
  return coveredMs >= segment.endMs;
}

/** Whether two stretches have a moment in common. */
export function overlaps(one: Stretch, other: Stretch): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs;
}
