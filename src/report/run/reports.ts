import {
  type ClientEffects,
  createClient,
  type QueryService,
  type ResolvedInsight,
} from '../client/client.ts';
import { allOrProblems } from '../../text/errors.ts';
import { concludeReport, worstConclusion } from '../gate/conclude.ts';
import type { Judgement } from '../gate/verdict/decide.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import { secretsOf } from '../inputs/secrets.ts';
import { type Log, namedLog } from '../../text/log.ts';
import type { FailedInsight, InsightResult, Results, SeveralResults, Verdict } from '../results/results.ts';
import { wholeUnits } from '../../tql/interval.ts';
import { canonical, queryKey } from '../../tql/json.ts';
import { redact } from '../../text/redact.ts';
import { explainRefusedSource, withDataSource, withoutTestEvents } from '../client/data-source.ts';
import { emptyResults, toFailedInsight } from './not-run.ts';
import { reportInsight } from './insight.ts';
import { judgeReleases, judgeThresholds } from './judge.ts';
import { limitOptionalQueries } from './optional-queries.ts';
import { whyNotListed, withInsightIds } from './titled.ts';
import { redactResult } from './redact.ts';
import { hideSmallGroups } from './small-groups/insight.ts';
import { hiddenNames, withoutNames, withoutNamesInVerdict } from './small-groups/names.ts';
import type { ComparedInsight } from '../compare/rows.ts';
import { type FindTitle, titlesOf } from '../client/saved-insights.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** A report that was asked for, and its results. */
export interface FinishedReport {
  readonly request: ReportRequest;
  readonly results: Results;
}

/** What the pipeline needs from outside. */
export interface ReportEffects {
  /** The clock that relative dates are resolved against, in epoch milliseconds. */
  readonly nowMs: number;
  readonly log: Log;
  readonly run: Results['run'];
  readonly client?: ClientEffects;
  /** The service to ask. Without one, reports that reach the service in the same way share one. */
  readonly service?: QueryService;
}

/**
 * Runs several reports side by side; gives them in the same order. Reports that reach the query service in
 * the same way share its limits, its deadline (which starts with the first request), and the insights that
 * were resolved. Rejects with an `InputError`, before any query is run, if a title does not stand for one
 * saved insight.
 */
export async function runReports(
  requests: readonly ReportRequest[],
  effects: ReportEffects,
): Promise<readonly FinishedReport[]> {
  const services = new Map<string, QueryService>();
  const serviceOf = (request: ReportRequest): QueryService =>
    effects.service ?? getOrAdd(services, canonical(request.service), () => createService(request, effects));
  const runs = (await withInsightIds(requests, serviceOf)).map(async (request) => {
    const log = requests.length === 1 ? effects.log : namedLog(effects.log, request.reportId);
    return { request, results: await runResolved(request, serviceOf(request), { ...effects, log }) };
  });
  return allOrProblems(await Promise.allSettled(runs));
}

/** Writes the verdicts of reports to a log. */
export function logVerdicts(reports: readonly FinishedReport[], log: Log): void {
  for (const { request, results } of reports) {
    const own = reports.length === 1 ? log : namedLog(log, request.reportId);
    for (const { message } of results.thresholds) own.info(message);
  }
}

/** Runs one report, as `runReports` does. */
export async function runReport(request: ReportRequest, effects: ReportEffects): Promise<Results> {
  const [finished] = await runReports([request], effects);
  if (finished === undefined) throw new Error('A report has no results.');
  return finished.results;
}

/**
 * Runs a report whose insights have ids, the pipeline of the Action and the command line:
 *
 *     ReportRequest → plan → Query → ask → QueryResult → assemble → ReportedInsight → gate → Verdict →
 *     Results
 *
 * All insights are asked for side by side, within the client's concurrency. One that fails becomes a failed
 * insight and does not affect the others. Rejects with an `InputError` if a threshold is wrong by a saved
 * insight's query.
 */
async function runResolved(
  request: ReportRequest,
  service: QueryService,
  effects: ReportEffects,
): Promise<Results> {
  const startedMs = performance.now();
  const secrets = secretsOf(request);
  const unnamed = request.insights.filter(isUnnamed).map(({ name }) => name);
  const findTitle = titlesOf(unnamed, service.catalog);
  const insights = await Promise.all(
    request.insights.map((entry) => reportOrFail(entry, request, service, findTitle, effects.nowMs)),
  );
  const judged = await judgeReleases(request, service, effects.nowMs);
  const { judgements: gates, answers } = await judgeThresholds(
    request,
    insights,
    service,
    effects.nowMs,
    secrets,
  );
  const judgements = request.thresholds.flatMap(
    (each) => judged.judgements.get(each) ?? gates.get(each) ?? [],
  );
  const { minGroupSize } = request;
  const shown = insights.map((each) => (each.status === 'ok' ? hideSmallGroups(each, minGroupSize) : each));
  const names = minGroupSize > 1 ? hiddenNames(insights, shown, answers) : [];
  const verdicts = await writeVerdicts(judgements, request, insights);
  const redacted = shown.map((insight) => redactResult(withoutNames(insight, names), secrets));
  const thresholds = verdicts.map((verdict) => redactResult(withoutNamesInVerdict(verdict, names), secrets));
  return {
    ...emptyResults(request, effects),
    conclusion: concludeReport({ insights, releases: judged.releases, thresholds }),
    title: redact(request.title, secrets),
    durationMs: Math.round(performance.now() - startedMs),
    ...findMinimumVersion(request.insights, redacted),
    ...givenMarks(request),
    insights: redacted,
    ...(judged.releases.length === 0
      ? {}
      : { releases: judged.releases.map((each) => redactResult(each, secrets)) }),
    thresholds,
  };
}

