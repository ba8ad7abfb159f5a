// The queries of a release: who had which version, how many users of either side had the event on each day,
// who came back, and what the same users had before. `run/releases/` sends them, `read.ts` reads the
// answers.
import { formatInterval } from '../../tql/time/absolute-intervals.ts';
import type { TimeRange } from '../../tql/time/interval.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryAggregation, QueryFilter, QueryPostAggregation } from '../../tql/query-parts.ts';
import {
  access,
  and,
  by,
  during,
  events as countOfEvents,
  filtered,
  isIn,
  isMissing,
  not,
  or,
  selector,
  setOf,
  sizeOf,
  users,
  usersWith,
} from '../../tql/write.ts';

/**
 * The columns that SDKs send versions in, today's first. Both are used together, since a new version of an
 * app may come with a new SDK.
 */
export const VERSION_COLUMNS = ['TelemetryDeck.AppInfo.version', 'appVersion'] as const;

/**
 * What the users of two versions may differ in, each with the columns that it is sent in, today's first. If a
 * country gets a new version first, for example, a failure in that country looks like one of the version.
 */
const MIXES: readonly (readonly string[])[] = [
  ['TelemetryDeck.Device.platform', 'platform'],
  ['TelemetryDeck.UserPreference.region', 'region', 'country', 'countryCode'],
  ['TelemetryDeck.Device.systemMajorVersion', 'majorSystemVersion', 'os'],
  ['TelemetryDeck.Device.modelName', 'modelName'],
];

/** Filters for the events of each side, and for those that do not say their version. */
interface Sides {
  readonly new: QueryFilter;
  readonly old: QueryFilter;
  readonly unversioned: QueryFilter;
}

/** The time that a query covers; days begin in `timeZone`. */
export interface QueryPeriod {
  readonly range: TimeRange;
  readonly timeZone: string;
}

/** Leaves out events of tests and of TestFlight; events without these columns count. */
const NO_TESTS: QueryFilter = and(
  ...['isTestMode', 'TelemetryDeck.RunContext.isTestFlight', 'isTestFlight'].map((dimension) =>
    or(isMissing(dimension), not(selector(dimension, 'true'))),
  ),
);

/** A query of a release over a period. */
function queryOver({ range, timeZone }: QueryPeriod, query: Query): Query {
  const context = timeZone === 'UTC' ? {} : { context: { timezone: timeZone } };
  return { ...query, filter: NO_TESTS, intervals: [formatInterval(range)], ...context };
}

/**
 * The filters of both sides, by the versions of each. The version of an event is in the first column that it
 * has, so a later column counts only if the ones before are missing.
 */
export function sidesOf(columns: readonly string[], version: string, old: readonly string[]): Sides {
  const isOneOf = (values: readonly string[]): QueryFilter =>
    or(
      ...columns.map((dimension, place) =>
        and(...columns.slice(0, place).map(isMissing), isIn(dimension, values)),
      ),
    );
  return { new: isOneOf([version]), old: isOneOf(old), unversioned: and(...columns.map(isMissing)) };
}

/** The output of a `versionsQuery`. */
export const USERS = 'users';

/** The query for the users of each version, or of each combination of columns, by day or together. */
export function versionsQuery(
  columns: readonly string[],
  granularity: 'day' | 'all',
  period: QueryPeriod,
): Query {
  return queryOver(period, {
    queryType: 'groupBy',
    granularity,
    dimensions: [...new Set(columns)].map((each) => by(each)),
    aggregations: [users(USERS)],
  });
}

function usersDuring(name: string, range: TimeRange, ...filters: readonly QueryFilter[]): QueryAggregation {
  return usersWith(name, and(during(formatInterval(range)), ...filters));
}

/**
 * The outputs of a `sidesQuery`: users of the new version, of an old one, of both on a day, and their events.
 */
export const SIDES = {
  new: 'new',
  old: 'old',
  both: 'both',
  newEvents: 'new_events',
  oldEvents: 'old_events',
} as const;

/**
 * The outputs of a `sidesQuery` for the users who had the event at `place`; `unversioned` are those whose
 * event does not say its version.
 */
export function outputsOf(place: number) {
  const name = (side: string): string => `had_${place}_${side}`;
  return {
    newHad: name('new'),
    oldHad: name('old'),
    newHadBoth: name('new_both'),
    oldHadBoth: name('old_both'),
    unversioned: name('unversioned'),
    newUnversioned: name('new_unversioned'),
  };
}

/**
 * The query for the users of both sides by day and stratum, and for those of them who had each event. Users
 * who had both versions on a day are counted as well, so that they can be subtracted.
 */
export function sidesQuery(
  strata: readonly string[],
  sides: Sides,
  events: readonly QueryFilter[],
  period: QueryPeriod,
): Query {
  const counted: QueryAggregation[] = [
    usersWith(SIDES.new, sides.new),
    usersWith(SIDES.old, sides.old),
    filtered(SIDES.newEvents, sides.new, countOfEvents(SIDES.newEvents)),
    filtered(SIDES.oldEvents, sides.old, countOfEvents(SIDES.oldEvents)),
  ];
  const both = (name: string, ...sets: readonly string[]): QueryPostAggregation =>
    sizeOf(name, setOf('INTERSECT', ...sets.map(access)));
  const shared = [both(SIDES.both, SIDES.new, SIDES.old)];
  for (const [place, event] of events.entries()) {
    const { newHad, oldHad, newHadBoth, oldHadBoth, unversioned, newUnversioned } = outputsOf(place);
    counted.push(usersWith(newHad, and(sides.new, event)));
    counted.push(usersWith(oldHad, and(sides.old, event)));
    counted.push(usersWith(unversioned, and(sides.unversioned, event)));
    shared.push(both(newHadBoth, newHad, SIDES.old), both(oldHadBoth, oldHad, SIDES.new));
    shared.push(both(newUnversioned, unversioned, SIDES.new));
  }
  const counts = { granularity: 'day', aggregations: counted, postAggregations: shared };
  if (strata.length === 0) return queryOver(period, { queryType: 'timeseries', ...counts });
  return queryOver(period, { queryType: 'groupBy', dimensions: strata.map((each) => by(each)), ...counts });
}

