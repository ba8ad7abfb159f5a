// Writes a period and what it is compared with: `Nov 9 – 15, 2026 (7 days), compared with the week before`.
// Pure.
import type { ComparedView, PeriodView } from '../insight-types.ts';
import { say, type Sentence, value } from './sentence.ts';

/** A period, and what it is compared with; null without a period. */
export function whenOf(period: PeriodView | null, compared: ComparedView | null): Sentence | null {
  if (period === null) return null;
  const against = compared && say`, compared with ${value(compared.words)}`;
  const late = period.complete && period.late !== '' ? say` · ${value(period.late)}` : null;
  const dates = datesOf(period, [period.days, period.timezone].filter(Boolean).join(', '));
  return say`${dates}${against}${late}`;
}

/** `Nov 9 – 15, 2026 (7 days), today so far`, with what is in brackets. */
export function datesOf({ dates, soFar }: PeriodView, more: string): Sentence {
  const bracket = more === '' ? null : say` (${value(more)})`;
  return say`${value(dates)}${bracket}${soFar === '' ? null : say`, ${value(soFar)}`}`;
}
