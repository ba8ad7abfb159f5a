import { Temporal } from 'temporal-polyfill';
import type { Component } from '../tql/component.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Json, JsonObject } from '../tql/json.ts';
import { toText } from './earlier.ts';
import { movedBack, type Span } from './span.ts';

/** Periods of one length, each beginning where the one before ends, oldest first. */
export interface EarlierPeriods {
  readonly periods: readonly TimeRange[];
  /** What takes the place of a query's intervals. */
  readonly intervals: JsonObject;
  /** Makes one bucket of each period. */
  readonly granularity: Json;
}

/**
 * So many periods of a span's length before it, without those that would begin before 1970. Null where there is none, or the
 * query has several intervals with time between them.
 */
export function earlierPeriods(span: Span, count: number): EarlierPeriods | null {
  if (span.ranges.length !== 1) return null;
  const starts = Array.from({ length: count + 1 }, (_, i) => movedBack(span, span.range.startMs, count - i));
  const periods = starts.flatMap((startMs, i): TimeRange[] => {
    const endMs = starts[i + 1];
    return endMs === undefined || startMs < 0 ? [] : [{ startMs, endMs }];
  });
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return null;
  const whole = toText({ startMs: first.startMs, endMs: last.endMs });
  return {
    periods,
    intervals: { intervals: [whole] },
    granularity: granularity(span, first.startMs, periods.length),
  };
}

function granularity(span: Span, firstMs: number, count: number): Json {
  const { length, timeZone } = span;
  if (length.kind === 'time') return duration(length.count, firstMs);
  if (length.kind === 'units' && length.unit === 'hour') return duration(length.count * MS_PER_HOUR, firstMs);
  const [perUnit, letter] = length.kind === 'days' ? PERIODS.day : PERIODS[length.unit];
  const origin = new Date(midnightBefore(span, count) ?? firstMs).toISOString();
  return { type: 'period', period: `P${perUnit * length.count}${letter}`, timeZone, origin };
}

const MS_PER_HOUR = 3_600_000;
const PERIODS: Readonly<Record<Component, readonly [number, string]>> = {
  hour: [1, 'H'],
  day: [1, 'D'],
  week: [1, 'W'],
  month: [1, 'M'],
  quarter: [3, 'M'],
  year: [1, 'Y'],
};

function duration(ms: number, originMs: number): Json {
  return { type: 'duration', duration: ms, origin: new Date(originMs).toISOString() };
}

const TRIES = 3;

/**
 * The first period's beginning, or an earlier one's, at midnight: where clocks skip midnight, a day begins at one o'clock, and
 * counted from there every other day would as well.
 */
function midnightBefore(span: Span, count: number): number | null {
  for (let times = 0; times < TRIES; times += 1) {
    const originMs = movedBack(span, span.range.startMs, count + times);
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(originMs).toZonedDateTimeISO(span.timeZone);
    if (hour === 0 && minute === 0) return originMs;
  }
  return null;
}
