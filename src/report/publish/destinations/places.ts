// What posting needs of the places at GitHub, as interfaces. `issue-comments.ts`, `issue.ts` and
// `discussion.ts` have the requests; `comments.ts` and `thread.ts` decide what to write.
import { PublishError } from '../../../text/errors.ts';
import { hasProof } from '../body/compose.ts';
import type { ComposedBody } from '../body/parts.ts';
import type { GitHubItem } from '../github/item.ts';

/** The comments on a pull request, an issue or a discussion. */
export interface CommentPlace {
  /** The token's own comments with such a body, newest first. */
  find(isWanted: (body: string) => boolean): Promise<readonly GitHubItem[]>;
  /** Creates a comment, exactly once. */
  create(composed: ComposedBody): Promise<GitHubItem>;
  /** Edits a comment; null if someone deleted it in the meantime. */
  edit(comment: GitHubItem, composed: ComposedBody): Promise<GitHubItem | null>;
  /** Deletes comments; a comment that someone deleted before is not an error. */
  remove(comments: readonly GitHubItem[]): Promise<void>;
}

/** A new thread, and what GitHub did not accept of it. */
export interface OpenedThread {
  readonly thread: GitHubItem;
  readonly warnings: readonly string[];
}

/** The threads of one report in a repository: issues or discussions, with their comments. */
export interface Threads {
  readonly what: 'issue' | 'discussion';
  /** The report's own threads, open and closed, newest first. */
  findOwn(): Promise<readonly GitHubItem[]>;
  /** Opens a thread, exactly once. */
  open(title: string, composed: ComposedBody): Promise<OpenedThread>;
  /** Edits a thread; its title stays if `title` is null. Null if the thread was deleted. */
  edit(thread: GitHubItem, composed: ComposedBody, title: string | null): Promise<GitHubItem | null>;
  /** Closes threads with a link to the thread that continues them. */
  close(threads: readonly GitHubItem[], next: number): Promise<void>;
  commentsOn(thread: GitHubItem): CommentPlace;
}

/** The number of a thread. Throws if GitHub's answer holds none. */
export function numberOf({ number }: GitHubItem, what: Threads['what']): number {
  if (number === null) throw new PublishError(`GitHub answered with a ${what} that has no number.`);
  return number;
}

/**
 * Returns the item if it holds what was sent: GitHub has been seen to answer an edit that is too long with
 * 200, and drop it.
 */
export function checkStored(item: GitHubItem, composed: ComposedBody): GitHubItem {
  // An answer may leave out the body, which proves nothing.
  if (item.body !== '' && !hasProof(item.body, composed)) {
    throw new PublishError(
      'GitHub answered 200 but kept the old text. The report may be too long for it: show fewer rows (top), or delete the old post.',
    );
  }
  return item;
}
