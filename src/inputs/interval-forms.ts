import type { Component } from '../tql/component.ts';

/** The forms of an interval, for messages. */
export const INTERVAL_FORMS =
  'last N hours/days/weeks/months/quarters/years (short: 12h 30d 4w 6m 1q 2y), last N complete days (or another unit), ' +
  'today, yesterday, this or last (previous) week/month/quarter/year, 2026-10-01/2026-11-01, two ISO date-times with a zone, ' +
  'or {beginningDate, endDate}, each {component, offset, position}';

/** Units beyond this lie a hundred years away. */
export const FARTHEST: Readonly<Record<Component, number>> = {
  hour: 876_600,
  day: 36_525,
  week: 5218,
  month: 1200,
  quarter: 400,
  year: 100,
};
