import { calendarSegments } from './calendar-buckets.ts';
import { type Granularity } from './granularity.ts';
import { parseInstant, type TimeRange } from './interval.ts';
import { parsePeriod, periodLengthMs } from './period.ts';
import { fixedSegment, type Segment } from './segment.ts';

const SECOND = 1000;
const DAY = 86_400_000;
/** The first Monday of the epoch. */
const FIRST_MONDAY = 4 * DAY;

const FIXED = {
  none: { stepMs: 1, originMs: 0 },
  second: { stepMs: SECOND, originMs: 0 },
  minute: { stepMs: 60 * SECOND, originMs: 0 },
  fifteen_minute: { stepMs: 900 * SECOND, originMs: 0 },
  thirty_minute: { stepMs: 1800 * SECOND, originMs: 0 },
  hour: { stepMs: 3600 * SECOND, originMs: 0 },
  day: { stepMs: DAY, originMs: 0 },
  week: { stepMs: 7 * DAY, originMs: FIRST_MONDAY },
} as const;

const CALENDAR = { month: 'P1M', quarter: 'P3M', year: 'P1Y' } as const;

/**
 * The buckets that a stretch of time touches, in order and without gaps, as runs of equal length. The first may begin
 * before the range and the last end after it. Null where the granularity is `all`: one bucket, whatever the range.
 */
export function bucketSegments(granularity: Granularity, range: TimeRange): readonly Segment[] | null {
  if (granularity === 'all') return null;
  if (range.startMs >= range.endMs) return [];
  if (typeof granularity === 'object') {
    const originMs = granularity.origin === undefined ? null : parseInstant(granularity.origin);
    if (granularity.type === 'duration') return [fixedSegment(range, granularity.duration, originMs ?? 0)];
    return calendarSegments(granularity.period, granularity.timeZone ?? 'UTC', originMs, range);
  }
  if (granularity === 'month' || granularity === 'quarter' || granularity === 'year') {
    return calendarSegments(CALENDAR[granularity], 'UTC', null, range);
  }
  const { stepMs, originMs } = FIXED[granularity];
  return [fixedSegment(range, stepMs, originMs)];
}

/** How long a bucket is, on average; infinite for `all`. */
export function bucketLengthMs(granularity: Granularity): number {
  if (granularity === 'all') return Infinity;
  if (typeof granularity === 'object' && granularity.type === 'duration') return granularity.duration;
  if (typeof granularity === 'object') return periodMs(granularity.period);
  if (granularity === 'month' || granularity === 'quarter' || granularity === 'year') {
    return periodMs(CALENDAR[granularity]);
  }
  return FIXED[granularity].stepMs;
}

function periodMs(text: string): number {
  const period = parsePeriod(text);
  return period === null ? Infinity : periodLengthMs(period);
}
