import { PublishError } from '../../errors.ts';
import type { RunContext } from '../workflow/context.ts';
import { summaryLimitBytes } from '../body/limits.ts';
import { NOT_POSTED, type Post, type PublishEffects, type Receipt } from '../post.ts';

/**
 * Appends a page to the step's summary file. Throws if the file would get so large that GitHub drops all of
 * it.
 */
export async function postSummary(
  post: Pick<Post, 'body'>,
  context: RunContext,
  effects: PublishEffects,
): Promise<Receipt> {
  const path = context.summaryPath;
  if (path === null)
    return summaryReceipt(
      'skipped',
      'warning',
      'No job summary was written: GITHUB_STEP_SUMMARY is not set, so this runs outside GitHub Actions or on a server without job summaries.',
    );
  const heldBytes = await effects.fileSizeBytes(path);
  const sizeBytes = Buffer.byteLength(post.body);
  if (sizeBytes > summaryLimitBytes(heldBytes)) {
    throw new PublishError(
      `The job summary would have ${heldBytes + sizeBytes} bytes, GitHub drops it over 1,048,576: ${heldBytes} bytes of them were written by the same step before; show fewer rows (top).`,
    );
  }
  // Without a blank line, the page's first line would continue the last line of the file.
  await effects.appendFile(
    path,
    `${heldBytes > 0 ? '\n\n' : ''}${post.body}${post.body.endsWith('\n') ? '' : '\n'}`,
  );
  return summaryReceipt('posted', 'info', 'The report is in the job summary.');
}

function summaryReceipt(outcome: Receipt['outcome'], level: Receipt['level'], message: string): Receipt {
  return { ...NOT_POSTED, destination: 'summary', outcome, level, message };
}
