import type { ReleaseRequest } from '../inputs/request.ts';
import { VALUES_COUNT } from '../tables/set-queries.ts';
import { formatInterval } from '../../tql/absolute-intervals.ts';
import type { TimeRange } from '../../tql/interval.ts';
import type { Query, QueryAggregation, QueryFilter, QueryPostAggregation } from '../../tql/query.ts';
import type { ReleaseEvent } from '../results/results.ts';
import { toNumber } from '../tables/table.ts';
import type { QueryResult } from '../../tql/result.ts';

/** The columns that versions are sent in: as the SDKs of today send it, then as old ones did. */
export const VERSION_COLUMNS = ['TelemetryDeck.AppInfo.version', 'appVersion'] as const;

/** The two sides of a release, as filters on versions. */
export interface Sides {
  readonly new: QueryFilter;
  readonly old: QueryFilter;
}

/** Where and when something is asked: days begin in `timeZone`. */
export interface Asked {
  readonly range: TimeRange;
  readonly timeZone: string;
}

/** Test events are nobody's crashes. Events that do not say whether they are tests count. */
const NO_TESTS: QueryFilter = {
  type: 'not',
  field: { type: 'selector', dimension: 'isTestMode', value: 'true' },
};

function queryOver(asked: Asked, rest: Query): Query {
  const { range, timeZone } = asked;
  const context = timeZone === 'UTC' ? {} : { context: { timezone: timeZone } };
  return { ...rest, filter: NO_TESTS, intervals: [formatInterval(range)], ...context };
}

/** The query for how many events have each of the columns that versions are sent in; an output for each. */
export function versionColumnsQuery(asked: Asked): Query {
  const aggregations = VERSION_COLUMNS.map((column): QueryAggregation => {
    const filter: QueryFilter = { type: 'not', field: { type: 'null', column } };
    return filtered(column, filter, { type: 'longSum', name: column, fieldName: 'count' });
  });
  return queryOver(asked, { queryType: 'timeseries', granularity: 'all', aggregations });
}

/**
 * The outputs for users and for versions. The name of the first makes the service list versions of few users,
 * too.
 */
export const USERS = VALUES_COUNT;
export const VERSION = 'version';

/** The query for the users of each version by day. */
export function versionsQuery(column: string, asked: Asked): Query {
  const dimensions = [{ type: 'default', dimension: column, outputName: VERSION } as const];
  return queryOver(asked, {
    queryType: 'groupBy',
    granularity: 'day',
    dimensions,
    aggregations: [userSketch(USERS)],
  });
}

/** The query for all users by day. */
export function usersQuery(asked: Asked): Query {
  return queryOver(asked, { queryType: 'timeseries', granularity: 'day', aggregations: [userSketch(USERS)] });
}

/** The outputs of a `sidesQuery` for its event at `place`. */
export function outputsOf(place: number) {
  const name = (side: string): string => `had_${place}_${side}`;
  return {
    newHad: name('new'),
    oldHad: name('old'),
    newHadBoth: name('new_both'),
    oldHadBoth: name('old_both'),
  };
}

/** The outputs of a `sidesQuery` for its sides. */
export const SIDES = { new: 'new', old: 'old', both: 'both' } as const;

/**
 * The query for the users of both sides by day and stratum, and for those of them who had each event. It
 * counts the users of each side, and those who are on both, so that these can be subtracted.
 */
export function sidesQuery(
  { strata }: ReleaseRequest,
  sides: Sides,
  events: readonly QueryFilter[],
  asked: Asked,
): Query {
  const users = [
    filtered(SIDES.new, sides.new, userSketch(SIDES.new)),
    filtered(SIDES.old, sides.old, userSketch(SIDES.old)),
  ];
  const both = (name: string, ...sets: readonly string[]): QueryPostAggregation =>
    sizeOf(name, setOf('INTERSECT', ...sets.map(setNamed)));
  const shared = [both(SIDES.both, SIDES.new, SIDES.old)];
  for (const [place, event] of events.entries()) {
    const { newHad, oldHad, newHadBoth, oldHadBoth } = outputsOf(place);
    users.push(filtered(newHad, and(sides.new, event), userSketch(newHad)));
    users.push(filtered(oldHad, and(sides.old, event), userSketch(oldHad)));
    shared.push(both(newHadBoth, newHad, SIDES.old), both(oldHadBoth, oldHad, SIDES.new));
  }
  const counts = { granularity: 'day', aggregations: users, postAggregations: shared };
  if (strata.length === 0) return queryOver(asked, { queryType: 'timeseries', ...counts });
  const dimensions = strata.map(
    (dimension) => ({ type: 'default', dimension, outputName: dimension }) as const,
  );
  return queryOver(asked, { queryType: 'groupBy', dimensions, ...counts });
}

/**
 * The query for how many users of a day came back on each later one, of both sides together, and only with an
 * event if one is given. A retention's days begin in UTC, and its interval includes its end.
 */
export function returnsQuery(sides: Sides, event: QueryFilter | null, { startMs, endMs }: TimeRange): Query {
  const side: QueryFilter = { type: 'or', fields: [sides.new, sides.old] };
  const query = queryOver(
    { range: { startMs, endMs: endMs - 1 }, timeZone: 'UTC' },
    { queryType: 'retention', granularity: 'day' },
  );
  return { ...query, filter: and(NO_TESTS, ...(event === null ? [side] : [side, event])) };
}

function and(...fields: readonly QueryFilter[]): QueryFilter {
  return { type: 'and', fields };
}

/** As a sketch: the service expands `userCount` only at the top, and only sketches can be intersected. */
function userSketch(name: string): QueryAggregation {
  return { type: 'thetaSketch', name, fieldName: 'clientUser' };
}

function filtered(name: string, filter: QueryFilter, aggregator: QueryAggregation): QueryAggregation {
  return { type: 'filtered', name, filter, aggregator };
}

/** A sketch by its name. */
function setNamed(fieldName: string): QueryPostAggregation {
  return { type: 'fieldAccess', fieldName };
}

function setOf(func: 'INTERSECT' | 'NOT', ...fields: readonly QueryPostAggregation[]): QueryPostAggregation {
  return { type: 'thetaSketchSetOp', func, fields };
}

function sizeOf(name: string, field: QueryPostAggregation): QueryPostAggregation {
  return { type: 'thetaSketchEstimate', name, field };
}

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
 * What an answer to a `sameUsersQuery` says of the event at `place`; null if nobody moved.
 */
export function readSameUsers(result: QueryResult, place: number, weeks: number): SameUsers | null {
  const values = result.kind === 'timeseries' ? result.buckets[0]?.values : undefined;
  const count = (name: string): number => Math.round(toNumber(values?.[name]) ?? 0);
  const read = (group: (typeof GROUPS)[number]) => {
    const users = count(group);
    // Each of these is an estimate.
    const had = PERIODS.map((period) => Math.min(users, count(`${group}_had_${place}_${period}`)));
    const [before = 0, since = 0] = had;
    return users === 0 ? null : { users, before, since };
  };
  const [moved, stayed] = [read('moved'), read('stayed')];
  return moved === null ? null : { weeks, moved, stayed };
}
