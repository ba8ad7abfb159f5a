// The two dates in ISO form by which the results file writes a range of time.
import type { TimeRange } from '../../tql/time/interval.ts';

/** A range as the results file writes it: two dates in ISO form. */
export function toDates({ startMs, endMs }: TimeRange): { readonly start: string; readonly end: string } {
  return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
}

/** The range between two moments in ISO 8601. */
export function rangeOf({ start, end }: { readonly start: string; readonly end: string }): TimeRange {
  return { startMs: Date.parse(start), endMs: Date.parse(end) };
}
