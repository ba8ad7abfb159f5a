import { type Component, COMPONENTS, type RelativeDate, type RelativeInterval } from '../../tql/interval.ts';
import type { IntervalSpec } from '../request.ts';

/**
 * Parses an interval in words: `last 30 days`, `7d`, `this month`. A string in place of the interval says
 * what is wrong.
 */
export function parseIntervalWords(text: string): IntervalSpec | string {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const interval = parseLast(words) ?? parseNamed(words) ?? 'which is not an interval';
  return typeof interval === 'string'
    ? interval
    : { kind: 'relative', label: formatInterval(interval), interval };
}

const LAST = new RegExp(`^(?:(?:last|past) )?([-+]?[\\d.,_]+) (complete )?(${COMPONENTS.join('|')})s?$`);
const SHORT = /^([-+]?[\d.,_]+) ?([hdwmqy])$/;

function parseLast(words: string): RelativeInterval | string | null {
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
    return `in which ${count} is not a whole number from 1 to ${most} (${unit}s)`;
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

/** From the beginning of one unit to the end of another, both counted from the present one, which is 0. */
export function wholeUnits(component: Component, first: number, last: number) {
  return {
    beginningDate: { component, offset: first, position: 'beginning' },
    endDate: { component, offset: last, position: 'end' },
  } as const;
}

/** A relative interval in words: "last 30 days", "yesterday", "this month". */
export function formatInterval({ beginningDate, endDate }: RelativeInterval): string {
  const unit = beginningDate.component;
  const isWhole =
    beginningDate.position === 'beginning' && endDate.position === 'end' && endDate.component === unit;
  if (isWhole && beginningDate.offset === 0 && endDate.offset === 0)
    return unit === 'day' ? 'today' : `this ${unit}`;
  if (isWhole && beginningDate.offset === -1 && endDate.offset === -1) {
    return unit === 'day' ? 'yesterday' : `last ${unit}`;
  }
  const count = -beginningDate.offset;
  const units = count === 1 ? unit : `${unit}s`;
  if (isWhole && count > 0 && endDate.offset === 0) return `last ${count} ${units}`;
  if (isWhole && count > 0 && endDate.offset === -1) return `last ${count} complete ${units}`;
  return `${formatRelativeDate(beginningDate)} to ${formatRelativeDate(endDate)}`;
}

function formatRelativeDate({ component, offset, position }: RelativeDate): string {
  const units = Math.abs(offset) === 1 ? component : `${component}s`;
  if (offset === 0) return `${position} of this ${component}`;
  return `${position} of the ${component} ${Math.abs(offset)} ${units} ${offset < 0 ? 'ago' : 'ahead'}`;
}

/** The largest offsets: about a hundred years. */
export const OFFSET_LIMITS: Readonly<Record<Component, number>> = {
  hour: 876_600,
  day: 36_525,
  week: 5218,
  month: 1200,
  quarter: 400,
  year: 100,
};
