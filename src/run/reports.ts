import { type ClientEffects, createClient, type QueryService } from '../client/client.ts';
import { firstRequestSent } from '../client/send.ts';
import { isQueryFailure, RequestError } from '../errors.ts';
import type { InsightRequest, IntervalSpec, ReportRequest, ServiceRequest } from '../inputs/request.ts';
import { type Log, namedLog } from '../log.ts';
import type { Conclusion, FailedInsight, InsightResult, Results, SeveralResults, Verdict } from '../results.ts';
import type { RelativeInterval } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';
import { redact } from '../text/redact.ts';
import { redactInsight, redactVerdict } from './redact.ts';

/**
 * Runs several reports side by side, in their order. Those that reach the query service in the same way share its limits, one
 * deadline from the first request on, and the insights that were resolved.
 */
export async function runReports(
  requests: readonly ReportRequest[],
  effects: ReportEffects,
): Promise<readonly Results[]> {
  const services = new Map<string, QueryService>();
  const runs = requests.map((request) => {
    const key = serviceKey(request.service);
    const service = effects.service ?? services.get(key) ?? createService(request, effects);
    services.set(key, service);
    const log = requests.length === 1 ? effects.log : namedLog(effects.log, request.reportId);
    return runReport(request, { ...effects, log, service });
  });
  return Promise.all(runs);
}

/** What the results file holds: the one report that ran, or all of them. */
export function resultsFile(results: readonly Results[]): Results | SeveralResults {
  const [only, ...others] = results;
  if (only !== undefined && others.length === 0) return only;
  return { schema: 1, conclusion: worstConclusion(results), reports: results };
}

const WORST_FIRST: readonly Conclusion[] = ['failed', 'inconclusive', 'warned', 'passed', 'neutral'];

/** The worst of several reports' conclusions; `skipped` when none ran. */
export function worstConclusion(results: readonly Pick<Results, 'conclusion'>[]): Conclusion {
  return WORST_FIRST.find((each) => results.some(({ conclusion }) => conclusion === each)) ?? 'skipped';
}

