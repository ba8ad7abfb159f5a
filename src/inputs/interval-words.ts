import { COMPONENTS, type Component } from '../tql/component.ts';
import type { RelativeInterval } from '../tql/interval.ts';
import { FARTHEST } from './interval-forms.ts';
import { intervalLabel } from './interval-label.ts';
import type { IntervalSpec } from './request.ts';

/** Reads an interval written in words: `last 30 days`, `7d`, `this month`. A text says why it is none. */
export function parseIntervalWords(text: string): IntervalSpec | string {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const interval = fromLast(words) ?? fromWords(words) ?? 'which is no interval';
  return typeof interval === 'string' ? interval : { kind: 'relative', label: intervalLabel(interval), interval };
}

const LAST = new RegExp(`^last ([-+]?[\\d.,_]+) (complete )?(${COMPONENTS.join('|')})s?$`);
const SHORT = /^([-+]?[\d.,_]+) ?([hdwmqy])$/;

function fromLast(words: string): RelativeInterval | string | null {
  const [, short, letter] = SHORT.exec(words) ?? [];
  const [, long, complete, name] = LAST.exec(words) ?? [];
  const count = short ?? long;
  const unit = COMPONENTS.find((component) => component === name || (letter !== undefined && component[0] === letter));
  if (count === undefined || unit === undefined) return null;
  const most = FARTHEST[unit];
  const units = /^\d{1,9}$/.test(count) ? Number(count) : 0;
  if (units < 1 || units > most) return `in which ${count} is no whole number from 1 to ${most} (${unit}s)`;
  return between(unit, -units, complete === undefined ? 0 : -1);
}

const THIS_OR_LAST = /^(this|last|previous) (week|month|quarter|year)$/;

function fromWords(words: string): RelativeInterval | null {
  if (words === 'today') return between('day', 0, 0);
  if (words === 'yesterday') return between('day', -1, -1);
  const [, which, name] = THIS_OR_LAST.exec(words) ?? [];
  const unit = COMPONENTS.find((component) => component === name);
  if (unit === undefined) return null;
  return which === 'this' ? between(unit, 0, 0) : between(unit, -1, -1);
}

function between(component: Component, first: number, last: number): RelativeInterval {
  return {
    beginningDate: { component, offset: first, position: 'beginning' },
    endDate: { component, offset: last, position: 'end' },
  };
}
