import type { EventPost } from '../store/append-events.ts';

/** Commits posts together. Returns null for each, or why it is refused. They are on disk once it resolves; if it rejects, none is. */
export type Commit = (posts: readonly EventPost[]) => Promise<readonly (string | null)[]>;

/** Collects posts while the group before them is committed. */
export interface GroupCommit {
  /** Resolves with null once the post is committed, or with the reason why it is refused. */
  add(post: EventPost): Promise<string | null>;
  /** Waits until every post is committed or refused. */
  settled(): Promise<void>;
}

/** How many events go into one commit. A longer post goes alone. */
const LIMIT_GROUP_EVENTS = 20_000;

interface Waiting {
  readonly post: EventPost;
  readonly resolve: (refusal: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Groups posts into commits, one commit at a time. */
export function groupCommit(commit: Commit): GroupCommit {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  const run = async () => {
    // Posts that have arrived already are added before the next turn of the event loop.
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
