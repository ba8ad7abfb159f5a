import { earlierPeriods } from '../compare/earlier-periods.ts';
import { spanOf } from '../compare/span.ts';
import type { QueryService } from '../client/client.ts';
import type { InsightRequest, ReportRequest, ThresholdRequest } from '../inputs/request.ts';
import { silentLog } from '../log.ts';
import { runReport } from '../run/reports.ts';
import type { Results, Verdict } from '../results.ts';
import type { TimeRange } from '../tql/interval.ts';

/** What a threshold would have come to in earlier periods, oldest first; `now` is the present one. */
export interface Backtest {
  readonly threshold: ThresholdRequest;
  readonly earlier: readonly { readonly range: TimeRange; readonly verdict: Verdict }[];
  readonly now: Verdict;
}

/** Judges a run's thresholds over the periods before its own, each adjoining the next, with one service and its limits. */
export async function backtest(
  request: ReportRequest,
  results: Results,
  service: QueryService,
  nowMs: number,
  count: number,
): Promise<readonly Backtest[]> {
  const periods = new Map(request.insights.map((entry) => [entry.name, periodsOf(entry, results, nowMs, count)]));
  // A snooze is about today.
  const thresholds = request.thresholds.map((threshold) => ({ ...threshold, until: null }));
  const rounds = Array.from({ length: count }, async (_, index) => {
    const insights = request.insights.flatMap((entry) => entryIn(entry, periods.get(entry.name)?.[index]));
    const names = new Set(insights.map(({ name }) => name));
    const known = thresholds.filter(({ insight }) => names.has(insight));
    const effects = { nowMs, log: silentLog, run: null, service };
    const { thresholds: verdicts } = await runReport({ ...request, insights, thresholds: known }, effects);
    return new Map(known.map((threshold, place) => [threshold, verdicts[place]]));
  });
  const judged = await Promise.all(rounds);
  return thresholds.flatMap((threshold, place) => {
    const now = results.thresholds[place];
    if (now === undefined) return [];
    const earlier = judged.flatMap((round, index) => {
      const [range, verdict] = [periods.get(threshold.insight)?.[index], round.get(threshold)];
      return range === undefined || verdict === undefined ? [] : [{ range, verdict }];
    });
    return [{ threshold, earlier, now }];
  });
}

/** The periods before an insight's own; none where it could not be reported, since its period is not known then. */
function periodsOf({ name }: InsightRequest, results: Results, nowMs: number, count: number): readonly TimeRange[] {
  const insight = results.insights.find((each) => each.name === name);
  const span = insight?.status === 'ok' ? spanOf(insight.query, nowMs) : null;
  return (span === null ? null : earlierPeriods(span, count))?.periods ?? [];
}

function entryIn(entry: InsightRequest, range: TimeRange | undefined): readonly InsightRequest[] {
  if (range === undefined) return [];
  return [{ ...entry, history: 0, interval: { kind: 'absolute', label: 'earlier period', range, byDay: false } }];
}
