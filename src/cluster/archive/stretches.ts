// Stretches of time as Druid writes them (`2026-10-01T00:00:00.000Z/2026-10-02T00:00:00.000Z`): of segments,
// and of the days to import, rewrite or export.
import { formatInterval } from '../../tql/time/absolute-intervals.ts';
import { mergeRanges, MS_PER_DAY, type TimeRange } from '../../tql/time/interval.ts';

/** A time range of Druid's, in epoch milliseconds. A segment of all times is infinite. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** An interval as Druid writes it, from the beginning of the first day to the end of the last one. */
export function wholeDays({ startMs, endMs }: TimeRange): string {
  const start = Math.floor(startMs / MS_PER_DAY) * MS_PER_DAY;
  const end = Math.ceil(endMs / MS_PER_DAY) * MS_PER_DAY;
  return intervalOf({ startMs: start, endMs: end });
}

/** All times, as Druid writes them. */
export const ETERNITY = '-146136543-09-08T08:23:32.096Z/146140482-04-24T15:36:27.903Z';

/** A stretch as Druid writes it. */
export function intervalOf(stretch: Stretch, eternity = ETERNITY): string {
  return Number.isFinite(stretch.endMs - stretch.startMs) ? formatInterval(stretch) : eternity;
}

/** Stretches for messages: `2026-10-01T00:00:00.000Z/2026-10-02T00:00:00.000Z`, `any interval`. */
export function namesOf(stretches: readonly Stretch[]): readonly string[] {
  return [...new Set(stretches.map((each) => intervalOf(each, 'any interval')))].sort();
}

/** Days, given by their beginnings, as stretches: three consecutive days become one. */
export function joinDays(days: readonly number[]): readonly Stretch[] {
  return mergeRanges(days.map((startMs) => ({ startMs, endMs: startMs + MS_PER_DAY })));
}

/** Before any event. */
const BEGINNING = '1970-01-01T00:00:00.000Z';

/** The time before a moment, as Druid writes it. */
export function before(beforeMs: number): string {
  return `${BEGINNING}/${new Date(beforeMs).toISOString()}`;
}

/** The stretch between two times as Druid writes them; some are beyond the dates of JavaScript. */
export function stretchBetween(start: string, end: string): Stretch {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  return {
    startMs: Number.isNaN(startMs) ? -Infinity : startMs,
    endMs: Number.isNaN(endMs) ? Infinity : endMs,
  };
}
