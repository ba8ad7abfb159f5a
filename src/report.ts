import { createClient, type ClientEffects, type QueryService } from './client/client.ts';
import { firstRequestSent } from './client/send.ts';
import { NetworkError, RequestError, ResponseError } from './errors.ts';
import type { InsightRequest, ReportRequest } from './inputs/request.ts';
import type { Log } from './log.ts';
import { redactVerdict } from './report/redact-verdict.ts';
import { redactInsight, redactText } from './report/redact.ts';
import { resolveOnce } from './report/resolve-once.ts';
import { writtenQuery } from './report/written-query.ts';
import type { Conclusion, FailedInsight, InsightResult, Results, Verdict } from './results.ts';
import type { Query } from './tql/query.ts';
import type { QueryResult } from './tql/result.ts';

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
  const insights = await Promise.all(request.insights.map((entry) => attempt(entry, request, service, effects.nowMs)));
  const { conclusion, verdicts } = await judged(request, insights, service, effects.nowMs);
  // Small groups are folded for readers: a gate is judged by what is there.
  const folded = await foldedIn(insights, request.minGroupSize);
  const thresholds = verdicts.map((verdict) => redactVerdict(verdict, secrets));
  for (const { message } of thresholds) effects.log.info(message);
  return {
    ...emptyResults(request, effects),
    conclusion,
    title: redactText(request.title, secrets),
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
async function judged(
  request: ReportRequest,
  insights: readonly InsightResult[],
  service: QueryService,
  nowMs: number,
): Promise<{ readonly conclusion: Conclusion; readonly verdicts: readonly Verdict[] }> {
  if (request.thresholds.length === 0) return { conclusion: 'neutral', verdicts: [] };
  const [{ judgeAll }, { conclude }] = await Promise.all([import('./gate/judge-all.ts'), import('./gate/conclude.ts')]);
  const { locale, minGroupSize, timezone } = request;
  const setting = { nowMs, locale, minGroupSize, timezone: timezone ?? 'UTC' };
  const run = async (query: Query): Promise<QueryResult> => (await service.runQuery(query)).result;
  const verdicts = await judgeAll(request.thresholds, insights, setting, run);
  return { conclusion: conclude(verdicts), verdicts };
}

async function foldedIn(insights: readonly InsightResult[], size: number): Promise<readonly InsightResult[]> {
  if (size === 0) return insights;
  const { foldSmallGroups } = await import('./compare/fold.ts');
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

async function attempt(
  entry: InsightRequest,
  request: ReportRequest,
  service: QueryService,
  nowMs: number,
): Promise<InsightResult> {
  try {
    // What makes a report of an answer is loaded while the service is thinking about the first.
    const [written, { reportInsight }] = await Promise.all([
      writtenQuery(entry, service),
      firstRequestSent().then(() => import(/* webpackMode: "eager" */ './report/report-insight.ts')),
    ]);
    return await reportInsight(entry, written, request, service, nowMs);
  } catch (error) {
    return failed(entry, error);
  }
}

function failed(entry: InsightRequest, error: unknown): FailedInsight {
  const isKnown = error instanceof NetworkError || error instanceof RequestError || error instanceof ResponseError;
  return {
    name: entry.name,
    id: entry.source.kind === 'insight' ? entry.source.id : null,
    title: entry.title ?? entry.name,
    status: 'error',
    error: {
      kind: isKnown ? error.kind : 'unreadable',
      status: error instanceof RequestError ? error.status : null,
      message: error instanceof Error ? error.message : String(error),
    },
  };
}