/** Compared by code units: a collator takes 5 ms to load. */
function serviceKey(service: ServiceRequest): string {
  return JSON.stringify(Object.entries(service).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the pipeline takes from its surroundings. */
export interface ReportEffects {
  /** The clock that relative dates are resolved against, in epoch milliseconds. */
  readonly nowMs: number;
  readonly log: Log;
  readonly run: Results['run'];
  readonly client?: ClientEffects;
  /** The service to ask, where several reports share one and its limits; else each makes its own. */
  readonly service?: QueryService;
}

/**
 * The pipeline that both doors run:
 *
 *     inputs → ReportRequest → client → Query → client → QueryResult → tables → Table → gate → Verdict → Results
 *
 * and, from the results alone, `render` → Markdown → `publish` → Receipt. All insights are asked for side by side within
 * the client's concurrency; one that fails becomes a failed insight and loses nothing else.
 */
export async function runReport(request: ReportRequest, effects: ReportEffects): Promise<Results> {
  const started = performance.now();
  const secrets = [request.service.token, request.posting.githubToken];
  const service = effects.service ?? createService(request, effects);
  const insights = await Promise.all(
    request.insights.map((entry) => reportOrFail(entry, request, service, effects.nowMs)),
  );
  const { conclusion, verdicts } = await judgeThresholds(request, insights, service, effects.nowMs);
  // Small groups are folded for readers: a gate is judged by what is there.
  const folded = await foldInsights(insights, request.minGroupSize);
  const thresholds = verdicts.map((verdict) => redactVerdict(verdict, secrets));
  for (const { message } of thresholds) effects.log.info(message);
  return {
    ...emptyResults(request, effects),
    conclusion,
    title: redact(request.title, secrets),
    durationMs: Math.round(performance.now() - started),
    insights: folded.map((insight) => redactInsight(insight, secrets)),
    thresholds,
  };
}

/** The query service within a run's limits; what several entries resolve is resolved once. */
export function createService(request: ReportRequest, effects: Pick<ReportEffects, 'log' | 'client'>): QueryService {
  const { log, client } = effects;
  return resolveOnce(createClient({ ...request.service, log, ...(client === undefined ? {} : { effects: client }) }));
}

/** The thresholds' verdicts. CEL is loaded only where there are any. */
async function judgeThresholds(
  request: ReportRequest,
  insights: readonly InsightResult[],
  service: QueryService,
  nowMs: number,
): Promise<{ readonly conclusion: Conclusion; readonly verdicts: readonly Verdict[] }> {
  if (request.thresholds.length === 0) return { conclusion: 'neutral', verdicts: [] };
  const [{ judgeAll, queriesOfThresholds }, { conclude }, { askAll }] = await Promise.all([
    import('../gate/judge.ts'),
    import('../gate/conclude.ts'),
    import(/* webpackMode: "eager" */ './ask.ts'),
  ]);
  const { locale, minGroupSize, timezone } = request;
  const setting = { nowMs, locale, minGroupSize, timezone: timezone ?? 'UTC' };
  const answers = await askAll(queriesOfThresholds(request.thresholds, insights), service);
  const verdicts = judgeAll(request.thresholds, insights, answers, setting);
  return { conclusion: conclude(verdicts), verdicts };
}

async function foldInsights(insights: readonly InsightResult[], size: number): Promise<readonly InsightResult[]> {
  if (size === 0) return insights;
  const { hideSmallGroups: foldSmallGroups } = await import('../compare/small-groups.ts');
  return insights.map((each) => (each.status === 'ok' ? foldSmallGroups(each, size) : each));
}

/** The results of a run that asked for nothing. */
export function emptyResults(
  request: Pick<ReportRequest, 'reportId' | 'title' | 'timezone' | 'locale'>,
  effects: Pick<ReportEffects, 'nowMs' | 'run'>,
): Results {
  return {
    schema: 1,
    conclusion: 'skipped',
    generatedAt: new Date(effects.nowMs).toISOString(),
    run: effects.run,
    reportId: request.reportId,
    title: request.title,
    timezone: request.timezone ?? 'UTC',
    locale: request.locale,
    durationMs: 0,
    insights: [],
    thresholds: [],
  };
}

async function reportOrFail(
  entry: InsightRequest,
  request: ReportRequest,
  service: QueryService,
  nowMs: number,
): Promise<InsightResult> {
  try {
    // What makes a report of an answer is loaded while the service is thinking about the first.
    const [written, { reportInsight }] = await Promise.all([
      resolveQuery(entry, service),
      firstRequestSent().then(() => import(/* webpackMode: "eager" */ './insight.ts')),
    ]);
    return await reportInsight(entry, written, request, service, nowMs);
  } catch (error) {
    return toFailedInsight(entry, error);
  }
}

function toFailedInsight(entry: InsightRequest, error: unknown): FailedInsight {
  return {
    name: entry.name,
    id: entry.source.kind === 'insight' ? entry.source.id : null,
    title: entry.title ?? entry.name,
    status: 'error',
    error: {
      kind: isQueryFailure(error) ? error.kind : 'unreadable',
      status: error instanceof RequestError ? error.status : null,
      message: error instanceof Error ? error.message : String(error),
    },
  };
}

/** The query that an entry names: its file's, or the one behind its saved insight. Fails as the service does. */
async function resolveQuery(
  { source, interval }: Pick<InsightRequest, 'source' | 'interval'>,
  service: Pick<QueryService, 'resolveInsight'>,
): Promise<Query> {
  return source.kind === 'query' ? source.query : service.resolveInsight(source.id, intervalToResolve(interval));
}

/** What an insight is resolved with when the report's own interval is absolute: the service takes nothing else. */
const LAST_30_DAYS: RelativeInterval = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};

/** The relative interval to resolve an insight with. */
function intervalToResolve(spec: IntervalSpec | null): RelativeInterval {
  return spec?.kind === 'relative' ? spec.interval : LAST_30_DAYS;
}

/** The same service, asked once for what several entries resolve: an insight shown in two ways is one insight. */
export function resolveOnce(service: QueryService): QueryService {
  const asked = new Map<string, Promise<Query>>();
  return {
    runQuery: (query) => service.runQuery(query),
    resolveInsight(id, interval) {
      const key = JSON.stringify([id.toLowerCase(), interval]);
      const query = asked.get(key) ?? service.resolveInsight(id, interval);
      asked.set(key, query);
      return query;
    },
  };
}
