// A pull request that changes neither events nor minimums gets no comment about them: signals.ts and
// minimums.ts call this where they have nothing to say.
import type { Results } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';

/**
 * A report of nothing else that has nothing to say is not posted, unless an earlier post says otherwise; the
 * job summary says so.
 */
export function withoutNews<Key extends 'signals' | 'minimums'>(
  report: FinishedReport,
  key: Key,
  nothing: NonNullable<Results[Key]>,
): FinishedReport {
  const { request, results } = report;
  const hasOthers =
    results.insights.length > 0 ||
    (results.releases ?? []).length > 0 ||
    results.signals !== undefined ||
    results.minimums !== undefined;
  if (hasOthers || results.reason !== undefined) return report;
  const destinations = request.posting.destinations.filter(
    (each) => each === 'summary' || results.previousPost,
  );
  return {
    request: { ...request, posting: { ...request.posting, destinations } },
    results: { ...results, [key]: nothing },
  };
}
