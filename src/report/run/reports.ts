// Runs reports: the pipeline of the Action and of the command line, from validated requests to results.
// `runResolved` has its steps in order; rendering and posting come after.
import type { ClientEffects, QueryService } from '../client/client.ts';
import { allOrProblems } from '../../text/errors.ts';
import { concludeReport, worstConclusion } from '../gate/conclude.ts';
import type { Judgement } from '../gate/verdict/judgement.ts';
import {
  type InsightRequest,
  insightsOf,
  type ReportRequest,
  thresholdsOfInsights,
} from '../inputs/request.ts';
import { secretsOf } from '../inputs/secrets.ts';
import { type Log, namedLog } from '../../text/log.ts';
import type { InsightResult, Results, SeveralResults, Verdict } from '../results/results.ts';
import { canonical } from '../../tql/json.ts';
import { redact } from '../../text/redact.ts';
import { emptyResults } from './not-run.ts';
import { askInsights } from './insights.ts';
import { judgeReleases, judgeThresholds } from './judge.ts';
import { createService } from './service.ts';
import { withInsightIds } from './titled.ts';
import { withLink } from './link.ts';
import { redactResult } from './redact.ts';
import { hideSmallGroups } from './small-groups/insight.ts';
import { hiddenNames, withoutNames, withoutNamesInVerdict } from './small-groups/names.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** A report that was requested, and its results. */
export interface FinishedReport {
  readonly request: ReportRequest;
  readonly results: Results;
}

/** What the pipeline needs from outside. */
interface ReportEffects {
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
    const reportLog = reports.length === 1 ? log : namedLog(log, request.reportId);
    for (const { message } of results.thresholds) reportLog.info(message);
  }
}

/** Runs one report, as `runReports` does. */
export async function runReport(request: ReportRequest, effects: ReportEffects): Promise<Results> {
  const [finished] = await runReports([request], effects);
  if (finished === undefined) throw new Error('A report has no results.');
  return finished.results;
}

/**
 * Runs a report whose insights have ids, the pipeline of the Action and the command line. Rejects with an
 * `InputError` if a threshold is wrong by a saved insight's query.
 */
async function runResolved(
  request: ReportRequest,
  service: QueryService,
  effects: ReportEffects,
): Promise<Results> {
  const startedMs = performance.now();
  const { nowMs } = effects;
  const { minGroupSize } = request;
  const secrets = secretsOf(request);
  // 1. Query the insights: plan, queries, answers, rows with earlier ones.
  const gated = new Set(thresholdsOfInsights(request).flatMap(insightsOf));
  const entries = request.insights.map((entry) => ({ ...entry, isGated: gated.has(entry.name) }));
  const insights = await askInsights(entries, request, service, nowMs);
  // 2. Ask for the releases, and judge their gates.
  const { releases, judgements: ofReleases } = await judgeReleases(request, service, nowMs);
  // 3. Judge the other gates; request what the insights do not hold.
  const ofInsights = await judgeThresholds(request, insights, service, nowMs, secrets);
  const judgements = request.thresholds.flatMap(
    (threshold) => ofReleases.get(threshold) ?? ofInsights.judgements.get(threshold) ?? [],
  );
  // 4. Write the verdicts in words.
  const verdicts = await writeVerdicts(judgements, request, insights, nowMs);
  // 5. Fold rows of few users, and take the names of folded rows out of everything else.
  const folded = insights.map((each) => (each.status === 'ok' ? hideSmallGroups(each, minGroupSize) : each));
  const names = minGroupSize > 1 ? hiddenNames(insights, folded, ofInsights.answers) : [];
  // 6. Redact, and put the results together.
  const shownInsights = folded.map((insight) =>
    withLink(redactResult(withoutNames(insight, names), secrets), request.service.url),
  );
  const thresholds = verdicts.map((verdict) => redactResult(withoutNamesInVerdict(verdict, names), secrets));
  return {
    ...emptyResults(request, effects),
    conclusion: concludeReport({ insights, releases, thresholds }),
    title: redact(request.title, secrets),
    durationMs: Math.round(performance.now() - startedMs),
    ...findMinimumVersion(request.insights, shownInsights),
    ...datedMarks(request.marks),
    insights: shownInsights,
    ...(releases.length > 0 && { releases: releases.map((each) => redactResult(each, secrets)) }),
    thresholds,
  };
}

async function writeVerdicts(
  judgements: readonly Judgement[],
  { locale, releases = [], minGroupSize, timezone }: ReportRequest,
  insights: readonly InsightResult[],
  nowMs: number,
): Promise<readonly Verdict[]> {
  if (judgements.length === 0) return [];
  const { writeVerdicts: write } = await import('../render/verdict/verdict.ts');
  const surroundings = { insights, releases, locale, fewerThan: minGroupSize, nowMs };
  return write(judgements, { ...surroundings, timezone: timezone ?? 'UTC' });
}

/** The marks that a map names. Half past ten in UTC is on the same date from Hawaii to New Zealand. */
function datedMarks(marks: ReportRequest['marks']): Pick<Results, 'marks'> {
  if (marks === undefined || typeof marks === 'string' || marks.length === 0) return {};
  const dated = marks.map(({ date, text }) => ({ at: `${date}T10:30:00.000Z`, text }));
  return { marks: dated.sort((one, other) => (one.at < other.at ? -1 : 1)) };
}

/** The minimum version of the first insight with `kind: versions`, or else of the first one of versions. */
function findMinimumVersion(
  entries: readonly InsightRequest[],
  insights: readonly InsightResult[],
): Pick<Results, 'minimumVersion'> {
  const place = entries.findIndex(({ kind }) => kind === 'versions');
  const insight = place < 0 ? insights.find((each) => 'versions' in each) : insights[place];
  if (insight === undefined) return {};
  return {
    minimumVersion: insight.status === 'ok' ? (insight.versions?.families[0]?.minimum ?? null) : null,
  };
}

/** The content of the results file: the only report's results, or all of them. */
export function resultsFile(results: readonly Results[]): Results | SeveralResults {
  const [only, ...others] = results;
  if (only !== undefined && others.length === 0) return only;
  return { schema: 1, conclusion: worstConclusion(results), reports: results };
}
