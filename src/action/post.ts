import type { ReportRequest } from '../inputs/request.ts';
import { type Log, namedLog } from '../log.ts';
import type { RunContext } from '../publish/run/context.ts';
import type { PublishEffects, Receipt } from '../publish/post.ts';
import { publish } from '../publish/publish.ts';
import type { PostedReport } from '../run/step-result.ts';
import type { Pages } from './pages.ts';
import type { FinishedReport } from './previous-post.ts';

/** Posts every report, one after the other, each under its own marker. */
export async function postAll(
  reported: readonly FinishedReport[],
  pages: readonly Pages[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly PostedReport[]> {
  const posted: PostedReport[] = [];
  const isAlone = reported.length === 1;
  for (const [index, each] of reported.entries()) {
    const own = pages[index];
    if (own === undefined) continue;
    // In a dry run the log holds the page itself.
    const isPlain = isAlone || each.request.dryRun;
    const told = isPlain ? log : namedLog(log, each.request.reportId);
    const receipts = await postReport(own, each.request, context, effects, told);
    posted.push({ ...each, receipts, problems: own.problems });
  }
  return posted;
}

/** Posts the pages and tells the log what became of each; in a dry run the report goes to the log instead. */
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
  for (const receipt of receipts) logReceipt(receipt, log);
  return receipts;
}

/** What failed is told by the step's own error at the end. */
function logReceipt({ level, message }: Receipt, log: Log): void {
  if (level !== 'error') log[level](message);
}
