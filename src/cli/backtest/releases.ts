// The part of `gate --backtest` that is about gates of releases. It goes back by days within the release, not
// by periods.
import type { QueryService } from '../../report/client/client.ts';
import { daysEarlier } from '../../report/compare/local-time.ts';
import {
  type ReleaseRequest,
  type ReportRequest,
  type ThresholdRequest,
  thresholdsOfRelease,
} from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import type { Results, Verdict } from '../../report/results/results.ts';
import { type FinishedReport, runReport } from '../../report/run/reports.ts';
import type { TimeRange } from '../../tql/time/interval.ts';

/** The verdicts that a threshold would have had in earlier periods, oldest first, and the verdict of now. */
export interface Backtest {
  readonly threshold: ThresholdRequest;
  readonly earlier: readonly { readonly range: TimeRange; readonly verdict: Verdict }[];
  readonly now: Verdict;
}

/** A report of now, and what its numbers come from. */
export interface JudgedReport extends FinishedReport {
  readonly service: QueryService;
  readonly nowMs: number;
}

/**
 * Judges the gates of releases as they would have been judged on each of `count` earlier days, at this time
 * of day, back to the release: for the version that is judged now, by the events until then.
 */
export async function backtestReleases(
  { request, results, service, nowMs }: JudgedReport,
  count: number,
): Promise<readonly Backtest[]> {
  const days = Array.from({ length: count }, (_, index) =>
    daysEarlier(nowMs, count - index, request.timezone ?? 'UTC'),
  );
  const judge = async (
    release: ReleaseRequest,
    threshold: ThresholdRequest,
    range: TimeRange,
  ): Promise<Backtest['earlier']> => {
    // A snooze concerns today, not earlier days.
    const thresholds = [{ ...threshold, until: null }];
    const earlierRequest = { ...request, insights: [], releases: [release], thresholds };
    const effects = { nowMs: range.endMs, log: silentLog, run: null, service };
    const { thresholds: verdicts } = await runReport(earlierRequest, effects);
    return verdicts.map((verdict) => ({ range, verdict }));
  };
  const backtests = judgedReleases(request, results).flatMap((release) =>
    thresholdsOfRelease(request, release.name).map(async (threshold): Promise<readonly Backtest[]> => {
      // A report's verdicts are in the order of its thresholds.
      const now = results.thresholds[request.thresholds.indexOf(threshold)];
      if (now?.interval == null) return [];
      const startMs = Date.parse(now.interval.start);
      const daysSince = days.filter((endMs) => endMs > startMs);
      const earlier = daysSince.map((endMs) => judge(release, threshold, { startMs, endMs }));
      return [{ threshold, earlier: (await Promise.all(earlier)).flat(), now }];
    }),
  );
  return (await Promise.all(backtests)).flat();
}

/** The releases that could be judged, each fixed to the version that was judged. */
function judgedReleases({ releases = [] }: ReportRequest, results: Results): readonly ReleaseRequest[] {
  return releases.flatMap((release) => {
    const result = results.releases?.find(({ name }) => name === release.name);
    if (result?.status !== 'ok' || result.since === null) return [];
    return [{ ...release, new: result.new, since: result.since }];
  });
}
