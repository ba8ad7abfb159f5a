// Chooses the period that the pages begin with, by when there were events. `app.tsx` calls this once.
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import type { TimeBoundary } from '../../tql/result.ts';
import { type Choices, FIRST_CHOICES } from './choices.ts';
import { isoDate, type Period } from './page.ts';

/** What the page begins with: a period in which there are events, and why it is not the usual one. */
export interface FirstChoices {
  readonly choices: Choices;
  readonly note: string | null;
  /** The same period for the pages that show dates. */
  readonly period: Period;
}

const USUAL_DAYS = FIRST_CHOICES.days;
const USUAL: FirstChoices = { choices: FIRST_CHOICES, note: null, period: { days: USUAL_DAYS } };

/** The first choices for the times of the first and the last event, if they are known. */
export function firstChoices(times: TimeBoundary | null, nowMs: number): FirstChoices {
  if (times === null) return USUAL;
  const todayMs = Math.floor(nowMs / MS_PER_DAY) * MS_PER_DAY;
  if (times.firstMs >= todayMs)
    return {
      choices: { ...FIRST_CHOICES, every: 'hour', days: 1, withToday: true },
      period: { from: isoDate(nowMs), to: isoDate(nowMs) },
      note: 'The first event is from today, so this shows today by the hour.',
    };
  const daysSinceLast = Math.ceil((todayMs - times.lastMs) / MS_PER_DAY);
  if (daysSinceLast <= USUAL_DAYS) return USUAL;
  const lastDay = isoDate(times.lastMs);
  return {
    choices: { ...FIRST_CHOICES, days: daysSinceLast + USUAL_DAYS },
    period: { from: isoDate(times.lastMs - (USUAL_DAYS - 1) * MS_PER_DAY), to: lastDay },
    note: `The last event is from ${lastDay}, so this goes back to the ${USUAL_DAYS} days before it.`,
  };
}
