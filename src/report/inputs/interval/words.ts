// Reads intervals in words: `last 28 complete days`.
import { type Component, COMPONENTS, type RelativeInterval, wholeUnits } from '../../../tql/time/interval.ts';
import { describeInterval } from '../../../tql/time/interval-words.ts';
import type { IntervalSpec } from '../request.ts';

/** Why a text is no interval, as messages say it after the text: `which ends before it begins`. */
export interface IntervalFault {
  readonly why: string;
}

/** Parses an interval in words: `last 30 days`, `7d`, `this month`. */
export function parseIntervalWords(text: string): IntervalSpec | IntervalFault {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const interval = parseLast(words) ?? parseNamed(words) ?? { why: 'which is not an interval' };
  return 'why' in interval ? interval : { kind: 'relative', label: describeInterval(interval), interval };
}

const LAST = new RegExp(`^(?:(?:last|past) )?([-+]?[\\d.,_]+) (complete )?(${COMPONENTS.join('|')})s?$`);
const SHORT = /^([-+]?[\d.,_]+) ?([hdwmqy])$/;

function parseLast(words: string): RelativeInterval | IntervalFault | null {
  const [, short, letter] = SHORT.exec(words) ?? [];
  const [, long, complete, name] = LAST.exec(words) ?? [];
  const count = short ?? long;
  const unit = COMPONENTS.find(
    (component) => component === name || (letter !== undefined && component[0] === letter),
  );
  if (count === undefined || unit === undefined) return null;
  const most = OFFSET_LIMITS[unit];
  const units = /^\d{1,9}$/.test(count) ? Number(count) : 0;
  if (units < 1 || units > most)
    return { why: `in which ${count} is not a whole number from 1 to ${most} (${unit}s)` };
  return wholeUnits(unit, -units, complete === undefined ? 0 : -1);
}

const THIS_OR_LAST = /^(this|last|previous) (week|month|quarter|year)$/;

function parseNamed(words: string): RelativeInterval | null {
  if (words === 'today') return wholeUnits('day', 0, 0);
  if (words === 'yesterday') return wholeUnits('day', -1, -1);
  const [, which, name] = THIS_OR_LAST.exec(words) ?? [];
  const unit = COMPONENTS.find((component) => component === name);
  if (unit === undefined) return null;
  return which === 'this' ? wholeUnits(unit, 0, 0) : wholeUnits(unit, -1, -1);
}

/** How far back an interval may reach: about a hundred years. */
export const OFFSET_LIMITS: Readonly<Record<Component, number>> = {
  hour: 876_600,
  day: 36_525,
  week: 5218,
  month: 1200,
  quarter: 400,
  year: 100,
};
