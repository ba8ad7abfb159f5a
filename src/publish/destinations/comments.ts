import { PublishError } from '../../errors.ts';
import { composeBody, hasProof, hasSameResults, isSameText, withFailureLine } from '../body/compose.ts';
import { type ComposedBody, isPostOf } from '../body/parts.ts';
import type { GitHub } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { nullIfGone } from '../github/errors.ts';
import { identify } from '../github/identity.ts';
import { type GitHubItem, parseItem, parseItems } from '../github/item.ts';
import type { Post, Receipt } from '../post.ts';
import { type FlipPlace, flipsIn, announceFlips } from './flips.ts';
import type { RunContext } from '../workflow/context.ts';

const LIST = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const EDIT = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
const DELETE = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';

/**
 * Finds the report's own comments on an issue or a pull request, newest first; minimized ones are left out.
 */
export async function findOwnComments(
  github: GitHub,
  number: number,
  reportId: string,
): Promise<readonly GitHubItem[]> {
  const own = await findWritten(github, number, (body) => isPostOf(body, reportId));
  return own.filter(({ isMinimized }) => !isMinimized);
}

/** Finds the token's own comments with such a body, newest first. */
export async function findWritten(
  github: GitHub,
  number: number,
  isWanted: (body: string) => boolean,
): Promise<readonly GitHubItem[]> {
  const found = (await listComments(github, number)).filter(({ body }) => isWanted(body));
  if (found.length === 0) return [];
  const newestFirst = found.toSorted((one, other) => other.id - one.id);
  const identity = await identify(github, newestFirst);
  return newestFirst
    .filter((comment) => identity.hasWritten(comment))
    .map((comment) => ({ ...comment, isMinimized: identity.isMinimized(comment) }));
}

/** Creates a comment, exactly once. */
export async function createComment(
  github: GitHub,
  number: number,
  composed: ComposedBody,
): Promise<GitHubItem> {
  return createOnce(
    github,
    () => github.create(CREATE, { issue_number: number, body: composed.body }, parseItem),
    async () => (await listComments(github, number)).find(({ body }) => hasProof(body, composed)),
  );
}

/** Where flips of the report's gates are announced: as comments on an issue or a pull request. */
export function flipPlace(github: GitHub, number: number): FlipPlace {
  return {
    find: () => findWritten(github, number, (body) => flipsIn(body).length > 0),
    create: (composed) => createComment(github, number, composed),
    remove: (comments) => deleteComments(github, comments),
  };
}

/** Edits a comment; null if somebody deleted it in the meantime. */
export async function editComment(
  github: GitHub,
  id: number,
  composed: ComposedBody,
): Promise<GitHubItem | null> {
  const edited = await nullIfGone(github.request(EDIT, { comment_id: id, body: composed.body }, parseItem));
  return edited && checkStored(edited, composed);
}

/** Deletes comments; a comment that somebody deleted before is not an error. */
export async function deleteComments(github: GitHub, comments: readonly GitHubItem[]): Promise<void> {
  for (const { id } of comments) await nullIfGone(github.request(DELETE, { comment_id: id }, readDeletion));
}

/** GitHub answers a deletion with 204 and without a body. */
function readDeletion(data: unknown): 'deleted' | null {
  return data === undefined || data === null || data === '' ? 'deleted' : null;
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

async function listComments(github: GitHub, number: number): Promise<readonly GitHubItem[]> {
  return parseItems(await github.list(LIST, { issue_number: number })) ?? [];
}

/** A comment of the report, what was done to it, and what a person should know besides. */
export interface WrittenComment {
  readonly outcome: Extract<Receipt['outcome'], 'posted' | 'updated' | 'unchanged'>;
  readonly comment: GitHubItem;
  readonly warnings: readonly string[];
}

/**
 * Brings a comment of the report up to date through `edit`, once flips are announced; null if somebody
 * deleted it in the meantime.
 */
export async function rewriteComment(
  edit: (composed: ComposedBody) => Promise<GitHubItem | null>,
  place: FlipPlace,
  earlier: GitHubItem,
  post: Post,
  context: RunContext,
  now: () => number,
): Promise<WrittenComment | null> {
  const failure = withFailureLine(post, earlier.body);
  const unchanged: WrittenComment = { outcome: 'unchanged', comment: earlier, warnings: [] };
  if (failure === null && hasSameResults(post, context, earlier.body)) return unchanged;
  const { gates, warnings } = await announceFlips(place, earlier.body, post, context);
  const composed = failure ?? composeBody(post, context, now(), { gates });
  if (isSameText(composed.body, earlier.body)) return unchanged;
  const comment = await edit(composed);
  return comment && { outcome: 'updated', comment, warnings };
}

/**
 * Does what remains after the report was posted. A failure is only a warning: the report itself is complete.
 */
export async function cleanUp(what: string, work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return [`${what} could not be removed or closed; the next run will try again. ${error.message}`];
  }
}