/** The queries for both sides within what their users may differ in, besides the strata. */
export function mixQueries(
  strata: readonly string[],
  ...[sides, events, period]: [Sides, readonly QueryFilter[], QueryPeriod]
) {
  return MIXES.map((columns) => ({
    columns,
    query: sidesQuery([...new Set([...strata, ...columns])], sides, events, period),
  }));
}

/**
 * The query for how many users of either side came on each pair of days (null: with any event). A retention's
 * days begin in UTC, and its interval includes its end.
 */
export function returnsQuery(sides: Sides, event: QueryFilter | null, { startMs, endMs }: TimeRange): Query {
  const query = queryOver(
    { range: { startMs, endMs: endMs - 1 }, timeZone: 'UTC' },
    { queryType: 'retention', granularity: 'day' },
  );
  const eventFilter = event === null ? [] : [event];
  return { ...query, filter: and(NO_TESTS, or(sides.new, sides.old), ...eventFilter) };
}

/**
 * The outputs of a `peopleQuery`. To those that end with an underscore, the place of a day is added. `was`
 * and `had` are of those who moved to the new version or stayed with an old one: `moved_was_0`.
 */
export const PEOPLE = {
  users: { new: 'people_new', old: 'people_old' },
  known: { new: 'known_new', old: 'known_old' },
  updated: 'updated',
  withEvent: (place: number) => `has_${place}_users`,
  was: 'was_',
  had: (place: number) => `had_${place}_`,
  came: { new: 'new_came_', old: 'old_came_' },
  back: { new: 'new_back_', old: 'old_back_' },
} as const;

/** The days before a release, the time since, and complete days since with the day after each. */
export interface PeopleDays {
  readonly before: readonly TimeRange[];
  readonly since: TimeRange;
  readonly returns: readonly { readonly day: TimeRange; readonly next: TimeRange }[];
}

/**
 * The query for the same people before and after. It counts, for users who moved to the new version and for
 * those who stayed with an old one, the days before on which they came and had each event; how many came back
 * on the day after; and the different users of the new version, and those with each event.
 */
export function peopleQuery(
  sides: Sides,
  events: readonly QueryFilter[],
  { before, since, returns }: PeopleDays,
  timeZone: string,
): Query {
  const isNew = access('is_new');
  const isOld = access('is_old');
  const wasBefore = access('was');
  const groups = [['moved', isNew] as const, ['stayed', setOf('NOT', isOld, isNew)] as const];
  const days = before.flatMap((range, day) => [
    { name: `${PEOPLE.was}${day}`, range, filter: sides.old },
    ...events.map((event, place) => ({
      name: `${PEOPLE.had(place)}${day}`,
      range,
      filter: and(sides.old, event),
    })),
  ]);
  const came = returns.flatMap(({ day, next }, place) => [
    usersDuring(`new_${place}`, day, sides.new),
    usersDuring(`old_${place}`, day, sides.old),
    usersDuring(`next_${place}`, next),
  ]);
  const firstMs = before[0]?.startMs ?? since.startMs;
  return queryOver(
    { range: { startMs: firstMs, endMs: since.endMs }, timeZone },
    {
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [
        usersDuring('was', { startMs: firstMs, endMs: since.startMs }),
        usersDuring('was_old', { startMs: firstMs, endMs: since.startMs }, sides.old),
        usersDuring('is_new', since, sides.new),
        usersDuring('is_old', since, sides.old),
        ...events.map((event, place) => usersDuring(`users_${place}`, since, and(sides.new, event))),
        ...days.map(({ name, range, filter }) => usersDuring(name, range, filter)),
        ...came,
      ],
      postAggregations: [
        sizeOf(PEOPLE.users.new, isNew),
        sizeOf(PEOPLE.users.old, isOld),
        sizeOf(PEOPLE.known.new, setOf('INTERSECT', wasBefore, isNew)),
        sizeOf(PEOPLE.known.old, setOf('INTERSECT', wasBefore, isOld)),
        sizeOf(PEOPLE.updated, setOf('INTERSECT', access('was_old'), isNew)),
        ...events.map((_, place) => sizeOf(PEOPLE.withEvent(place), access(`users_${place}`))),
        ...groups.flatMap(([group, members]) =>
          days.map(({ name }) => sizeOf(`${group}_${name}`, setOf('INTERSECT', members, access(name)))),
        ),
        ...returns.flatMap((_, place) => returnsAfter(place)),
      ],
    },
  );
}

/** Of the users who were there before: how many came on a day, and how many came back on the day after. */
function returnsAfter(place: number): readonly QueryPostAggregation[] {
  const [fresh, old] = [access(`new_${place}`), access(`old_${place}`)];
  const days = { new: fresh, old: setOf('NOT', old, fresh) };
  return (['new', 'old'] as const).flatMap((side) => {
    const day = setOf('INTERSECT', access('was'), days[side]);
    return [
      sizeOf(`${PEOPLE.came[side]}${place}`, day),
      sizeOf(`${PEOPLE.back[side]}${place}`, setOf('INTERSECT', day, access(`next_${place}`))),
    ];
  });
}
