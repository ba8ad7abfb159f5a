// Queries what a release needs (`releases` in the config file): which version is new, which it replaces, and
// how often the users of each had an event, such as a crash. `judge.ts` calls `askRelease`; `release/`
// judges the numbers.
import { selector } from '../../tql/write.ts';
import { explainRefusedSource, withDataSource } from '../client/data-source.ts';
import type { QueryService } from '../client/client.ts';
import { daysEarlier } from '../compare/local-time.ts';
import { type ReleaseRequest, type ReportRequest, thresholdsOfRelease } from '../inputs/request.ts';
import type { FailedInsight, ReleaseEvent } from '../results/results.ts';
import { ifAnswered } from '../../text/errors.ts';
import { expectedRate, sumOf, withoutDays, withRate, worseOf } from '../release/compare.ts';
import { type AnsweredRelease, CONFIDENCE, eventsRead, type JudgedEvent } from '../release/judge.ts';
import {
  type QueryPeriod,
  mixQueries,
  peopleQuery,
  type PeopleDays,
  returnsQuery,
  sidesOf,
  sidesQuery,
  VERSION_COLUMNS,
  versionsQuery,
} from '../release/queries.ts';
import { readBackground, readMixes, readPeople, readSides, troubledDays } from '../release/read.ts';
import {
  againstText,
  type Compared,
  findColumn,
  findNew,
  findOld,
  readPopulations,
} from '../release/versions.ts';
import { MS_PER_DAY, startOfUnit, type TimeRange } from '../../tql/interval.ts';
import { whereKnown } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryFilter } from '../../tql/query-parts.ts';
import type { QueryResult } from '../../tql/result.ts';
import { answeredRows } from '../tables/rows.ts';
import { toDates } from './insight.ts';
import { toFailedInsight } from './not-run.ts';

/** How many days back the first day of a new version is searched. */
const DAYS_BACK = 60;
/** The days before the release that show how often the event usually happens. */
const DAYS_BEFORE = 7;
/** The days before the release that show which version most users had, and what the same users had then. */
const DAYS_OF_PEOPLE = 14;
/** The days since the release after which we look whether users came back on the next day. */
const DAYS_OF_RETURNS = 7;

/** What every query of a release is made with. */
interface Context {
  readonly report: ReportRequest;
  readonly nowMs: number;
  readonly timeZone: string;
  /** The answer to a query. */
  readonly ask: (query: Query) => Promise<QueryResult>;
}

/** Requests a release. One that cannot be reported becomes a failed insight. */
export async function askRelease(
  request: ReleaseRequest,
  report: ReportRequest,
  service: QueryService,
  nowMs: number,
): Promise<AnsweredRelease | FailedInsight> {
  const ask = async (query: Query): Promise<QueryResult> => {
    const sourced = await withDataSource(query, report.service.dataSource, service.catalog);
    return (await service.runQuery(sourced)).result;
  };
  const timeZone = report.timezone ?? 'UTC';
  try {
    return await answer(request, { report, nowMs, timeZone, ask });
  } catch (error) {
    const { name, title } = request;
    return toFailedInsight({ id: null, name, title }, await explainRefusedSource(error, service.catalog));
  }
}

/**
 * The release with its numbers: what is compared, how often each side had the events, whether that suffices.
 */
async function answer(request: ReleaseRequest, context: Context): Promise<AnsweredRelease> {
  const { nowMs, timeZone, report } = context;
  const columns = request.version === null ? VERSION_COLUMNS : [request.version];
  const { column, ...compared } = await findCompared(request, columns, context);
  const gateEvents = eventsRead(thresholdsOfRelease(report, request.name));
  const events = [ownEvent(request), ...gateEvents.map(gateEvent)];
  const counted = await countEvents(request, events, columns, compared, context);
  const hasNoVersions = column === null && compared.version === null;
  const since = compared.sinceMs === null ? null : dayOf(compared.sinceMs, timeZone);
  return {
    request,
    column: column ?? 'version',
    compared,
    since,
    events: counted.map((each) => reportedEvent(each, timeZone)),
    evidence: {
      name: request.name,
      title: request.title ?? request.name,
      problem: hasNoVersions ? NO_VERSIONS : findProblem(request, compared, counted[0]),
      versions: { new: compared.version ?? '', old: againstText(request.against, compared.old) },
      timezone: timeZone,
      interval:
        compared.sinceMs === null
          ? null
          : {
              label: `since ${since}`,
              ...toDates({ startMs: compared.sinceMs, endMs: nowMs }),
              complete: true,
            },
      events: new Map(counted.map((each) => [each.name, each])),
    },
  };
}

/** An event to count: its name in gates (null for the release's own) and in messages, and its filter. */
interface EventToCount {
  readonly name: string | null;
  readonly text: string;
  readonly filter: QueryFilter;
}

