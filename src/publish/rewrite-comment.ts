import { sameResults, sameText, seal, withFailure, type Sealed } from './body.ts';
import type { RunContext } from './context.ts';
import type { Entry } from './entry.ts';
import type { Post, Receipt } from './post.ts';

/** A comment that was written, and what was done to it. */
export interface Written {
  readonly outcome: Extract<Receipt['outcome'], 'posted' | 'updated' | 'unchanged'>;
  readonly comment: Entry;
}

/** Makes a comment of ours say what the post says, through `edit`; null when it is gone. */
export async function rewriteComment(
  edit: (sealed: Sealed) => Promise<Entry | null>,
  earlier: Entry,
  post: Post,
  context: RunContext,
  nowMs: number,
): Promise<Written | null> {
  const failure = withFailure(post, earlier.body);
  if (failure === null && sameResults(post, context, earlier.body)) return { outcome: 'unchanged', comment: earlier };
  const sealed = failure ?? seal(post, context, nowMs, null);
  if (sameText(sealed.body, earlier.body)) return { outcome: 'unchanged', comment: earlier };
  const comment = await edit(sealed);
  return comment && { outcome: 'updated', comment };
}
