// Finds which versions of a release are compared: the new one with its first day, and those that most users
// had before. Queries the service.
import { daysEarlier } from '../../compare/local-time.ts';
import type { ReleaseRequest, ReportRequest } from '../../inputs/request.ts';
import { versionsQuery } from '../../release/queries.ts';
import { type Compared, findColumn, findNew, findOld, readPopulations } from '../../release/versions.ts';
import { MS_PER_DAY, startOfUnit } from '../../../tql/time/interval.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryResult } from '../../../tql/result.ts';

/** What every query of a release is made with. */
export interface Context {
  readonly report: ReportRequest;
  readonly nowMs: number;
  readonly timeZone: string;
  /** The answer to a query. */
  readonly ask: (query: Query) => Promise<QueryResult>;
}

/** The days before the release that show which version most users had, and what the same users had then. */
export const DAYS_OF_PEOPLE = 14;

/** How many days back the first day of a new version is searched. */
const DAYS_BACK = 60;

/**
 * Finds what is compared: the new version and its first day, then the versions that most users had
 * before.
 */
export async function findCompared(
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
  const usersIn = (startMs: number, endMs: number) =>
    ask(versionsQuery([...columns, ...request.strata], 'all', { range: { startMs, endMs }, timeZone }));
  const [before, since] = await Promise.all([usersIn(beforeMs, sinceMs), usersIn(sinceMs, nowMs)]);
  const populations = readPopulations(before, since, columns, request.strata);
  return { column, version, sinceMs, old: findOld(request.against, version, populations) };
}

/** The start of a date ("2026-10-01") in a time zone, counted in days back from today. */
function startOfDay(day: string, todayMs: number, timeZone: string): number {
  const days = Math.round((Date.parse(dayOf(todayMs, timeZone)) - Date.parse(day)) / MS_PER_DAY);
  return daysEarlier(todayMs, days, timeZone);
}

export function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
}
