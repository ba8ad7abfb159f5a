// Small worlds: a few groups whose sizes an attacker wants to know.
import type { Event } from '../../oracle/values.ts';

/** The start of the reported week, and the time of the report, just after it. */
export const WEEK_MS = Date.parse('2026-11-09T00:00:00Z');
export const NOW_MS = Date.parse('2026-11-16T06:00:00Z');
const DAY_MS = 86_400_000;

/** What the users of a group have in common. Each user has one event. */
export interface Group {
  readonly key: string;
  /** Of the reported week; negative ones are of the weeks before. */
  readonly day: number;
  readonly type: 'launch' | 'crash';
}

/** The events of a world in which the groups have these sizes. */
export function eventsOf(groups: readonly Group[], sizes: readonly number[]): Event[] {
  const inPeriods = groups.flatMap((group, place) =>
    Array.from({ length: sizes[place] ?? 0 }, (_, user) => eventOf(group, `${place}-${user}`)),
  );
  return [eventOf(LONG_AGO, 'first'), ...inPeriods, eventOf(TODAY, 'last')];
}

/** Outside of all periods: a report tells the days of the first and the last event of all. */
const LONG_AGO: Group = { key: 'z', day: -100, type: 'launch' };
const TODAY: Group = { key: 'z', day: 7, type: 'launch' };

/** Values are the same for everybody, so that a mean or an extreme tells no more than that it is told. */
function eventOf({ key, day, type }: Group, user: string): Event {
  return {
    __time: WEEK_MS + day * DAY_MS + 3_600_000,
    appID: 'app',
    clientUser: user,
    type,
    sessionID: 's',
    isTestMode: null,
    count: 1,
    plan: key,
    Plan: null,
    floatValue: 5,
    amount: 7,
    'a"b': null,
  };
}

/** Every list of `count` sizes from 0 to `most`. */
export function allSizes(count: number, most: number): number[][] {
  if (count === 0) return [[]];
  const rest = allSizes(count - 1, most);
  return Array.from({ length: most + 1 }, (_, size) => rest.map((sizes) => [size, ...sizes])).flat();
}
