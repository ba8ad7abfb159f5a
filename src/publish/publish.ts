import { PublishError } from '../errors.ts';
import type { PostingRequest } from '../inputs/request.ts';
import type { RunContext } from './context.ts';
import { explain } from './explain.ts';
import { NOWHERE, type Post, type PublishEffects, type Receipt } from './post.ts';
import { postSummary } from './summary.ts';

/** Posts each page to its destination, one after the other; one that fails is a receipt and does not stop the others. */
export async function publish(
  posting: PostingRequest,
  posts: readonly Post[],
  context: RunContext,
  effects: PublishEffects,
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const post of posts) {
    try {
      receipts.push(await postTo(post, posting, context, effects));
    } catch (error) {
      receipts.push(refused(error, post, context));
    }
  }
  return receipts;
}

async function postTo(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  effects: PublishEffects,
): Promise<Receipt> {
  if (post.destination === 'summary') return postSummary(post, context, effects);
  // Most runs write a summary alone and need nothing of what GitHub needs.
  const { postToGitHub } = await import('./post-to-github.ts');
  return postToGitHub(post, posting, context, effects);
}

function refused(error: unknown, { destination }: Post, context: RunContext): Receipt {
  // A fault of the file system concerns this destination alone, as GitHub's refusals do.
  const cause = error instanceof Error ? error : new PublishError(String(error));
  const { isFault, message } = explain(cause, destination, context);
  return {
    ...NOWHERE,
    destination,
    outcome: isFault ? 'failed' : 'skipped',
    level: isFault ? 'error' : 'warning',
    message,
  };
}
