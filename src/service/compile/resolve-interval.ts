import { type RelativeInterval, type TimeRange, resolveRelativeInterval } from '../../tql/interval.ts';
import { QueryError } from '../errors.ts';

const FIRST_MS = Date.UTC(100, 0, 1);
const LAST_MS = Date.UTC(9999, 11, 31);

/** Resolves a relative interval and checks that it can be asked for. */
export function resolveInterval(interval: RelativeInterval, nowMs: number, timeZone: string, path: string): TimeRange {
  const range = resolve(interval, nowMs, timeZone);
  if (range === null || range.startMs < FIRST_MS || range.endMs > LAST_MS) {
    throw new QueryError(path, 'lies beyond the years 100 to 9999');
  }
  if (range.endMs < range.startMs) throw new QueryError(path, 'ends before it begins');
  return range;
}

/** `start/end` as a Druid broker reads it. */
export function formatInterval({ startMs, endMs }: TimeRange): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`;
}

function resolve(interval: RelativeInterval, nowMs: number, timeZone: string): TimeRange | null {
  try {
    return resolveRelativeInterval(interval, nowMs, timeZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
