import type { GitHub } from './client.ts';
import { NoResponse } from './errors.ts';

const TRIES = 3;
const LOOK_AGAIN_MS = [1000, 3000];

/**
 * Creates an item exactly once. Creating is not idempotent, so if an answer is lost, `find` looks for what may have been created
 * before the next try.
 */
export async function createOnce<Item>(
  github: GitHub,
  create: () => Promise<Item>,
  find: () => Promise<Item | undefined>,
): Promise<Item> {
  for (let count = 1; ; count += 1) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      const created = await findAfterWaiting(github, find);
      if (created) return created;
      if (count === TRIES) throw error;
    }
  }
}

async function findAfterWaiting<Item>(
  github: GitHub,
  find: () => Promise<Item | undefined>,
): Promise<Item | undefined> {
  for (const ms of LOOK_AGAIN_MS) {
    await github.sleep(ms);
    const found = await find();
    if (found) return found;
  }
  return undefined;
}
