// The intervals of a query: where they are, and relative ones (`last 30 days`) as absolute ones
// (`2026-10-01/2026-10-31`). The service resolves them when it compiles a query, a report before it compares
// two periods.
import * as v from 'valibot';
import { type RelativeInterval, resolveRelativeInterval, type TimeRange } from './interval.ts';
import { isJsonObject, type Json } from './json.ts';
import { isTimeZone } from './literals.ts';
import type { Query } from './query.ts';
import { relativeInterval } from './validation.ts';

/** How the intervals of a query are written. */
interface IntervalWriter {
  /**
   * Writes a relative interval as absolute ones; null leaves it as it is. `path` is its place in the query.
   */
  readonly relative: (interval: RelativeInterval, path: string) => string | readonly string[] | null;
  /** Writes an absolute interval in another form. */
  readonly absolute?: (interval: string) => string;
}

/**
 * A query, or a part of one, with all relative intervals made absolute: its own and those in its filters, at
 * any depth. Relative intervals win over absolute ones next to them.
 */
export function withAbsoluteIntervals<Part>(part: Part, writer: IntervalWriter): Part {
  // Only the two keys of intervals change, and each only within its type.
  return rewritten(part, writer, '') as Part;
}

function rewritten(part: unknown, writer: IntervalWriter, path: string): unknown {
  if (Array.isArray(part)) return part.map((each, i) => rewritten(each, writer, `${path}[${i}]`));
  if (!isJsonObject(part)) return part;
  const prefix = path === '' ? '' : `${path}.`;
  const intervals = toAbsolute(part['relativeIntervals'], writer, `${prefix}relativeIntervals`);
  const keptEntries = Object.entries(part).filter(
    ([key]) => intervals === null || (key !== 'relativeIntervals' && key !== 'intervals'),
  );
  const entries = keptEntries.map(([key, value]): [string, unknown] => [
    key,
    key === 'intervals' ? rewriteAbsolute(value, writer) : rewritten(value, writer, `${prefix}${key}`),
  ]);
  return Object.fromEntries(intervals === null ? entries : [...entries, ['intervals', intervals]]);
}

function toAbsolute(
  relative: Json | undefined,
  { relative: write }: IntervalWriter,
  path: string,
): readonly string[] | null {
  if (!Array.isArray(relative) || relative.length === 0) return null;
  const absoluteIntervals = relative.map((each, i) =>
    isRelativeInterval(each) ? write(each, `${path}[${i}]`) : null,
  );
  return absoluteIntervals.every((each) => each !== null) ? [...new Set(absoluteIntervals.flat())] : null;
}

function rewriteAbsolute(intervals: Json, { absolute }: IntervalWriter): unknown {
  if (absolute === undefined || !Array.isArray(intervals)) return intervals;
  return (intervals as readonly Json[]).map((each) => (typeof each === 'string' ? absolute(each) : each));
}

/** Whether a JSON value is a relative interval: two relative dates of known components. */
function isRelativeInterval(value: unknown): value is RelativeInterval & Json {
  return v.is(relativeInterval, value);
}

const EARLIEST_MS = Date.UTC(100, 0, 1);
const LATEST_MS = Date.UTC(9999, 11, 31);

/**
 * Resolves a relative interval; null if it is beyond the years 100 to 9999, which an engine's calendar holds.
 */
export function resolveOnCalendar(
  interval: RelativeInterval,
  nowMs: number,
  timeZone: string,
): TimeRange | null {
  try {
    const range = resolveRelativeInterval(interval, nowMs, timeZone);
    return range.startMs < EARLIEST_MS || range.endMs > LATEST_MS ? null : range;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What two ranges have in common; null if nothing. */
export function intersection(a: TimeRange, b: TimeRange): TimeRange | null {
  const range = { startMs: Math.max(a.startMs, b.startMs), endMs: Math.min(a.endMs, b.endMs) };
  return range.startMs < range.endMs ? range : null;
}

/** `start/end` in UTC with milliseconds. */
export function formatInterval({ startMs, endMs }: TimeRange): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`;
}

/** The keys of a query that say which time it covers. */
export type QueryIntervals = Pick<Query, 'intervals' | 'relativeIntervals'>;

/** The keys that give a query an interval: absolute, or relative as the service resolves it. */
export function intervalKeys(
  spec:
    | { readonly kind: 'absolute'; readonly range: TimeRange }
    | { readonly kind: 'relative'; readonly interval: RelativeInterval },
): QueryIntervals {
  if (spec.kind === 'absolute') return { intervals: [formatInterval(spec.range)] };
  const { beginningDate, endDate } = spec.interval;
  return { relativeIntervals: [{ beginningDate: { ...beginningDate }, endDate: { ...endDate } }] };
}

/** The zone in which a query's days begin: its `context.timezone` if that is an IANA zone, otherwise UTC. */
export function zoneOf({ context }: { readonly context?: { readonly timezone?: unknown } | null }): string {
  const zone = context?.timezone;
  return typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC';
}

/** The relative intervals of a query; none if it has none. */
export function relativeIntervalsOf({ relativeIntervals }: QueryIntervals): readonly RelativeInterval[] {
  return Array.isArray(relativeIntervals) ? relativeIntervals.filter(isRelativeInterval) : [];
}

/** The absolute intervals that a query has. */
export function intervalTexts({ intervals }: QueryIntervals): readonly string[] {
  if (intervals == null || typeof intervals === 'string') return [];
  return 'length' in intervals ? intervals : (intervals.intervals ?? []);
}
