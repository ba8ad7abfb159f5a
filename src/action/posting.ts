// Posts every report to its destinations, and logs where. main.ts calls `postAll` with the pages that
// pages.ts rendered.
import type { Destination, ReportRequest } from '../report/inputs/request.ts';
import type { Post, PublishEffects, Receipt } from '../report/publish/post.ts';
import { publish } from '../report/publish/publish.ts';
import type { RunContext } from '../report/publish/workflow/context.ts';
import type { FinishedReport } from '../report/run/reports.ts';
import type { ReportWithProblems } from '../report/run/step-result.ts';
import { type Log, namedLog } from '../text/log.ts';
import { BETWEEN_BYTES, type Pages } from './pages.ts';

/** A report, where it was posted, and what could not be rendered or posted. */
type PostedReport = ReportWithProblems & { readonly receipts: readonly Receipt[] };

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
    const reportPages = pages[index];
    if (reportPages === undefined) continue;
    // A dry run logs the page itself, which needs no name before it.
    const ownLog = reports.length === 1 || request.dryRun ? log : namedLog(log, request.reportId);
    const later = pages.slice(index + 1).flatMap(({ posts }) => posts);
    const receipts = await postReport(reportPages, request, context, effects, ownLog, summaryBytesOf(later));
    const failures = receipts.filter(({ outcome }) => outcome === 'failed').map(({ message }) => message);
    posted.push({ ...report, receipts, problems: [...reportPages.problems, ...failures] });
  }
  return posted;
}

/** The bytes that the pages of later reports will take in the job summary. */
function summaryBytesOf(posts: readonly Post[]): number {
  const bodies = posts.filter(({ destination }) => destination === 'summary').map(({ body }) => body);
  return bodies.reduce((sum, body) => sum + Buffer.byteLength(body) + BETWEEN_BYTES, 0);
}

/**
 * Posts a report's pages and logs each receipt. In a dry run the report is logged instead. A report that no
 * destination could take goes into the job summary, in which `reservedBytes` stay free.
 */
async function postReport(
  pages: Pages,
  request: ReportRequest,
  context: RunContext,
  effects: PublishEffects,
  log: Log,
  reservedBytes: number,
): Promise<readonly Receipt[]> {
  if (request.dryRun) {
    log.info(pages.whole);
    log.info('Dry run: nothing was posted.');
    return [];
  }
  const receipts = await publish(request.posting, pages.posts, context, effects);
  logReceipts(receipts, log);
  const { destinations } = request.posting;
  if (destinations.length === 0) log.info('Nothing was posted, because post-to is none.');
  if (!isNowhere(receipts, destinations)) return receipts;
  const usedBytes = context.summaryPath === null ? 0 : await effects.fileSizeBytes(context.summaryPath);
  const page = await pages.forSummary(usedBytes + reservedBytes);
  const instead = await publish(request.posting, [page], context, effects);
  if (instead.some(isPosted)) {
    // Nothing is wrong if all destinations were skipped on purpose, such as a comment with `comment-when:
    // not-green`.
    const level = receipts.every((receipt) => receipt.level === 'info') ? 'info' : 'warning';
    log[level](
      `post-to: ${destinations.join(', ')} could not take the report, so it is in the job summary instead.`,
    );
  } else logReceipts(instead, log);
  return [...receipts, ...instead];
}

/** A failure is logged once, as an error of the step, at its end. */
function logReceipts(receipts: readonly Receipt[], log: Log): void {
  for (const { level, message } of receipts) if (level !== 'error') log[level](message);
}

/** Whether a report that should be seen somewhere is nowhere, although the job summary was not requested. */
function isNowhere(receipts: readonly Receipt[], destinations: readonly Destination[]): boolean {
  return destinations.length > 0 && !destinations.includes('summary') && !receipts.some(isPosted);
}

function isPosted({ outcome }: Receipt): boolean {
  return outcome !== 'skipped' && outcome !== 'failed';
}
