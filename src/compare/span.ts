import type { Component } from '../tql/component.ts';
import { startOfUnit, type RelativeInterval, type TimeRange } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';
import { daysEarlier, wholeDays } from './local-time.ts';
import { hull, intervalsOf, zoneOf } from './period.ts';

/** How long a period is: in units of the calendar counted from now, in local days, or in milliseconds. */
export type Length =
  | { readonly kind: 'units'; readonly unit: Component; readonly count: number; readonly firstOffset: number }
  | { readonly kind: 'days'; readonly count: number }
  | { readonly kind: 'time'; readonly count: number };

/** The period that a query asks about, as it is measured against earlier ones. */
export interface Span {
  readonly range: TimeRange;
  /** Its parts; most queries have one. */
  readonly ranges: readonly TimeRange[];
  /** The interval behind it where both sides of the only one count in the same unit. */
  readonly interval: RelativeInterval | null;
  readonly length: Length;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** The period of a query; null where it cannot be read or lasts no time. */
export function spanOf(query: Query, nowMs: number): Span | null {
  const { relative, ranges } = intervalsOf(query, nowMs);
  const range = hull(ranges);
  if (range === null || range.endMs <= range.startMs) return null;
  const timeZone = zoneOf(query);
  const [first, ...others] = relative;
  const isOneUnit = others.length === 0 && first?.beginningDate.component === first?.endDate.component;
  const interval = first !== undefined && isOneUnit ? first : null;
  return { range, ranges, interval, length: lengthOf(range, interval, timeZone), timeZone, nowMs };
}

/** A moment of a span moved so many of its lengths back. What is counted in calendar units is the span's own start or end. */
export function movedBack(span: Span, ms: number, times: number): number {
  const { length, timeZone, nowMs, range } = span;
  switch (length.kind) {
    case 'units': {
      const offset = length.firstOffset + (ms === range.endMs ? length.count : 0) - length.count * times;
      return startOfUnit(length.unit, offset, nowMs, timeZone);
    }
    case 'days':
      return daysEarlier(ms, length.count * times, timeZone);
    case 'time':
      return ms - length.count * times;
  }
}

function lengthOf(range: TimeRange, interval: RelativeInterval | null, timeZone: string): Length {
  if (interval !== null) {
    const [firstOffset, endOffset] = [boundary(interval.beginningDate), boundary(interval.endDate)];
    const unit = interval.beginningDate.component;
    return { kind: 'units', unit, count: endOffset - firstOffset, firstOffset };
  }
  const days = wholeDays(range, timeZone);
  return days === null ? { kind: 'time', count: range.endMs - range.startMs } : { kind: 'days', count: days };
}

/** The offset of the unit that begins there: an end is the start of the next one. */
function boundary({ offset, position }: RelativeInterval['beginningDate']): number {
  return offset + (position === 'end' ? 1 : 0);
}
