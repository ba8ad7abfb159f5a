// An independent calendar for tests: wall clocks through Intl, dates as numbers of days, without Temporal.

/** What a clock in a zone shows: `2026-10-25 02:30:00`. */
export function wall(ms: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, ...FIELDS });
  formats.set(timeZone, format);
  return format.format(ms);
}

/** The date that a clock in a zone shows, as days since 1970. */
export function dayOf(ms: number, timeZone: string): number {
  return Date.parse(`${wall(ms, timeZone).slice(0, 10)}T00:00:00Z`) / DAY_MS;
}

/**
 * The first instant at which a zone's clock shows a date, found by looking at every quarter of an hour around
 * it.
 */
export function beginningOf(day: number, timeZone: string): number {
  for (let ms = day * DAY_MS - 15 * HOUR_MS; ; ms += QUARTER_MS) if (dayOf(ms, timeZone) >= day) return ms;
}

/** The first day of the unit that lies `offset` units after the one of a day. */
export function unitStart(unit: string, day: number, offset: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit) {
    case 'day':
      return day + offset;
    case 'week':
      // 1970-01-01 was a Thursday.
      return day - ((day + 3) % 7) + 7 * offset;
    case 'month':
      return Date.UTC(year, month + offset) / DAY_MS;
    case 'quarter':
      return Date.UTC(year, Math.floor(month / 3) * 3 + 3 * offset) / DAY_MS;
    default:
      return Date.UTC(year + offset, 0) / DAY_MS;
  }
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const FIELDS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Zones with half hours, changes by half an hour, changes at midnight, and skipped dates. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Kiritimati',
];
