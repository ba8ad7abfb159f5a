// Brings an earlier post of a report up to date, be it a comment, an issue or a discussion.
import { gatesAfter, isUpToDate, withFailureLine } from '../body/compose.ts';
import { isOfLaterRun } from '../body/ownership.ts';
import type { ComposedBody } from '../body/parts.ts';
import type { GateState } from '../body/state.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import { announceFlips } from './flips.ts';
import type { CommentPlace } from './places.ts';
import type { WrittenPost } from './written.ts';

/** What it takes to write one report. */
export interface WriteJob {
  readonly post: Post;
  readonly context: RunContext;
  readonly now: () => number;
}

/** How an earlier post gets its new text. */
interface Rewriting {
  /** Where a comment about changed gates goes: next to a comment, or on an issue or a discussion. */
  readonly comments: CommentPlace;
  readonly compose: (gates: readonly GateState[]) => ComposedBody | Promise<ComposedBody>;
  /** Null if someone deleted the post in the meantime. */
  readonly edit: (composed: ComposedBody) => Promise<GitHubItem | null>;
}

/**
 * Rewrites an earlier post, unless a later run wrote it or it has these results already. If nothing could be
 * reported, it keeps its numbers, below a line that says so. Null if someone deleted it in the meantime.
 */
export async function rewritePost(
  { post, context, now }: WriteJob,
  earlier: GitHubItem,
  { comments, compose, edit }: Rewriting,
): Promise<WrittenPost | null> {
  if (isOfLaterRun(earlier, post, now())) return { outcome: 'outdated', item: earlier, warnings: [] };
  const composed =
    withFailureLine(post, earlier.body) ?? (await compose(gatesAfter(earlier.body, post, context)));
  if (isUpToDate(post, context, composed, earlier.body))
    return { outcome: 'unchanged', item: earlier, warnings: [] };
  const { gates, warnings } = await announceFlips(comments, earlier.body, post, context);
  const announced = warnings.length === 0 ? composed : await compose(gates);
  const item = await edit(announced);
  return item && { outcome: 'updated', item, warnings };
}
