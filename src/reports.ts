import type { QueryService } from './client/client.ts';
import type { ReportRequest, ServiceRequest } from './inputs/request.ts';
import { namedLog } from './log.ts';
import { createService, runReport, type ReportEffects } from './report.ts';
import type { Conclusion, Results, SeveralResults } from './results.ts';

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
    const key = keyOf(request.service);
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
function keyOf(service: ServiceRequest): string {
  return JSON.stringify(Object.entries(service).sort(([a], [b]) => (a < b ? -1 : 1)));
}
