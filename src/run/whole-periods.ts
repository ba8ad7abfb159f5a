import { withIntervals } from '../compare/earlier-periods.ts';
import { plural } from '../text/plural.ts';
import { formatInterval } from '../tql/absolute-intervals.ts';
import { startOfUnit, type TimeRange } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';

/** A retention's cohorts are of these lengths. */
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];

/** A query over another range than it was asked for, and the range in words. */
export interface MovedQuery {
  readonly query: Query;
  readonly range: TimeRange;
  readonly label: string;
}

/**
 * A retention over the whole periods (UTC) within a range, or over the last two if there are not as many: cohorts of a part of a
 * period cannot be compared with the others. Null if the range consists of whole periods, or the query's periods are of no known length.
 */
export function overWholePeriods(query: Query, { startMs, endMs }: TimeRange): MovedQuery | null {
  const unit = query.queryType === 'retention' ? unitOf(query) : null;
  if (unit === null) return null;
  const startOf = (ms: number, offset = 0): number => startOfUnit(unit, offset, ms, 'UTC');
  // The last second of a period may stand for its end.
  const end = startOf(endMs + 1000);
  const first = startOf(startMs) === startMs ? startMs : startOf(startMs, 1);
  const range = { startMs: Math.min(first, startOf(end, -2)), endMs: end };
  if (range.startMs === startMs && Math.abs(endMs - end) <= 1000) return null;
  let count = 0;
  while (startOf(range.startMs, count) < end) count += 1;
  const label = `${count} whole ${plural(unit, count)}`;
  return { query: withIntervals(query, { intervals: [formatInterval(range)] }), range, label };
}

function unitOf({ granularity = 'month' }: Query): Unit | null {
  return UNITS.find((unit) => typeof granularity === 'string' && unit === granularity.toLowerCase()) ?? null;
}
