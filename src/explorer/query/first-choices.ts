import type { TimeBoundary } from '../../tql/result.ts';
import { type Choices, FIRST_CHOICES } from './choices.ts';

const DAY_MS = 86_400_000;

/** What the page begins with: a period in which there are events, and why it is not the usual one. */
export interface FirstChoices {
  readonly choices: Choices;
  readonly note: string | null;
}

/** The first choices beside the times of the first and the last event, if they are known. */
export function firstChoices(times: TimeBoundary | null, nowMs: number): FirstChoices {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  if (times === null) return { choices: FIRST_CHOICES, note: null };
  if (times.firstMs >= todayMs)
    return {
      choices: { ...FIRST_CHOICES, every: 'hour', days: 1, withToday: true },
      note: 'The first event is from today, so this shows today by the hour.',
    };
  const days = Math.ceil((todayMs - times.lastMs) / DAY_MS);
  if (days <= FIRST_CHOICES.days) return { choices: FIRST_CHOICES, note: null };
  const last = new Date(times.lastMs).toISOString().slice(0, 10);
  return {
    choices: { ...FIRST_CHOICES, days: days + FIRST_CHOICES.days },
    note: `The last event is from ${last}, so this goes back to the ${FIRST_CHOICES.days} days before it.`,
  };
}
