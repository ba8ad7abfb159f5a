// Turns the relative intervals of a query (`last 30 days`), also those of its filters, into absolute ones
// (`2026-10-01/2026-10-31`).
import * as v from 'valibot';
import { type RelativeInterval, resolveRelativeInterval, type TimeRange } from './interval.ts';
import { isJsonObject, type Json } from '../json.ts';
import { relativeInterval } from '../schema/shared-schemas.ts';

/** What to write in place of each interval of a query. */
interface IntervalWriter {
  /** The absolute intervals for a relative one; null leaves it as it is. `path` is its place in the query. */
  readonly relative: (interval: RelativeInterval, path: string) => string | readonly string[] | null;
  /** Writes an absolute interval in another form. */
  readonly absolute?: (interval: string) => string;
}

/**
 * A query or one of its filters with `intervals` in place of `relativeIntervals`, at any depth. Where a query
 * has both, the relative ones win.
 */
export function withAbsoluteIntervals<Node>(node: Node, writer: IntervalWriter): Node {
  // Only the two keys of intervals change, and each only within its type.
  return rewritten(node, writer, '') as Node;
}

function rewritten(node: unknown, writer: IntervalWriter, path: string): unknown {
  if (Array.isArray(node)) return node.map((each, i) => rewritten(each, writer, `${path}[${i}]`));
  if (!isJsonObject(node)) return node;
  const prefix = path === '' ? '' : `${path}.`;
  const intervals = toAbsolute(node['relativeIntervals'], writer, `${prefix}relativeIntervals`);
  const keptEntries = Object.entries(node).filter(
    ([key]) => intervals === null || (key !== 'relativeIntervals' && key !== 'intervals'),
  );
  const entries = keptEntries.map(([key, value]): [string, unknown] => [
    key,
    key === 'intervals' ? rewriteAbsolute(value, writer) : rewritten(value, writer, `${prefix}${key}`),
  ]);
  return Object.fromEntries(intervals === null ? entries : [...entries, ['intervals', intervals]]);
}

/** The absolute intervals in place of relative ones; null if there are none, or one of them has to stay. */
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
export function isRelativeInterval(value: unknown): value is RelativeInterval & Json {
  return v.is(relativeInterval, value);
}

// The engines' calendars hold the years 100 to 9999.
const EARLIEST_MS = Date.UTC(100, 0, 1);
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Resolves a relative interval; null if no engine's calendar has it: `last 9000 years`. */
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

/** `2026-10-01T00:00:00.000Z/2026-10-31T00:00:00.000Z`. */
export function formatInterval({ startMs, endMs }: TimeRange): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`;
}
