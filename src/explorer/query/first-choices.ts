import type { TimeBoundary } from '../../tql/result.ts';
import { isoDate, type Period } from './page.ts';
import { type Choices, FIRST_CHOICES } from './choices.ts';

const DAY_MS = 86_400_000;

/** What the page begins with: a period in which there are events, and why it is not the usual one. */
export interface FirstChoices {
  readonly choices: Choices;
  readonly note: string | null;
  /** The same period for the pages that show dates. */
  readonly period: Period;
}

const USUAL: FirstChoices = {
  choices: FIRST_CHOICES,
  note: null,
  period: { days: FIRST_CHOICES.days },
};

/** The first choices for the times of the first and the last event, if they are known. */
export function firstChoices(times: TimeBoundary | null, nowMs: number): FirstChoices {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  if (times === null) return USUAL;
  if (times.firstMs >= todayMs)
    return {
      choices: { ...FIRST_CHOICES, every: 'hour', days: 1, withToday: true },
      period: { from: isoDate(nowMs), to: isoDate(nowMs) },
      note: 'The first event is from today, so this shows today by the hour.',
    };
  const days = Math.ceil((todayMs - times.lastMs) / DAY_MS);
  if (days <= FIRST_CHOICES.days) return USUAL;
  const last = isoDate(times.lastMs);
  return {
    choices: { ...FIRST_CHOICES, days: days + FIRST_CHOICES.days },
    period: { from: isoDate(times.lastMs - (FIRST_CHOICES.days - 1) * DAY_MS), to: last },
    note: `The last event is from ${last}, so this goes back to the ${FIRST_CHOICES.days} days before it.`,
  };
}
