import { explainRefusedSource, withDataSource } from '../client/data-source.ts';
import type { QueryService } from '../client/client.ts';
import { daysEarlier } from '../compare/local-time.ts';
import { type ReleaseRequest, type ReportRequest, thresholdsOfRelease } from '../inputs/request.ts';
import type { FailedInsight, Period, ReleaseEvent } from '../results/results.ts';
import { ifAnswered } from '../../text/errors.ts';
import { type EventCounts, expectedRate, sumOf, worseOf } from '../release/compare.ts';
import { type AnsweredRelease, CONFIDENCE, eventsRead } from '../release/judge.ts';
import {
  type Asked,
  type BothPeriods,
  readSameUsers,
  returnsQuery,
  type SameUsers,
  sameUsersQuery,
  sidesQuery,
  usersQuery,
  versionColumnsQuery,
  versionsQuery,
} from '../release/queries.ts';
import {
  againstText,
  type Compared,
  findCompared,
  readCells,
  readKnown,
  readVersionColumn,
  sidesOf,
  troubledDays,
} from '../release/read.ts';
import { MS_PER_DAY, startOfUnit, type TimeRange } from '../../tql/interval.ts';
import type { Query, QueryFilter } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { toDates } from './insight.ts';
import { toFailedInsight } from './not-run.ts';

/** How far back a release's first day is looked for. */
const DAYS_BACK = 60;
/** How many days before it say how often the event is, and how it repeats. */
const DAYS_BEFORE = 7;

interface Context {
  readonly report: ReportRequest;
  readonly nowMs: number;
  readonly timeZone: string;
  /** The answer to a query. */
  readonly ask: (query: Query) => Promise<QueryResult>;
}

/** Asks for a release. One that cannot be reported becomes a failed insight. */
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

async function answer(request: ReleaseRequest, context: Context): Promise<AnsweredRelease> {
  const { nowMs, timeZone, ask, report } = context;
  const todayMs = startOfUnit('day', 0, nowMs, timeZone);
  const givenMs = request.since === null ? null : startOfDay(request.since, todayMs, timeZone);
  const startMs = Math.min(givenMs ?? daysEarlier(todayMs, DAYS_BACK, timeZone), todayMs);
  const asked = { range: { startMs, endMs: nowMs }, timeZone };
  const found = request.version ?? readVersionColumn(await ask(versionColumnsQuery(asked)));
  const column = found ?? 'version';
  const none = { version: request.new, old: [], sinceMs: null };
  const lastDayMs = startOfUnit('day', -1, nowMs, timeZone);
  const compared =
    found === null
      ? none
      : await Promise.all([ask(versionsQuery(found, asked)), ask(usersQuery(asked))]).then(
          ([versions, all]) => findCompared(request, givenMs, versions, all, lastDayMs),
        );
  const others = eventsRead(thresholdsOfRelease(report, request.name));
  const asEvents = [request.event, ...others];
  const counts = await countEvents(request, asEvents.map(filterOf), column, compared, context);
  const problem = found === null ? NO_VERSIONS : findProblem(request, compared, counts[0]);
  const range = compared.sinceMs === null ? null : { startMs: compared.sinceMs, endMs: nowMs };
  return {
    request,
    column,
    compared,
    since: range === null ? null : dayOf(range.startMs, timeZone),
    events: asEvents.flatMap((event, place) => {
      const text = typeof event === 'string' ? event : 'the event';
      return counts[place] ? [eventOf(text, counts[place], timeZone)] : [];
    }),
    evidence: {
      name: request.name,
      title: request.title ?? request.name,
      problem,
      timezone: timeZone,
      interval: range === null ? null : periodOf(range, timeZone),
      events: new Map(counts.map((each, place) => [place === 0 ? null : (others[place - 1] ?? null), each])),
    },
  };
}

const NO_VERSIONS = 'no event says its version (set version to the column that holds it)';

/** The filter for events of a type, or the given one. */
function filterOf(event: ReleaseRequest['event']): QueryFilter {
  return typeof event === 'string' ? { type: 'selector', dimension: 'type', value: event } : event;
}

interface AskedEvent extends EventCounts {
  readonly sameUsers: SameUsers | null;
  /** The starts of days that do not count. */
  readonly leftOut: readonly number[];
}

