const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The longest time between two runs of a cron line of five fields, roughly; null for a line that is none. */
export function longestGapMs(cron: string | null): number | null {
  const [minute, hour, dayOfMonth, month, dayOfWeek, ...more] = (cron ?? '').trim().split(/\s+/);
  if (minute === undefined || hour === undefined || dayOfWeek === undefined || more.length > 0) return null;
  if (month !== '*') return 366 * DAY_MS;
  if (dayOfMonth !== '*' && dayOfWeek === '*') return everyDays(dayOfMonth ?? '') ?? 31 * DAY_MS;
  if (dayOfWeek !== '*') return 7 * DAY_MS;
  return hour === '*' ? HOUR_MS : DAY_MS;
}

/** Every other day, say: the count begins anew with each month, so that no gap is longer. */
function everyDays(field: string): number | null {
  const [, step] = /^\*\/(\d+)$/.exec(field) ?? [];
  return step === undefined ? null : Math.min(31, Math.max(1, Number(step))) * DAY_MS;
}
