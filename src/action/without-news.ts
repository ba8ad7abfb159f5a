// Keeps quiet about a pull request that changes neither event names nor minimum versions: a report of nothing
// else makes no new comment. Pure.
import type { Minimums, Signals } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';

/**
 * Leaves out the sections that say nothing. A report of nothing else keeps them: it goes to the job summary,
 * and to a post that an earlier commit has, which would otherwise still show what this commit took back.
 */
export function withoutNews<Report extends FinishedReport>(report: Report): Report {
  const { signals, minimums, ...others } = report.results;
  const news = {
    ...(signals !== undefined && hasSignals(signals) && { signals }),
    ...(minimums !== undefined && hasRaises(minimums) && { minimums }),
  };
  const { insights, releases = [], thresholds, previousPost, reason } = others;
  const parts = [...insights, ...releases, ...thresholds, ...Object.values(news)];
  const isEmpty = parts.length === 0 && reason === undefined && (signals ?? minimums) !== undefined;
  if (!isEmpty) return { ...report, results: { ...others, ...news } };
  const { posting } = report.request;
  const destinations = posting.destinations.filter(
    (each) => each === 'summary' || each === 'pull-request' || previousPost,
  );
  // Without gates every comment is green: only one that is there already is edited.
  const onlyEdited = { ...posting, destinations, commentWhen: 'not-green' as const };
  return { ...report, request: { ...report.request, posting: onlyEdited } };
}

function hasSignals({ scope, signals, problem, unread }: Signals): boolean {
  return scope === 'whole' || signals.length > 0 || problem !== null || unread.length > 0;
}

function hasRaises({ raises, problem }: Minimums): boolean {
  return raises.length > 0 || problem !== null;
}

/** The section of a pull request that touches no event name. */
export const NO_SIGNALS: Signals = {
  scope: 'change',
  interval: null,
  problem: null,
  signals: [],
  unread: [],
};

/** The section of a pull request that raises no minimum. */
export const NO_RAISES: Minimums = { interval: null, app: null, problem: null, raises: [] };
