import type { Verdict } from '../results.ts';
import { countText, valueText } from './words.ts';

/** A verdict in one line: `os: share("iOS 15") < 2%: passed, 1.87% (233 of 12,450)`. An id is no name: there the title stands. */
export function messageOf(verdict: Omit<Verdict, 'message'>, title: string): string {
  const { insight, assert, outcome, note, snoozedUntil, snoozeEnded, valueText: value, sampleText: sample } = verdict;
  const name = ID.test(insight) ? title : insight;
  const numbers = value === null ? null : `${value}${sample === null ? '' : ` (${sample})`}`;
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

/** A verdict's numbers as they are written. */
export function numbersText(
  { value, limit, unit, sample }: Pick<Verdict, 'value' | 'limit' | 'unit' | 'sample'>,
  locale: string,
): Pick<Verdict, 'valueText' | 'sampleText'> {
  return {
    valueText: value === null ? null : valueText(value, limit, unit, locale),
    sampleText: sample === null ? null : sampleText(sample, value, unit, locale),
  };
}

function sampleText(
  { count, of }: NonNullable<Verdict['sample']>,
  value: number | null,
  unit: Verdict['unit'],
  locale: string,
): string | null {
  if (of === null) return null;
  if (count === null || (unit === 'number' && count === value))
    return of === value ? null : `of ${countText(of, locale)}`;
  return `${countText(count, locale)} of ${countText(of, locale)}`;
}