async function writeVerdicts(
  judgements: readonly Judgement[],
  { locale, releases = [], minGroupSize }: ReportRequest,
  insights: readonly InsightResult[],
): Promise<readonly Verdict[]> {
  if (judgements.length === 0) return [];
  const { writeVerdicts: write } = await import('../render/verdict/verdict.ts');
  return write(judgements, { insights, releases, locale, fewerThan: minGroupSize });
}

/**
 * The query service of a request. From the wire inwards: the client repeats and limits requests, an optional
 * query that hangs is given up, and what several entries show is asked for once.
 */
export function createService(
  { service }: Pick<ReportRequest, 'service'>,
  { log, client }: Pick<ReportEffects, 'log' | 'client'>,
): QueryService {
  return askOnce(limitOptionalQueries(createClient({ ...service, log, ...(client && { effects: client }) })));
}

/**
 * The same service, which asks once for each insight and interval, and once for each query. A query with a
 * signal of its own, which may cancel it, is shared with nobody.
 */
export function askOnce(service: QueryService): QueryService {
  const insights = new Map<string, Promise<ResolvedInsight>>();
  const answers = new Map<string, ReturnType<QueryService['runQuery']>>();
  return {
    ...service,
    runQuery: (query, signal) =>
      signal === undefined
        ? getOrAdd(answers, queryKey(query), () => service.runQuery(query))
        : service.runQuery(query, signal),
    resolveInsight: (id, interval) =>
      getOrAdd(insights, JSON.stringify([id.toLowerCase(), interval]), () =>
        service.resolveInsight(id, interval),
      ),
  };
}

async function reportOrFail(
  entry: InsightRequest,
  request: ReportRequest,
  service: QueryService,
  findTitle: FindTitle,
  nowMs: number,
): Promise<ComparedInsight | FailedInsight> {
  let title: Promise<string | null> = Promise.resolve(null);
  try {
    const { query, name } = await resolveQuery(entry, request, service);
    // The title is asked for beside the queries, so that none of them waits for it.
    title =
      name === null && entry.source.kind === 'insight' && isUnnamed(entry)
        ? findTitle(entry.source.id)
        : title;
    const sourced = await withDataSource(query, request.service.dataSource, service.catalog);
    const insight = await reportInsight(withSavedName(entry, name), sourced, request, service, nowMs);
    return { ...insight, title: (await title) ?? insight.title };
  } catch (error) {
    const id = entry.source.kind === 'insight' ? entry.source.id : null;
    const insight = toFailedInsight({ ...entry, id }, await explainRefusedSource(error, service.catalog));
    return { ...insight, title: (await title) ?? insight.title };
  }
}

/**
 * The query of an entry: the one in its file, or the one behind its saved insight. Rejects with the client's
 * errors.
 */
async function resolveQuery(
  { source, interval }: InsightRequest,
  { service: { dataSource } }: ReportRequest,
  service: QueryService,
): Promise<ResolvedInsight> {
  if (source.kind === 'query') return { query: source.query, name: null };
  if (source.kind === 'title') throw await whyNotListed(service);
  // Saved queries mostly have no data source. What is listed here is used once the insight is resolved.
  if (dataSource === null) service.catalog?.organizations().catch(() => undefined);
  const relative = interval?.kind === 'relative' ? interval.interval : LAST_30_DAYS;
  const { query, name } = await service.resolveInsight(source.id, relative);
  return { query: withoutTestEvents(query), name };
}

/** Whether nothing but an id says what an entry is. */
function isUnnamed({ source, name, title }: InsightRequest): boolean {
  return source.kind === 'insight' && name === source.id && title === null;
}

/** An entry that is only an id takes the saved insight's name for its title. */
function withSavedName(entry: InsightRequest, name: string | null): InsightRequest {
  return name !== null && isUnnamed(entry) ? { ...entry, title: name } : entry;
}

/**
 * The service resolves insights over relative intervals only. An absolute one takes this one's place
 * afterwards.
 */
const LAST_30_DAYS = wholeUnits('day', -30, 0);

/** The marks that a map gives. Noon in UTC is on the same date in nearly every zone. */
function givenMarks({ marks }: ReportRequest): Pick<Results, 'marks'> {
  if (marks === undefined || typeof marks === 'string' || marks.length === 0) return {};
  const dated = marks.map(({ date, text }) => ({ at: `${date}T12:00:00.000Z`, date, text }));
  return { marks: dated.sort((one, other) => (one.at < other.at ? -1 : 1)) };
}

/** The minimum version of the first insight that is said to be of versions, else of the first that is. */
function findMinimumVersion(
  entries: readonly InsightRequest[],
  insights: readonly InsightResult[],
): Pick<Results, 'minimumVersion'> {
  const said = entries.findIndex(({ kind }) => kind === 'versions');
  const found = said < 0 ? insights.find((insight) => 'versions' in insight) : insights[said];
  if (found === undefined) return {};
  return { minimumVersion: found.status === 'ok' ? (found.versions?.families[0]?.minimum ?? null) : null };
}

/** The content of the results file: the only report's results, or all of them. */
export function resultsFile(results: readonly Results[]): Results | SeveralResults {
  const [only, ...others] = results;
  if (only !== undefined && others.length === 0) return only;
  return { schema: 1, conclusion: worstConclusion(results), reports: results };
}
