// Counts how many users of the new version and of the old ones had each event, and what the same users did
// before. Queries the service.
import { daysEarlier } from '../../compare/local-time.ts';
import type { ReleaseRequest } from '../../inputs/request.ts';
import { ifAnswered } from '../../../text/errors.ts';
import { sumOf, withoutDays } from '../../release/compare.ts';
import type { JudgedEvent } from '../../release/judge.ts';
import {
  mixQueries,
  type PeopleDays,
  peopleQuery,
  type QueryPeriod,
  returnsQuery,
  sidesOf,
  sidesQuery,
} from '../../release/queries.ts';
import { readBackground, readMixes, readPeople, readSides, troubledDays } from '../../release/read.ts';
import type { Compared } from '../../release/versions.ts';
import { MS_PER_DAY, startOfUnit, type TimeRange } from '../../../tql/time/interval.ts';
import type { QueryFilter } from '../../../tql/query-parts.ts';
import { answeredRows } from '../../tables/rows.ts';
import { type Context, DAYS_OF_PEOPLE } from './compared.ts';

/** The counts of an event, and what is doubtful about them. */
export interface CountedEvent extends JudgedEvent {
  readonly name: string | null;
  /** How many days before the release the same users were looked at. */
  readonly daysBefore: number;
  /** The starts of days that do not count. */
  readonly leftOut: readonly number[];
}

/** An event to count: its name in gates (null for the release's own) and in messages, and its filter. */
export interface EventToCount {
  readonly name: string | null;
  readonly text: string;
  readonly filter: QueryFilter;
}

/** The days before the release that show how often the event usually happens. */
const DAYS_BEFORE = 7;

/** The days since the release after which we look whether users came back on the next day. */
const DAYS_OF_RETURNS = 7;

/**
 * Counts each event for the users of the new version and of the old ones: three queries, one for each mix
 * of users, and one for each event.
 */
export async function countEvents(
  { strata, against }: ReleaseRequest,
  events: readonly EventToCount[],
  columns: readonly string[],
  compared: Compared,
  { nowMs, timeZone, ask }: Context,
): Promise<readonly CountedEvent[]> {
  const { version, old, sinceMs } = compared;
  if (version === null || sinceMs === null || old.length === 0) return [];
  const sides = sidesOf(columns, version, old);
  const filters = events.map(({ filter }) => filter);
  const withDaysBefore = { startMs: daysEarlier(sinceMs, DAYS_BEFORE, timeZone), endMs: nowMs };
  const queryPeriod = { range: { startMs: sinceMs, endMs: nowMs }, timeZone };
  const rows = answeredRows(await ask(sidesQuery(strata, sides, filters, queryPeriod)));
  // Once all users have the new version, nobody is left who stayed: so people are those of the compared days.
  const lastMs = Math.max(...readSides(rows, 0).cells.map(({ dayMs }) => dayMs));
  const untilMs = lastMs > 0 ? Math.min(nowMs, daysEarlier(lastMs, -1, timeZone)) : nowMs;
  const days = peopleDays({ range: { startMs: sinceMs, endMs: untilMs }, timeZone });
  const [mixes, samePeople, users, affectedUsers] = await Promise.all([
    Promise.all(
      mixQueries(strata, sides, filters, queryPeriod).map(async ({ columns, query }) => {
        return { columns, result: await ifAnswered(ask(query), () => null) };
      }),
    ),
    // The report is useful even if nobody knows whether the same users had the event before.
    ifAnswered(ask(peopleQuery(sides, filters, days, timeZone)), () => null),
    ask(returnsQuery(sides, null, withDaysBefore)),
    Promise.all(filters.map((filter) => ask(returnsQuery(sides, filter, withDaysBefore)))),
  ]);
  const yesterdayMs = startOfUnit('day', -1, nowMs, timeZone);
  return affectedUsers.map((affected, place): CountedEvent => {
    const all = readSides(rows, place);
    const leftOut = troubledDays(all.oneVersionCells, readBackground(users, affected, sinceMs));
    const { cells, oneVersionCells } = withoutDays(all, leftOut);
    const background = readBackground(users, affected, sinceMs, leftOut);
    const isComplete = all.isComplete && leftOut.length === 0;
    const people = samePeople === null ? null : readPeople(samePeople, place, isComplete);
    return {
      name: events[place]?.name ?? null,
      text: events[place]?.text ?? '',
      cells,
      oneVersionCells,
      sides: sumOf({ cells }),
      unversioned: all.unversioned,
      perDay: all.perDay,
      mixes: readMixes(mixes, rows, place, strata).map((mix) => ({ ...mix, ...withoutDays(mix, leftOut) })),
      background,
      people,
      isOldNamed: 'text' in against,
      lastDayMs: cells.findLast(({ dayMs }) => dayMs <= yesterdayMs)?.dayMs ?? null,
      leftOut,
      daysBefore: days.before.length,
    };
  });
}

/** The days on which the same users are looked at: those before the release, since then, and a day later. */
function peopleDays({ range: since, timeZone }: QueryPeriod): PeopleDays {
  const dayAt = (days: number): TimeRange => ({
    startMs: daysEarlier(since.startMs, -days, timeZone),
    endMs: daysEarlier(since.startMs, -days - 1, timeZone),
  });
  const before = Array.from({ length: DAYS_OF_PEOPLE }, (_, index) => dayAt(index - DAYS_OF_PEOPLE));
  // Whether users of a day came back is known once the next day is over.
  const daysOver = Math.floor((since.endMs - since.startMs) / MS_PER_DAY) - 1;
  const returnDays = Math.max(0, Math.min(daysOver, DAYS_OF_RETURNS));
  const returns = Array.from({ length: returnDays }, (_, day) => ({ day: dayAt(day), next: dayAt(day + 1) }));
  return { before, since, returns };
}
