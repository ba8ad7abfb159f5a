import { type Log, namedLog } from '../log.ts';
import type { RunContext } from '../publish/context.ts';
import type { PublishEffects } from '../publish/post.ts';
import type { Posted } from './outcomes.ts';
import type { Pages } from './pages.ts';
import { post } from './post.ts';
import type { Reported } from './report-all.ts';

/** Posts every report, one after the other, each under its own marker. */
export async function postAll(
  reported: readonly Reported[],
  pages: readonly Pages[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly Posted[]> {
  const posted: Posted[] = [];
  const isAlone = reported.length === 1;
  for (const [index, each] of reported.entries()) {
    const own = pages[index];
    if (own === undefined) continue;
    // In a dry run the log holds the page itself.
    const isPlain = isAlone || each.request.dryRun;
    const told = isPlain ? log : namedLog(log, each.request.reportId);
    const receipts = await post(own, each.request, context, effects, told);
    posted.push({ ...each, receipts, problems: own.problems });
  }
  return posted;
}