async function countEvents(
  request: ReleaseRequest,
  events: readonly QueryFilter[],
  column: string,
  compared: Compared,
  { nowMs, timeZone, ask }: Context,
): Promise<readonly AskedEvent[]> {
  const { version, old, sinceMs } = compared;
  if (version === null || sinceMs === null || old.length === 0) return [];
  const sides = sidesOf(column, compared, request);
  const withBefore = { startMs: daysEarlier(sinceMs, DAYS_BEFORE, timeZone), endMs: nowMs };
  const lastDayMs = startOfUnit('day', -1, nowMs, timeZone);
  const asked = { range: { startMs: sinceMs, endMs: nowMs }, timeZone };
  const both = bothPeriods(asked);
  const [counted, same, users, ...had] = await Promise.all([
    ask(sidesQuery(request, sides, events, asked)),
    ifAnswered(ask(sameUsersQuery(sides, events, both, timeZone)), () => null),
    ask(returnsQuery(sides, null, withBefore)),
    ...events.map((event) => ask(returnsQuery(sides, event, withBefore))),
  ]);
  return had.map((affected, place) => {
    const all = readCells(counted, place);
    const leftOut = troubledDays(all, readKnown(users, affected, sinceMs));
    const cells = all.filter(({ dayMs }) => !leftOut.includes(dayMs));
    const last = leftOut.includes(lastDayMs)
      ? cells.findLast(({ dayMs }) => dayMs < lastDayMs)?.dayMs
      : lastDayMs;
    return {
      cells,
      leftOut,
      known: readKnown(users, affected, sinceMs, leftOut),
      lastDayMs: last === undefined || last < sinceMs ? null : last,
      sameUsers: same === null ? null : readSameUsers(same, place, both.weeks),
    };
  });
}

const MOST_DAYS = 14;

function bothPeriods({ range: { startMs, endMs }, timeZone }: Asked): BothPeriods {
  const since = { startMs, endMs: Math.min(endMs, startMs + MOST_DAYS * MS_PER_DAY) };
  const weeks = Math.ceil((since.endMs - startMs) / (7 * MS_PER_DAY));
  const earlier = (ms: number): number => daysEarlier(ms, 7 * weeks, timeZone);
  return { weeks, since, before: { startMs: earlier(startMs), endMs: earlier(since.endMs) } };
}

/** Why nothing can be compared; null if something can. */
function findProblem(
  { against }: ReleaseRequest,
  { version, old, sinceMs }: Compared,
  counts: AskedEvent | undefined,
): string | null {
  if (version === null) return 'no version has 1 in 1,000 of the last day’s users';
  if (sinceMs === null) return `nobody has ${version} yet`;
  const others = againstText(against);
  if (old.length === 0 || counts === undefined) return `nobody has ${others} since ${version} came`;
  const sides = sumOf(counts);
  if (counts.cells.length === 0 && counts.leftOut.length > 0)
    return `far more users of ${others} than usual had it on each day so far`;
  if (sides.new.users === 0) return `nobody has had ${version} alone on a day yet`;
  return sides.old.users === 0 ? `nobody has ${others} on the same days` : null;
}

function eventOf(event: string, counts: AskedEvent, timeZone: string): ReleaseEvent {
  const days = [...new Set(counts.cells.map(({ dayMs }) => dayMs))].sort((a, b) => a - b);
  const [sides, worse] = [sumOf(counts), worseOf(counts, CONFIDENCE)];
  return {
    event,
    ...sides,
    expected: expectedRate(counts, sides, worse),
    worse,
    days: days.map((dayMs) => ({ day: dayOf(dayMs, timeZone), worse: worseOf(counts, CONFIDENCE, dayMs) })),
    ...(counts.leftOut.length === 0 ? {} : { leftOut: counts.leftOut.map((ms) => dayOf(ms, timeZone)) }),
    ...(counts.sameUsers === null ? {} : { sameUsers: counts.sameUsers }),
  };
}

function periodOf(range: TimeRange, timeZone: string): Period {
  return { label: `since ${dayOf(range.startMs, timeZone)}`, ...toDates(range), complete: true };
}

function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
}

/** The start of a day of the calendar, as many days from today as it is. */
function startOfDay(day: string, todayMs: number, timeZone: string): number {
  const days = Math.round((Date.parse(dayOf(todayMs, timeZone)) - Date.parse(day)) / MS_PER_DAY);
  return daysEarlier(todayMs, days, timeZone);
}
