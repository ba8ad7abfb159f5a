import type { Verdict } from '../../results.ts';

/** When a snooze ends, or ended; null without one. */
export function describeSnooze({
  snoozedUntil,
  snoozeEnded,
}: Pick<Verdict, 'snoozedUntil' | 'snoozeEnded'>): string | null {
  if (snoozedUntil !== null) return `snoozed until ${snoozedUntil}`;
  return snoozeEnded === null ? null : `its snooze ended on ${snoozeEnded}`;
}
