// Writes in plain text where a signal is, how many users send it and what a change does to it: for the
// section of a report, the annotations, and the table and JSON of `insight-report signals`. Pure.
import { numberFormat } from '../format/numbers.ts';
import type { SignalResult } from '../../results/results.ts';

/** A signal's state in a few words, for the job's log: `renamed to signUp`. */
export function stateText({ state, to }: SignalResult): string {
  if (state === 'renamed') return `renamed to ${to ?? ''}`;
  return state ?? 'in the code';
}

/** Where a signal is: its first place, and how many more there are. */
export function placesText({ places }: Pick<SignalResult, 'places'>): string {
  const [first, ...others] = places;
  if (first === undefined) return '';
  return `${first.file}:${first.line}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

/**
 * Users with their share of all: `1,240 (3.1%)`; `< 10` if they are hidden; a dash if nothing was queried.
 */
export function usersText(
  { users, share, hidden = [] }: Pick<SignalResult, 'users' | 'share' | 'hidden'>,
  locale: string,
  fewerThan = 0,
): string {
  const format = numberFormat(locale);
  if (hidden.includes('users')) return `< ${format.number(fewerThan)}`;
  if (users === null) return '–';
  return users === 0 || share === null
    ? format.number(users)
    : `${format.number(users)} (${format.percent(share)})`;
}

/** Whether nothing sends the name any more. */
export function isGone({ state }: Pick<SignalResult, 'state'>): boolean {
  return state === 'removed' || state === 'renamed';
}

/** Whether a new name has no event yet: not known without an answer. */
export function isSilentYet({ state, events }: SignalResult): boolean {
  return state === 'new' && events === 0;
}

/** The signals without the new names of renamed ones, which stand on the same line. */
export function withoutTargets(signals: readonly SignalResult[]): readonly SignalResult[] {
  const targets = new Set(signals.flatMap(({ to }) => to ?? []));
  return signals.filter(({ name, state }) => state !== 'new' || !targets.has(name));
}

/** What `signals --format json` prints. A gate is seen there through its insights. */
export function signalsJson(signals: readonly SignalResult[]): readonly unknown[] {
  return signals.map(({ gates, ...signal }) => signal);
}
