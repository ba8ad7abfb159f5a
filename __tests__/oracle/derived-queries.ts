import { DateTime } from 'luxon';
import { type Filter } from '../../src/tql/schema/filter.ts';
import type { RunQuery } from '../../src/tql/schema/run-query.ts';
import { matches } from './filters.ts';
import { type Row } from './groups.ts';
import { type Output, upperTail, zScore } from './post-aggregations.ts';
import { type Event, get, RefusedQueryError, toText } from './values.ts';
import { type Selection } from './select.ts';
import { parseRange, resolve } from './time.ts';

type Of<T> = Extract<RunQuery, { readonly queryType: T }>;
type Derived = Of<'funnel'> | Of<'retention'> | Of<'experiment'>;
type Users = ReadonlySet<string>;

/** A funnel counts only events that match the filter of one of its steps. */
export function derivedSelection(query: Derived, selection: Selection): Selection {
  if (query.queryType === 'retention') periodsOf(query, selection.clock);
  if (query.queryType !== 'funnel') return selection;
  const filters = query.steps.flatMap(({ filter }) => (filter === undefined ? [] : [filter]));
  if (filters.length === 0) return selection;
  const isStep = (event: Event): boolean => filters.some((filter) => isMatch(filter, event, selection));
  const buckets = selection.buckets.map(({ start, events }) => ({ start, events: events.filter(isStep) }));
  return { ...selection, buckets, events: selection.events.filter(isStep) };
}

/** The outputs of a group of users. */
export function derivedRow(query: Derived, events: readonly Event[], keys: Row, selection: Selection): Row {
  const numbers =
    query.queryType === 'funnel'
      ? funnel(query, events, selection)
      : query.queryType === 'retention'
        ? retention(query, events, selection)
        : experiment(query, events, selection);
  return new Map<string, Output>([
    ...keys,
    ...numbers.map(([name, value]) => [name, { kind: 'double', value }] as const),
  ]);
}

type Numbers = (readonly [name: string, value: number])[];

function funnel({ steps }: Of<'funnel'>, events: readonly Event[], selection: Selection): Numbers {
  const users = steps.map(({ filter }) => usersWhere(events, filter, selection));
  const reached = users.map((_one, index) => common(users.slice(0, index + 1)).size);
  return [
    ...users.map(({ size }, index) => [`_funnel_step_${index}`, size] as const),
    ...steps.map(({ name }, index) => [`${index}_${name}`, reached[index] ?? 0] as const),
  ];
}

function experiment(query: Of<'experiment'>, events: readonly Event[], selection: Selection): Numbers {
  const one = usersWhere(events, query.sample1.filter, selection);
  const two = usersWhere(events, query.sample2.filter, selection);
  const success = usersWhere(events, query.successCriterion.filter, selection);
  const [s1, s2] = [common([one, success]).size, common([two, success]).size];
  const z = zScore(one.size, s1, two.size, s2);
  return [
    ['cohort_1', one.size],
    ['cohort_2', two.size],
    ['success', success.size],
    ['users', new Set([...one, ...two]).size],
    ['cohort_1_success', s1],
    ['cohort_2_success', s2],
    ['zscore', z],
    ['pvalue', 2 * upperTail(Math.abs(z))],
  ];
}

function retention(query: Of<'retention'>, events: readonly Event[], { clock, kindOf }: Selection): Numbers {
  const periods = [...new Map(periodsOf(query, clock).map((period) => [period.title, period])).values()];
  const users = periods.map(({ start, end }) => {
    const inside = events.filter(
      (event) => Number(event['__time']) >= start && Number(event['__time']) < end,
    );
    return new Set(inside.flatMap((event) => userOf(event, kindOf)));
  });
  const pairs = periods.flatMap((row, i) =>
    periods.slice(i).map((column, offset) => {
      const both = common([users[i] ?? new Set(), users[i + offset] ?? new Set()]);
      return [`retention_${row.title}_${column.title}`, both.size] as const;
    }),
  );
  return [...periods.map(({ title }, index) => [`_${title}`, users[index]?.size ?? 0] as const), ...pairs];
}

interface Period {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** The unit that contains the beginning, and one more for each whole unit up to the end. */
function periodsOf(query: Of<'retention'>, { now, zone }: Selection['clock']): Period[] {
  const unit = query.granularity ?? 'month';
  if (unit !== 'day' && unit !== 'week' && unit !== 'month' && unit !== 'quarter' && unit !== 'year')
    throw new RefusedQueryError();
  const [absolute, relative] = [query.intervals?.[0], query.relativeIntervals?.[0] ?? LAST_30_DAYS];
  const range = absolute === undefined ? resolve(relative, now, zone) : parseRange(absolute);
  const isLastSecond = absolute === undefined && relative.endDate.position === 'end';
  const [begin, end] = [DateTime.fromMillis(range.start, { zone }), range.end - (isLastSecond ? 1000 : 0)];
  const periods: Period[] = [];
  for (let i = 0; ; i++) {
    const at = begin.plus({ [`${unit}s`]: i });
    if (at.toMillis() > end) break;
    const start = at.startOf(unit);
    const next = start.plus({ [`${unit}s`]: 1 }).startOf(unit);
    const title = `${start.toFormat('yyyy-MM-dd')}_${next.minus({ seconds: 1 }).toFormat('yyyy-MM-dd')}`;
    periods.push({ start: start.toMillis(), end: next.toMillis(), title });
  }
  if (periods.length < 2 || periods.length > 200) throw new RefusedQueryError('periods');
  return periods;
}

const LAST_30_DAYS = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
} as const;

/** The filter in place of none; events without an appID do not match it. */
const EVERYTHING: Filter = { type: 'not', field: { type: 'selector', dimension: 'appID', value: '0' } };

function usersWhere(events: readonly Event[], filter: Filter | undefined, selection: Selection): Users {
  const isIn = (event: Event): boolean => isMatch(filter ?? EVERYTHING, event, selection);
  return new Set(events.filter(isIn).flatMap((event) => userOf(event, selection.kindOf)));
}

function isMatch(filter: Filter, event: Event, { clock, kindOf }: Selection): boolean {
  return matches(filter, event, clock, kindOf) === true;
}

function userOf(event: Event, kindOf: Selection['kindOf']): string[] {
  const user = toText(get(event, 'clientUser'), kindOf('clientUser'));
  return user === null || user === '' ? [] : [user];
}

function common([first = new Set(), ...others]: readonly Users[]): Users {
  return new Set([...first].filter((user) => others.every((set) => set.has(user))));
}
