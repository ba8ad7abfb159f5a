import type { ReleaseEvent } from '../results.ts';
import { toNumber } from '../tables/table.ts';
import { formatInterval } from '../tql/absolute-intervals.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Query, QueryAggregation, QueryFilter } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { and, filtered, queryOver, setNamed, setOf, type Sides, sizeOf, userSketch } from './queries.ts';

/** What the users who moved to the new version, and those who stayed, had before and since. */
export type SameUsers = NonNullable<ReleaseEvent['sameUsers']>;

/** Two weeks since a release at most, and the same weekdays before it. */
export interface BothPeriods {
  readonly weeks: number;
  readonly before: TimeRange;
  readonly since: TimeRange;
}

const PERIODS = ['before', 'since'] as const;
const GROUPS = ['moved', 'stayed'] as const;

/**
 * The query for the users who had an old version before and have the new one since, for those who have none
 * but the old since, and for how many of both had each event in either period.
 */
export function sameUsersQuery(
  sides: Sides,
  events: readonly QueryFilter[],
  periods: BothPeriods,
  timeZone: string,
): Query {
  const usersOf = (name: string, range: TimeRange, ...filters: readonly QueryFilter[]): QueryAggregation => {
    const during = { type: 'interval', dimension: '__time', intervals: [formatInterval(range)] } as const;
    return filtered(name, and(during, ...filters), userSketch(name));
  };
  const side: QueryFilter = { type: 'or', fields: [sides.new, sides.old] };
  const sets = {
    moved: setOf('INTERSECT', setNamed('was_old'), setNamed('is_new')),
    stayed: setOf('NOT', setOf('INTERSECT', setNamed('was_old'), setNamed('is_old')), setNamed('is_new')),
  };
  const had = events.flatMap((event, place) =>
    PERIODS.map((period) => ({ name: `had_${place}_${period}`, period, event })),
  );
  return queryOver(
    { range: { startMs: periods.before.startMs, endMs: periods.since.endMs }, timeZone },
    {
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [
        usersOf('was_old', periods.before, sides.old),
        usersOf('is_old', periods.since, sides.old),
        usersOf('is_new', periods.since, sides.new),
        ...had.map(({ name, period, event }) => usersOf(name, periods[period], side, event)),
      ],
      postAggregations: GROUPS.flatMap((group) => [
        sizeOf(group, sets[group]),
        ...had.map(({ name }) => sizeOf(`${group}_${name}`, setOf('INTERSECT', sets[group], setNamed(name)))),
      ]),
    },
  );
}

/**
 * What an answer to a `sameUsersQuery` says of the event at `place`; null if nobody moved, or fewer than
 * `size` did, or had it.
 */
export function readSameUsers(
  result: QueryResult,
  place: number,
  weeks: number,
  size: number,
): SameUsers | null {
  const values = result.kind === 'timeseries' ? result.buckets[0]?.values : undefined;
  const count = (name: string): number => Math.round(toNumber(values?.[name]) ?? 0);
  const read = (group: (typeof GROUPS)[number]) => {
    const users = count(group);
    // Each of these is rounded by itself, or an estimate.
    const had = PERIODS.map((period) => Math.min(users, count(`${group}_had_${place}_${period}`)));
    const [before = 0, since = 0] = had;
    return users === 0 || (size > 1 && had.includes(0)) ? null : { users, before, since };
  };
  const [moved, stayed] = [read('moved'), read('stayed')];
  return moved === null ? null : { weeks, moved, stayed };
}
