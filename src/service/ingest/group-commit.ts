import type { EventPost } from '../store/append-events.ts';

/** Commits posts together; gives for each null, or why it is refused. Once it resolves they are on disk; where it rejects none of them is. */
export type Commit = (posts: readonly EventPost[]) => Promise<readonly (string | null)[]>;

/** Posts on their way to the disk: while one group is committed, the next one collects. */
export interface GroupCommit {
  /** Resolves once the post is committed: with null, or why it was refused. */
  add(post: EventPost): Promise<string | null>;
  /** Waits until everything that was added is committed or refused. */
  settled(): Promise<void>;
}

/** So much goes into one commit; a post that is longer by itself goes alone. */
const LIMIT_GROUP_EVENTS = 20_000;

interface Waiting {
  readonly post: EventPost;
  readonly resolve: (refusal: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes what groups posts into commits, one commit at a time. */
export function groupCommit(commit: Commit): GroupCommit {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  const run = async () => {
    // What has arrived by now is handed over before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await commitGroup(commit, waiting.splice(0, groupLength(waiting)));
    running = null;
  };
  return {
    add: (post) =>
      new Promise((resolve, reject) => {
        waiting.push({ post, resolve, reject });
        running ??= run();
      }),
    settled: async () => {
      while (running !== null) await running;
    },
  };
}

function groupLength(waiting: readonly Waiting[]): number {
  let events = 0;
  const end = waiting.findIndex(({ post }) => (events += post.length) > LIMIT_GROUP_EVENTS);
  return end === -1 ? waiting.length : Math.max(end, 1);
}

async function commitGroup(commit: Commit, group: readonly Waiting[]): Promise<void> {
  try {
    const refusals = await commit(group.map(({ post }) => post));
    for (const [index, { resolve }] of group.entries()) resolve(refusals[index] ?? null);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
