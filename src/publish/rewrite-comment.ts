import { sameResults, sameText, seal, withFailure } from './body.ts';
import { editComment } from './comments.ts';
import type { RunContext } from './context.ts';
import type { Entry } from './entry.ts';
import type { GitHub } from './github.ts';
import type { Post, Receipt } from './post.ts';

/** A comment that was written, and what was done to it. */
export interface Written {
  readonly outcome: Extract<Receipt['outcome'], 'posted' | 'updated' | 'unchanged'>;
  readonly comment: Entry;
}

/** Edits a comment of ours to say what the post says; null when it is gone. */
export async function rewriteComment(
  github: GitHub,
  earlier: Entry,
  post: Post,
  context: RunContext,
): Promise<Written | null> {
  const failure = withFailure(post, earlier.body);
  if (failure === null && sameResults(post, context, earlier.body)) return { outcome: 'unchanged', comment: earlier };
  const sealed = failure ?? seal(post, context, github.now(), null);
  if (sameText(sealed.body, earlier.body)) return { outcome: 'unchanged', comment: earlier };
  const comment = await editComment(github, earlier.id, sealed);
  return comment && { outcome: 'updated', comment };
}
