import type { Component } from './component.ts';

const MS_PER_HOUR = 3_600_000;

/**
 * The first instant, in epoch milliseconds, of the unit `offset` units after the one that holds `nowMs`, in UTC; NaN beyond what
 * a date holds. Most reports count in UTC, where no clock changes: `Date` does what takes a calendar 3 ms to begin with.
 */
export function startOfUnitInUtc(unit: Component, offset: number, nowMs: number): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (unit) {
    case 'hour':
      return now.setUTCMinutes(0, 0, 0) + offset * MS_PER_HOUR;
    case 'day':
      return midnight(year, month, day + offset);
    case 'week':
      return midnight(year, month, day - ((now.getUTCDay() + 6) % 7) + offset * 7);
    case 'month':
      return midnight(year, month + offset, 1);
    case 'quarter':
      return midnight(year, month - (month % 3) + offset * 3, 1);
    case 'year':
      return midnight(year + offset, 0, 1);
  }
}

/** `Date.UTC` takes the years from 0 to 99 for those of the twentieth century. */
function midnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}
