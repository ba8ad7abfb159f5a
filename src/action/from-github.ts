// What main.ts reads from GitHub before it posts: its earlier posts (for "newly failing" and the rolling
// history) and the repository's releases (for marks).
import { configurationOf } from './pages.ts';
import type { ReportRequest } from '../report/inputs/request.ts';
import type { Log } from '../text/log.ts';
import type { PostState } from '../report/publish/body/state.ts';
import type { PublishEffects } from '../report/publish/post.ts';
import type { RunContext } from '../report/publish/workflow/context.ts';
import type { Results } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';

/** What a report's earlier posts say: when it was last posted, and the state of its newest post. */
interface EarlierReport {
  readonly previousPost: Results['previousPost'];
  readonly state: PostState | null;
}

/** Finds the earlier posts of each report. One after the other: GitHub limits concurrent requests. */
export async function findPreviousPosts(
  requests: readonly ReportRequest[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly EarlierReport[]> {
  const posts: EarlierReport[] = [];
  for (const request of requests) posts.push(await findEarlier(request, context, effects, log));
  return posts;
}

/** Of a report without earlier posts, or if they could not be read. */
const UNKNOWN: EarlierReport = { previousPost: null, state: null };

/**
 * When a report was last posted, and what that post remembers. Only a report needs it that is posted as a
 * series (an issue or a discussion), or whose gates are announced in a pull request. A failure costs no run.
 */
async function findEarlier(
  request: ReportRequest,
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<EarlierReport> {
  const { destinations } = request.posting;
  const isThread = destinations.some((each) => each === 'issue' || each === 'discussion');
  const isGate = request.thresholds.length > 0 || request.minimums?.maxLost != null;
  const hasGates = destinations.includes('pull-request') && isGate;
  if (request.dryRun || !(isThread || hasGates)) return UNKNOWN;
  try {
    const { findEarlierPosts } = await import('../report/publish/previous-post.ts');
    const { previous: post, state } = await findEarlierPosts(
      request.posting,
      { reportId: request.reportId, configuration: configurationOf(request) },
      context,
      effects,
    );
    return { previousPost: post && { url: post.url, at: new Date(post.atMs).toISOString() }, state };
  } catch (error) {
    log.debug(`Could not find when the report was last posted: ${String(error)}`);
    return UNKNOWN;
  }
}

/**
 * The reports with the repository's releases as marks, for those that request them and draw a trend. They are
 * requested once; without an answer nothing is marked.
 */
export async function markReleases(
  reports: readonly FinishedReport[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly FinishedReport[]> {
  const isMarked = ({ request, results }: FinishedReport) =>
    request.marks === 'releases' && results.insights.some(drawsTrend);
  const marked = reports.filter(isMarked);
  const [first] = marked;
  if (first === undefined) return reports;
  const sinceMs = Math.min(...marked.map(({ results }) => firstMs(results)));
  const releases = await listReleases(first.request, context, effects, sinceMs, log);
  return reports.map((report) => {
    const marks = isMarked(report)
      ? releases.filter(({ at }) => Date.parse(at) >= firstMs(report.results))
      : [];
    return marks.length === 0 ? report : { ...report, results: { ...report.results, marks } };
  });
}

function drawsTrend(insight: Results['insights'][number]): boolean {
  if (insight.status !== 'ok') return false;
  return insight.totalHistory.length > 0 || (insight.queryType === 'timeseries' && insight.rows.length > 1);
}

/** The first moment that any trend of a report shows. */
function firstMs({ insights }: Results): number {
  const starts = insights.flatMap((insight) =>
    insight.status === 'ok' ? [insight.interval.start, ...insight.history.map(({ start }) => start)] : [],
  );
  return Math.min(...starts.map((start) => Date.parse(start)));
}

async function listReleases(
  { posting }: ReportRequest,
  context: RunContext,
  effects: PublishEffects,
  sinceMs: number,
  log: Log,
): Promise<NonNullable<Results['marks']>> {
  try {
    const { findReleases } = await import('../report/publish/releases.ts');
    return await findReleases(posting.githubToken, context, effects, sinceMs);
  } catch (error) {
    log.debug(`The repository's releases could not be read, so trends show none: ${String(error)}`);
    return [];
  }
}
