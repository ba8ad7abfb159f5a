import type { GitHubItem } from './item.ts';
import type { GitHub } from './client.ts';
import { NoResponse } from './errors.ts';

const TRIES = 3;
const LOOK_AGAIN_MS = [1000, 3000];

/**
 * Creates exactly once: creating is not idempotent, so after a lost answer it looks for what may have been created
 * before it tries again.
 */
export async function createOnce(
  github: GitHub,
  create: () => Promise<GitHubItem>,
  lookAgain: () => Promise<GitHubItem | undefined>,
): Promise<GitHubItem> {
  for (let count = 1; ; count += 1) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      const found = await lookSeveralTimes(github, lookAgain);
      if (found) return found;
      if (count === TRIES) throw error;
    }
  }
}

async function lookSeveralTimes(
  github: GitHub,
  lookAgain: () => Promise<GitHubItem | undefined>,
): Promise<GitHubItem | undefined> {
  for (const ms of LOOK_AGAIN_MS) {
    await github.sleep(ms);
    const found = await lookAgain();
    if (found) return found;
  }
  return undefined;
}
