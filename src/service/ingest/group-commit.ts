/** Commits posts together. Returns null for each, or why it is refused. They are kept once it resolves; if it rejects, none is acknowledged. */
export type Commit<Post> = (posts: readonly Post[]) => Promise<readonly (string | null)[]>;

/** Collects posts while the group before them is committed. */
export interface GroupCommit<Post> {
  /** Resolves with null once the post is committed, or with the reason why it is refused. */
  add(post: Post): Promise<string | null>;
  /** Waits until every post is committed or refused. */
  settled(): Promise<void>;
}

/** How much goes into one commit. A larger post goes alone. */
export interface GroupSize<Post> {
  readonly limit: number;
  readonly sizeOf: (post: Post) => number;
}

interface Waiting<Post> {
  readonly post: Post;
  readonly resolve: (refusal: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Groups posts into commits, one commit at a time. */
export function groupCommit<Post>(commit: Commit<Post>, size: GroupSize<Post>): GroupCommit<Post> {
  const waiting: Waiting<Post>[] = [];
  let running: Promise<void> | null = null;
  const run = async () => {
    // Posts that have arrived already are added before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await commitGroup(commit, waiting.splice(0, groupLength(waiting, size)));
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

function groupLength<Post>(waiting: readonly Waiting<Post>[], { limit, sizeOf }: GroupSize<Post>): number {
  let size = 0;
  const end = waiting.findIndex(({ post }) => (size += sizeOf(post)) > limit);
  return end === -1 ? waiting.length : Math.max(end, 1);
}

async function commitGroup<Post>(commit: Commit<Post>, group: readonly Waiting<Post>[]): Promise<void> {
  try {
    const refusals = await commit(group.map(({ post }) => post));
    for (const [index, { resolve }] of group.entries()) resolve(refusals[index] ?? null);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
