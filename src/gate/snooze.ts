import { Temporal } from 'temporal-polyfill';

/** Whether a threshold's `until` is still ahead, in the report's zone, or over. */
export function snoozeOf(
  until: string | null,
  nowMs: number,
  timeZone: string,
): { readonly snoozedUntil: string | null; readonly snoozeEnded: string | null } {
  if (until === null) return { snoozedUntil: null, snoozeEnded: null };
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return today < until ? { snoozedUntil: until, snoozeEnded: null } : { snoozedUntil: null, snoozeEnded: until };
}
