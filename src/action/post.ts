import type { ReportRequest } from '../inputs/request.ts';
import { type Log, namedLog } from '../log.ts';
import type { PublishEffects, Receipt } from '../publish/post.ts';
import { publish } from '../publish/publish.ts';
import type { RunContext } from '../publish/run/context.ts';
import type { FinishedReport } from '../run/reports.ts';
import type { ReportWithProblems } from '../run/step-result.ts';
import type { Pages } from './pages.ts';

/** A report, where it was posted, and what could not be rendered or posted. */
export type PostedReport = ReportWithProblems & { readonly receipts: readonly Receipt[] };

/** Posts every report, one after the other, each with its own marker. */
export async function postAll(
  reports: readonly FinishedReport[],
  pages: readonly Pages[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly PostedReport[]> {
  const posted: PostedReport[] = [];
  for (const [index, report] of reports.entries()) {
    const { request } = report;
    const own = pages[index];
    if (own === undefined) continue;
    // A dry run logs the page itself, which needs no name before it.
    const ownLog = reports.length === 1 || request.dryRun ? log : namedLog(log, request.reportId);
    const receipts = await postReport(own, request, context, effects, ownLog);
    const failures = receipts.filter(({ outcome }) => outcome === 'failed').map(({ message }) => message);
    posted.push({ ...report, receipts, problems: [...own.problems, ...failures] });
  }
  return posted;
}

/** Posts a report's pages and logs each receipt. In a dry run the report is logged instead. */
async function postReport(
  pages: Pages,
  request: ReportRequest,
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly Receipt[]> {
  if (request.dryRun) {
    log.info(pages.whole);
    log.info('Dry run: nothing was posted.');
    return [];
  }
  const receipts = await publish(request.posting, pages.posts, context, effects);
  // A failure is logged once, as an error of the step, at its end.
  for (const { level, message } of receipts) if (level !== 'error') log[level](message);
  return receipts;
}
