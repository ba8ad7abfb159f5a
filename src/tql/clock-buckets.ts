import { Temporal } from 'temporal-polyfill';
import { type TimeRange } from './interval.ts';
import { type Segment } from './segment.ts';

/** A stretch of time through which a zone keeps one distance from UTC. */
interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
  readonly offsetMs: number;
}

const MARGIN_MS = 4 * 3_600_000;

/**
 * Hours, minutes or seconds of the local clock. A clock change by half an hour makes one hour of 90 minutes or a short
 * one; an hour that the clock shows twice is two buckets.
 */
export function clockSegments(stepMs: number, timeZone: string, range: TimeRange): readonly Segment[] {
  // Begun earlier than asked, so that a bucket that was under way at a clock change has its true start.
  const found = stretches(timeZone, { startMs: range.startMs - MARGIN_MS, endMs: range.endMs });
  const segments: Segment[] = [];
  for (const [index, stretch] of found.entries()) add(segments, found[index - 1], stretch, stepMs);
  return segments.filter((segment) => segment.untilMs > range.startMs).map((segment) => trim(segment, range));
}

function stretches(timeZone: string, range: TimeRange): Stretch[] {
  const found: Stretch[] = [];
  let start = Temporal.Instant.fromEpochMilliseconds(range.startMs).toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = start.getTimeZoneTransition('next');
    const endMs = Math.min(next?.epochMilliseconds ?? Infinity, range.endMs);
    found.push({ startMs: start.epochMilliseconds, endMs, offsetMs: start.offsetNanoseconds / 1e6 });
    if (next === null || endMs >= range.endMs) return found;
    start = next;
  }
}

/** Where the bucket of an instant would begin if the clock had never changed. */
function floorMs(instantMs: number, { offsetMs }: Stretch, stepMs: number): number {
  return Math.floor((instantMs + offsetMs) / stepMs) * stepMs - offsetMs;
}

function add(segments: Segment[], before: Stretch | undefined, stretch: Stretch, stepMs: number): void {
  const { startMs, endMs, offsetMs } = stretch;
  const floor = floorMs(startMs, stretch, stepMs);
  if (before === undefined) {
    segments.push({ fromMs: floor, untilMs: endMs, stepMs });
  } else if (floor === startMs) {
    join(segments, { fromMs: startMs, untilMs: endMs, stepMs });
  } else {
    // Where the clock still shows the same hour, the bucket under way goes on; else one begins with the change.
    const underWay = floorMs(startMs - 1, before, stepMs);
    const fromMs = underWay + before.offsetMs === floor + offsetMs ? underWay : startMs;
    const untilMs = floor + stepMs;
    cut(segments, fromMs);
    segments.push({ fromMs, untilMs, stepMs: untilMs - fromMs });
    if (untilMs < endMs) segments.push({ fromMs: untilMs, untilMs: endMs, stepMs });
  }
}

function join(segments: Segment[], next: Segment): void {
  const last = segments.at(-1);
  const goesOn = last?.stepMs === next.stepMs && (next.fromMs - last.fromMs) % next.stepMs === 0;
  if (goesOn) segments[segments.length - 1] = { ...last, untilMs: next.untilMs };
  else segments.push(next);
}

/** Takes the bucket that begins at `endMs`, and all that follow, away again. */
function cut(segments: Segment[], endMs: number): void {
  const last = segments.at(-1);
  if (last === undefined || last.untilMs <= endMs) return;
  if (last.fromMs >= endMs) segments.pop();
  else segments[segments.length - 1] = { ...last, untilMs: endMs };
}

function trim(segment: Segment, range: TimeRange): Segment {
  if (segment.fromMs >= range.startMs) return segment;
  const skipped = Math.floor((range.startMs - segment.fromMs) / segment.stepMs) * segment.stepMs;
  return { ...segment, fromMs: segment.fromMs + skipped };
}
