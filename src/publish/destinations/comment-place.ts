import { PublishError } from '../../errors.ts';
import { hasProof } from '../body/compose.ts';
import { type ComposedBody, isPostOf } from '../body/parts.ts';
import type { GitHubItem } from '../github/item.ts';

/** The comments on a pull request, an issue or a discussion. */
export interface CommentPlace {
  /** The token's own comments with such a body, newest first. */
  find(isWanted: (body: string) => boolean): Promise<readonly GitHubItem[]>;
  /** Creates a comment, exactly once. */
  create(composed: ComposedBody): Promise<GitHubItem>;
  /** Edits a comment; null if somebody deleted it in the meantime. */
  edit(comment: GitHubItem, composed: ComposedBody): Promise<GitHubItem | null>;
  /** Deletes comments; a comment that somebody deleted before is not an error. */
  remove(comments: readonly GitHubItem[]): Promise<void>;
}

/** The report's own comments, newest first; minimized ones are left out. */
export async function findOwnComments(place: CommentPlace, reportId: string): Promise<readonly GitHubItem[]> {
  const own = await place.find((body) => isPostOf(body, reportId));
  return own.filter(({ isMinimized }) => !isMinimized);
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
