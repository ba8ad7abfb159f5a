import { PublishError } from '../../errors.ts';
import { composeBody, gatesAfter, hasSameResults, isSameText, withFailureLine } from '../body/compose.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post, Receipt } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import type { CommentPlace } from './comment-place.ts';
import { announceFlips } from './flips.ts';

/** A comment of the report, what was done to it, and what a person should know besides. */
export interface WrittenComment {
  readonly outcome: Extract<Receipt['outcome'], 'posted' | 'updated' | 'unchanged'>;
  readonly comment: GitHubItem;
  readonly warnings: readonly string[];
}

/** What it takes to write one report into a comment. */
export interface CommentJob {
  readonly place: CommentPlace;
  readonly post: Post;
  readonly context: RunContext;
  readonly now: () => number;
}

/**
 * Brings a comment up to date, or creates one if there is none, and then deletes the others of `replaced`.
 * `newest` is the report's newest comment: a new one remembers since when gates have their outcomes.
 */
export async function writeComment(
  job: CommentJob,
  current: GitHubItem | undefined,
  newest: GitHubItem | undefined,
  replaced: readonly GitHubItem[],
): Promise<WrittenComment> {
  const { place, post, context, now } = job;
  const gates = gatesAfter(newest?.body ?? '', post, context);
  const written: WrittenComment = (current && (await rewriteComment(job, current))) ?? {
    outcome: 'posted',
    comment: await place.create(composeBody(post, context, now(), { gates })),
    warnings: [],
  };
  // Last, so that a run that is killed leaves one comment too many rather than none.
  const others = replaced.filter(({ id }) => id !== written.comment.id && id !== current?.id);
  const warnings = await cleanUp('Further comments of this report', () => place.remove(others));
  return { ...written, warnings: [...written.warnings, ...warnings] };
}

/** Null if somebody deleted the comment in the meantime. */
async function rewriteComment(
  { place, post, context, now }: CommentJob,
  earlier: GitHubItem,
): Promise<WrittenComment | null> {
  const failure = withFailureLine(post, earlier.body);
  const unchanged: WrittenComment = { outcome: 'unchanged', comment: earlier, warnings: [] };
  if (failure === null && hasSameResults(post, context, earlier.body)) return unchanged;
  const { gates, warnings } = await announceFlips(place, earlier.body, post, context);
  const composed = failure ?? composeBody(post, context, now(), { gates });
  if (isSameText(composed.body, earlier.body)) return unchanged;
  const comment = await place.edit(earlier, composed);
  return comment && { outcome: 'updated', comment, warnings };
}

/**
 * Does what remains after the report was posted. A failure is only a warning: the report itself is complete.
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
