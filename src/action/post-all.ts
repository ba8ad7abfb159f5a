import type { Log } from '../log.ts';
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
    const receipts = await post(own, each.request, context, effects, isAlone ? log : named(log, each.request.reportId));
    posted.push({ ...each, receipts, problems: own.problems });
  }
  return posted;
}

/** A log whose lines name the report that they are about, as the step's errors do. */
function named(log: Log, reportId: string): Log {
  return {
    debug: (message) => {
      log.debug(`${reportId}: ${message}`);
    },
    info: (message) => {
      log.info(`${reportId}: ${message}`);
    },
    notice: (message) => {
      log.notice(`${reportId}: ${message}`);
    },
    warning: (message) => {
      log.warning(`${reportId}: ${message}`);
    },
    error: (message) => {
      log.error(`${reportId}: ${message}`);
    },
  };
}
