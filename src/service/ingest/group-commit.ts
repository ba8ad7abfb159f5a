// Groups posts into commits, because each commit waits for the disk: posts that arrive while one group is
// committed are the next group. So many small posts take as long as one.

/** `commit` stores a group of posts whose `size` is within the limit. */
export function groupCommit<Post, Outcome>(commit: Commit<Post, Outcome>, size: GroupSize<Post>) {
  const waiting: Waiting<Post, Outcome>[] = [];
  let running: Promise<void> | null = null;
  const run = async () => {
    // Posts that have arrived already are added within this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await commitGroup(commit, waiting.splice(0, groupLength(waiting, size)));
    running = null;
  };
  return {
    /** Resolves once the post is committed or refused. */
    add: (post: Post) =>
      new Promise<Outcome>((resolve, reject) => {
        waiting.push({ post, resolve, reject });
        running ??= run();
      }),
    /** Waits until every post is committed or refused. */
    settled: async () => {
      while (running !== null) await running;
    },
  };
}

/**
 * Stores posts in one transaction, and returns what became of each, in their order. If it rejects, none of
 * them is acknowledged.
 */
type Commit<Post, Outcome> = (posts: readonly Post[]) => Promise<readonly Outcome[]>;

/** How much goes into one commit, such as 20,000 events. A larger post goes alone. */
interface GroupSize<Post> {
  readonly limit: number;
  readonly sizeOf: (post: Post) => number;
}

interface Waiting<Post, Outcome> {
  readonly post: Post;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** How many of the waiting posts, from the first on, go into the next commit; at least one. */
function groupLength<Post>(
  waiting: readonly { readonly post: Post }[],
  { limit, sizeOf }: GroupSize<Post>,
): number {
  let size = 0;
  const end = waiting.findIndex(({ post }) => {
    size += sizeOf(post);
    return size > limit;
  });
  return end === -1 ? waiting.length : Math.max(end, 1);
}

async function commitGroup<Post, Outcome>(
  commit: Commit<Post, Outcome>,
  group: readonly Waiting<Post, Outcome>[],
): Promise<void> {
  try {
    const outcomes = await commit(group.map(({ post }) => post));
    for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
