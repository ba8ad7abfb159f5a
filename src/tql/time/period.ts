// Parses the periods of ISO 8601 that a granularity may have: `P1W` is a week, `PT30M` half an hour.
import { MS_PER_DAY, MS_PER_HOUR } from './interval.ts';

/**
 * The units of an ISO 8601 period by their letters, and how long one is: exactly up to hours, then on
 * average.
 */
const UNITS = {
  Y: { unit: 'years', unitMs: 365.2425 * MS_PER_DAY },
  M: { unit: 'months', unitMs: 30.436875 * MS_PER_DAY },
  W: { unit: 'weeks', unitMs: 7 * MS_PER_DAY },
  D: { unit: 'days', unitMs: MS_PER_DAY },
  TH: { unit: 'hours', unitMs: MS_PER_HOUR },
  TM: { unit: 'minutes', unitMs: 60_000 },
  TS: { unit: 'seconds', unitMs: 1000 },
} as const;

/** An ISO 8601 period of one unit. */
export interface Period {
  readonly unit: (typeof UNITS)[keyof typeof UNITS]['unit'];
  readonly count: number;
  /** Exact for hours, minutes and seconds; on average for longer units. */
  readonly lengthMs: number;
  /** Whether it is made of hours, minutes or seconds, which the calendar does not change. */
  readonly isOfClock: boolean;
}

/**
 * Parses `P1W`, `PT30M` or `P3M`; null for anything else, for several units and for a period of no length.
 */
export function parsePeriod(text: string): Period | null {
  const [, time = '', digits = '', letter = ''] = /^P(T?)(\d{1,6})([YMWDHS])$/.exec(text) ?? [];
  const [key, count] = [`${time}${letter}`, Number(digits)];
  if (!isUnit(key) || count === 0) return null;
  const { unit, unitMs } = UNITS[key];
  return { unit, count, lengthMs: count * unitMs, isOfClock: time !== '' };
}

function isUnit(key: string): key is keyof typeof UNITS {
  return Object.hasOwn(UNITS, key);
}

/** Whether a period is one week, which begins on a Monday. */
export function isWeek({ unit, count }: Period): boolean {
  return unit === 'weeks' && count === 1;
}