function ownEvent({ event }: ReleaseRequest): EventToCount {
  return typeof event === 'string'
    ? { ...gateEvent(event), name: null }
    : { name: null, text: 'the event', filter: event };
}

function gateEvent(type: string): EventToCount {
  return { name: type, text: type, filter: selector('type', type) };
}

const NO_VERSIONS = 'no event says its version (set version to the column that holds it)';

/**
 * Finds what is compared: the new version and its first day, then the versions that most users had
 * before.
 */
async function findCompared(
  request: ReleaseRequest,
  columns: readonly string[],
  { nowMs, timeZone, ask }: Context,
): Promise<Compared & { readonly column: string | null }> {
  const todayMs = startOfUnit('day', 0, nowMs, timeZone);
  const requestedMs = request.since === null ? null : startOfDay(request.since, todayMs, timeZone);
  const startMs = Math.min(requestedMs ?? daysEarlier(todayMs, DAYS_BACK, timeZone), todayMs);
  const queryPeriod = { range: { startMs, endMs: nowMs }, timeZone };
  const [daily, all] = await Promise.all([
    ask(versionsQuery(columns, 'day', queryPeriod)),
    ask(versionsQuery(columns, 'all', queryPeriod)),
  ]);
  const column = request.version ?? findColumn(columns, all);
  const lastDayMs = startOfUnit('day', -1, nowMs, timeZone);
  const { version, ...first } = findNew(request, columns, daily, all, lastDayMs);
  const sinceMs = requestedMs ?? first.sinceMs;
  if (version === null || sinceMs === null) return { column, version, sinceMs, old: [] };
  const beforeMs = daysEarlier(sinceMs, DAYS_OF_PEOPLE, timeZone);
  const usersIn = (startMs: number, endMs: number): Promise<QueryResult> =>
    ask(versionsQuery([...columns, ...request.strata], 'all', { range: { startMs, endMs }, timeZone }));
  const [before, since] = await Promise.all([usersIn(beforeMs, sinceMs), usersIn(sinceMs, nowMs)]);
  const populations = readPopulations(before, since, columns, request.strata);
  return { column, version, sinceMs, old: findOld(request.against, version, populations) };
}

/** The counts of an event, and what is doubtful about them. */
interface CountedEvent extends JudgedEvent {
  readonly name: string | null;
  /** How many days before the release the same users were looked at. */
  readonly daysBefore: number;
  /** The starts of days that do not count. */
  readonly leftOut: readonly number[];
}

/**
 * Counts each event for the users of the new version and of the old ones: three queries, one for each mix
 * of users, and one for each event.
 */
async function countEvents(
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

/** Why nothing can be compared; null if something can. */
function findProblem(
  { against }: ReleaseRequest,
  { version, old, sinceMs }: Compared,
  counts: CountedEvent | undefined,
): string | null {
  if (version === null) return 'no released version has ten users, and 1 in 1,000 of the last day’s';
  if (sinceMs === null) return `nobody has ${version} yet`;
  const others = againstText(against, old);
  if (old.length === 0 || counts === undefined) return `nobody has ${others} since ${version} came`;
  if (counts.cells.length === 0 && counts.leftOut.length > 0)
    return `far more users of ${others} than usual had it on each day so far`;
  return counts.cells.length === 0 ? `no day has users of both ${version} and ${others}` : null;
}

/** An event as the results file holds it. */
function reportedEvent(counts: CountedEvent, timeZone: string): ReleaseEvent {
  const days = [...new Set(counts.cells.map(({ dayMs }) => dayMs))].sort((one, other) => one - other);
  const [sides, worse] = [sumOf(counts), worseOf(counts, CONFIDENCE)];
  const { text, people, leftOut, daysBefore } = counts;
  return {
    event: text,
    ...sides,
    expected: expectedRate(sides, worse),
    worse,
    days: days.map((dayMs) => ({ day: dayOf(dayMs, timeZone), worse: worseOf(counts, CONFIDENCE, dayMs) })),
    ...whereKnown({
      leftOut: leftOut.length === 0 ? null : leftOut.map((ms) => dayOf(ms, timeZone)),
      different: people?.different && withRate(people.different),
      sameUsers:
        people === null || people.moved.users === 0
          ? null
          : { days: daysBefore, moved: withRate(people.moved), stayed: withRate(people.stayed) },
      back:
        people === null || people.back.new.users === 0
          ? null
          : { new: withRate(people.back.new), old: withRate(people.back.old) },
    }),
  };
}

function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
}

/** The start of a date ("2026-10-01") in a time zone, counted in days back from today. */
function startOfDay(day: string, todayMs: number, timeZone: string): number {
  const days = Math.round((Date.parse(dayOf(todayMs, timeZone)) - Date.parse(day)) / MS_PER_DAY);
  return daysEarlier(todayMs, days, timeZone);
}
