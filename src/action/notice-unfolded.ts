import type { ReportRequest } from '../inputs/request.ts';
import type { Log } from '../log.ts';
import type { RunContext } from '../publish/context.ts';

/** Says once that a public repository's report shows groups of any size. A run that reports nothing shows none. */
export function noticeUnfolded(
  { minGroupSize }: Pick<ReportRequest, 'minGroupSize'>,
  { event }: Pick<RunContext, 'event'>,
  isSkipped: boolean,
  log: Log,
): void {
  if (minGroupSize > 0 || isSkipped || !event.isPublic) return;
  log.notice(
    'This repository is public, and so is what is reported in it, down to rows that stand for a single user. ' +
      'To fold small rows into "Other", set min-group-size (10, say).',
  );
}
