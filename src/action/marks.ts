import type { ReportRequest } from '../inputs/request.ts';
import type { Log } from '../log.ts';
import type { PublishEffects } from '../publish/post.ts';
import type { RunContext } from '../publish/workflow/context.ts';
import type { Results } from '../results.ts';
import type { FinishedReport } from '../run/reports.ts';

/**
 * The reports with the repository's releases as marks, for those that ask for them and draw a trend. They are
 * asked for once; without an answer nothing is marked.
 */
export async function markReleases(
  reports: readonly FinishedReport[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly FinishedReport[]> {
  const isMarked = ({ request, results }: FinishedReport): boolean =>
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

function firstMs({ insights }: Results): number {
  const starts = insights.flatMap((insight) =>
    insight.status === 'ok' ? [insight.interval.start, ...insight.history.map(({ start }) => start)] : [],
  );
  return starts.reduce((first, start) => Math.min(first, Date.parse(start)), Infinity);
}

async function listReleases(
  { posting }: ReportRequest,
  context: RunContext,
  effects: PublishEffects,
  sinceMs: number,
  log: Log,
): Promise<NonNullable<Results['marks']>> {
  try {
    const { findReleases } = await import('../publish/releases.ts');
    return await findReleases(posting.githubToken, context, effects, sinceMs);
  } catch (error) {
    log.debug(`The repository's releases could not be read, so trends show none: ${String(error)}`);
    return [];
  }
}
