import { type TimeRange } from './interval.ts';

/**
 * Buckets of one length, one after the other: the first begins at `fromMs`, the next `stepMs` later, and none reaches
 * beyond `untilMs`.
 */
export interface Segment {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly stepMs: number;
}

/** The buckets of one length, counted from an origin, that a stretch of time touches. */
export function fixedSegment(range: TimeRange, stepMs: number, originMs: number): Segment {
  const fromMs = originMs + Math.floor((range.startMs - originMs) / stepMs) * stepMs;
  return { fromMs, untilMs: fromMs + Math.ceil((range.endMs - fromMs) / stepMs) * stepMs, stepMs };
}

/** Ascending bucket boundaries (the last one ends the last bucket) as runs of equal length. */
export function joinBoundaries(boundaries: readonly number[]): readonly Segment[] {
  const segments: Segment[] = [];
  for (const [index, untilMs] of boundaries.entries()) {
    const fromMs = boundaries[index - 1];
    if (fromMs === undefined) continue;
    const last = segments.at(-1);
    if (last?.stepMs === untilMs - fromMs) segments[segments.length - 1] = { ...last, untilMs };
    else segments.push({ fromMs, untilMs, stepMs: untilMs - fromMs });
  }
  return segments;
}

/** The starts of all buckets of some segments, ascending. */
export function* bucketStarts(segments: readonly Segment[]): Generator<number> {
  for (const { fromMs, untilMs, stepMs } of segments) {
    for (let startMs = fromMs; startMs < untilMs; startMs += stepMs) yield startMs;
  }
}
