import type { PostingRequest } from '../inputs/request.ts';
import { seal, withFailure, type Sealed } from './body.ts';
import { createComment, deleteComments, editComment, ownComments } from './comments.ts';
import type { RunContext } from './context.ts';
import type { Entry } from './entry.ts';
import type { GitHub } from './github.ts';
import type { Post } from './post.ts';
import { rewriteComment, type Written } from './rewrite-comment.ts';
import { tidy } from './tidy.ts';

/** A comment that was written, and what a person should hear about besides. */
export interface WrittenComment extends Written {
  readonly warnings: readonly string[];
}

/** Posts a report as a comment on a pull request. */
export async function postComment(
  github: GitHub,
  number: number,
  mode: PostingRequest['commentMode'],
  post: Post,
  context: RunContext,
): Promise<WrittenComment> {
  const own = mode === 'append' ? [] : await ownComments(github, number, post.reportId);
  const [newest] = own;
  // `recreate` edits too where only a failure is to be told: the earlier numbers stay.
  const edit = newest && (mode === 'update' || withFailure(post, newest.body) !== null);
  const rewrite = (sealed: Sealed): Promise<Entry | null> =>
    newest ? editComment(github, newest.id, sealed) : Promise.resolve(null);
  const rewritten = edit ? await rewriteComment(rewrite, newest, post, context, github.now()) : null;
  const written: Written = rewritten ?? {
    outcome: 'posted',
    comment: await createComment(github, number, seal(post, context, github.now(), null)),
  };
  // Only now: a run that dies before leaves one comment too many, never none.
  return { ...written, warnings: await removeOthers(github, own, written.comment) };
}

function removeOthers(github: GitHub, own: readonly Entry[], current: Entry): Promise<readonly string[]> {
  const others = own.filter(({ id }) => id !== current.id);
  return tidy('Earlier comments of this report', () => deleteComments(github, others));
}
