import type { Verdict } from '../results.ts';
import { countText, valueText } from './words.ts';

/** A verdict in one line: `os: share("iOS 15") < 2%: passed, 1.87% (233 of 12,450)`. An id is no name: there the title stands. */
export function messageOf(
  verdict: Omit<Verdict, 'message'>,
  { locale }: { readonly locale: string },
  title: string,
): string {
  const { insight, assert, outcome, note, value, limit, unit, snoozedUntil, snoozeEnded } = verdict;
  const name = ID.test(insight) ? title : insight;
  const sample = sampleText(verdict, locale);
  const numbers =
    value === null ? null : `${valueText(value, limit, unit, locale)}${sample === null ? '' : ` (${sample})`}`;
  const snooze =
    snoozedUntil !== null
      ? `snoozed until ${snoozedUntil}`
      : snoozeEnded !== null
        ? `its snooze ended on ${snoozeEnded}`
        : null;
  const parts = [numbers, note, snooze].filter((part) => part !== null);
  const start = `${name}: ${assert.replace(/\s+/g, ' ').trim()}: ${outcome}`;
  return parts.length === 0 ? start : `${start}, ${parts.join('; ')}`;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function sampleText(
  { value, sample, unit }: Pick<Verdict, 'value' | 'sample' | 'unit'>,
  locale: string,
): string | null {
  if (sample === null || sample.of === null) return null;
  const { count, of } = sample;
  if (count === null || (unit === 'number' && count === value))
    return of === value ? null : `of ${countText(of, locale)}`;
  return `${countText(count, locale)} of ${countText(of, locale)}`;
}
