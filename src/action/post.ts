import type { ReportRequest } from '../inputs/request.ts';
import type { Log } from '../log.ts';
import type { RunContext } from '../publish/context.ts';
import type { PublishEffects, Receipt } from '../publish/post.ts';
import { publish } from '../publish/publish.ts';
import type { Pages } from './pages.ts';

/** Posts the pages and tells the log what became of each; in a dry run the report goes to the log instead. */
export async function post(
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
  for (const receipt of receipts) tell(receipt, log);
  return receipts;
}

/** What failed is told by the step's own error at the end. */
function tell({ level, message }: Receipt, log: Log): void {
  if (level !== 'error') log[level](message);
}
