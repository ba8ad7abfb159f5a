// What was done to a post at GitHub, and what a person should know about it.
import { PublishError } from '../../../text/errors.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Receipt } from '../post.ts';

/** A comment, an issue or a discussion after a report was written into it. */
export interface WrittenPost {
  readonly outcome: Exclude<Receipt['outcome'], 'skipped' | 'failed'>;
  readonly item: GitHubItem;
  readonly warnings: readonly string[];
}

/** The same result with more warnings. */
export function withWarnings<Written extends { readonly warnings: readonly string[] }>(
  written: Written,
  more: readonly string[],
): Written {
  return { ...written, warnings: [...written.warnings, ...more] };
}

/**
 * Does what is left once the report is posted. A failure is only a warning: the report itself is complete.
 */
export async function cleanUp(what: string, work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return [`${what} could not be removed or closed; the next run will try again. ${error.message}`];
  }
}
