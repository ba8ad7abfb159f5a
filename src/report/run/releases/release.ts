// Queries what a release needs (`releases` in the config file): which version is new, which it replaces, and
// how often the users of each had an event, such as a crash. `judge.ts` calls `askRelease`; `release/` judges
// the numbers.
import { selector } from '../../../tql/write.ts';
import { explainRefusedSource, withDataSource } from '../../client/data-source.ts';
import type { QueryService } from '../../client/client.ts';
import { type ReleaseRequest, type ReportRequest, thresholdsOfRelease } from '../../inputs/request.ts';
import type { FailedInsight, ReleaseEvent } from '../../results/results.ts';
import { expectedRate, sumOf, withRate, worseOf } from '../../release/compare.ts';
import { type AnsweredRelease, CONFIDENCE, eventsRead } from '../../release/judge.ts';
import { VERSION_COLUMNS } from '../../release/queries.ts';
import { againstText, type Compared } from '../../release/versions.ts';
import { toDates } from '../../results/dates.ts';
import { whereKnown } from '../../../tql/json.ts';
import type { Query } from '../../../tql/query.ts';
import { toFailedInsight } from '../not-run.ts';
import { type Context, dayOf, findCompared } from './compared.ts';
import { type CountedEvent, countEvents, type EventToCount } from './counts.ts';

/** Requests a release. One that cannot be reported becomes a failed insight. */
export async function askRelease(
  request: ReleaseRequest,
  report: ReportRequest,
  service: QueryService,
  nowMs: number,
): Promise<AnsweredRelease | FailedInsight> {
  const ask = async (query: Query) => {
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

function ownEvent({ event }: ReleaseRequest): EventToCount {
  return typeof event === 'string'
    ? { ...gateEvent(event), name: null }
    : { name: null, text: 'the event', filter: event };
}

function gateEvent(type: string): EventToCount {
  return { name: type, text: type, filter: selector('type', type) };
}

const NO_VERSIONS = 'no event says its version (set version to the column that holds it)';

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
