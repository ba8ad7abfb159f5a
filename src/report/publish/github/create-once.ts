// Creates a comment, an issue, a discussion or a check run at GitHub exactly once, even if the answer to the
// first request is lost. The destinations call it.
import { type Attempt, type RetryPolicy, sendAgain } from '../../../http/send-again.ts';
import type { GitHub } from './client.ts';
import { NoResponse } from './errors.ts';

const POLICY: RetryPolicy = { tries: 3, longestWaitMs: 0 };
/** The waits before each look for an item whose creation got no answer. */
const LOOK_AGAIN_MS = [1000, 3000];

/**
 * Creates an item exactly once. If the answer to a POST is lost, the item may exist: before the next try,
 * `find` looks for it twice, since GitHub's lists lag behind.
 */
export async function createOnce<Item>(
  github: GitHub,
  create: () => Promise<Item>,
  find: () => Promise<Item | undefined>,
): Promise<Item> {
  const tryCreating = (): Promise<Attempt<Item, NoResponse>> =>
    create().then(
      (value) => ({ kind: 'done', value }),
      async (error: unknown) => {
        if (!(error instanceof NoResponse)) throw error;
        const created = await findAfterWaiting(github, find);
        return created ? { kind: 'done', value: created } : { kind: 'failed', failure: error, retryMs: 0 };
      },
    );
  const result = await sendAgain(tryCreating, POLICY, github);
  if (result.kind === 'failed') throw result.failure;
  return result.value;
}

async function findAfterWaiting<Item>(
  github: GitHub,
  find: () => Promise<Item | undefined>,
): Promise<Item | undefined> {
  for (const ms of LOOK_AGAIN_MS) {
    await github.sleep(ms);
    const item = await find();
    if (item) return item;
  }
  return undefined;
}
