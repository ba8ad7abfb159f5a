// Finds the two commits to compare for `signals` and `minimums`.
import { InputError } from '../../text/errors.ts';
import { openRepository, type Repository } from './repository.ts';

/**
 * What to compare HEAD with: a branch or commit, `base`. `head` is the last commit of the run's pull
 * request.
 */
export interface ChangeScope {
  readonly base: string;
  readonly head: string | null;
}

/** A folder's two commits. */
export interface Change {
  readonly repository: Repository;
  readonly before: string;
  readonly after: string;
}

/**
 * The commits before and after a change. `after` is HEAD. `before` is the commit at which the change began:
 * the merge base of HEAD and `base`. If HEAD is GitHub's merge commit of a pull request (its second parent
 * is `head`), it is its first parent, which even a shallow checkout has. Throws `InputError` if one is not
 * there.
 */
export async function findChange(folder: string, { base, head }: ChangeScope): Promise<Change> {
  const repository = await openRepository(folder);
  if (repository === null)
    throw new InputError([
      `${folder} is not in a git repository, or in one of another user (git's safe.directory) or outside of the workspace: nothing can be compared with ${base}`,
    ]);
  const [before, after] = await Promise.all([base, 'HEAD'].map(repository.commit));
  if (after !== null && after !== undefined) {
    const [first, second] = await repository.parents(after);
    if (head !== null && first !== undefined && second === head) return { repository, before: first, after };
    const common = typeof before === 'string' ? await repository.mergeBase(before, after) : null;
    if (common !== null) return { repository, before: common, after };
  }
  throw new InputError([(await repository.isShallow()) ? shallowMessage(base) : noBaseMessage(base)]);
}

function shallowMessage(base: string): string {
  return `the checkout is shallow, so the commit that the change began at (${base}) is not there: write "fetch-depth: 0" under "with:" of actions/checkout`;
}

function noBaseMessage(base: string): string {
  return `git does not know ${JSON.stringify(base)}, or it has nothing in common with HEAD: fetch it first, for example with "git fetch origin main", and give "--diff origin/main"`;
}
