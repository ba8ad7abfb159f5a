import { PublishError } from '../../errors.ts';
import {
  composeBody,
  type ComposedBody,
  containsText,
  hasSameResults,
  isSameText,
  withFailureNote,
} from '../body/compose.ts';
import { hasMarker } from '../body/marker.ts';
import type { GitHub } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { GitHubError } from '../github/errors.ts';
import { identify } from '../github/identity.ts';
import { type GitHubItem, parseItem } from '../github/item.ts';
import type { Post, Receipt } from '../post.ts';
import type { RunContext } from '../run/context.ts';

/** The report's own earlier comments on an issue or pull request, newest first; minimised ones are not among them. */
export async function ownComments(github: GitHub, number: number, reportId: string): Promise<readonly GitHubItem[]> {
  const marked = (await allComments(github, number)).filter((entry) => hasMarker(entry.body, reportId));
  if (marked.length === 0) return [];
  const newestFirst = marked.toSorted((one, other) => other.id - one.id);
  const identity = await identify(github, newestFirst);
  return newestFirst.filter((entry) => identity.wrote(entry) && !identity.minimised(entry));
}

/** Writes a new comment, once. */
export async function createComment(github: GitHub, number: number, sealed: ComposedBody): Promise<GitHubItem> {
  return createOnce(
    github,
    () =>
      github.once(
        'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { issue_number: number, body: sealed.body },
        parseItem,
      ),
    async () => (await allComments(github, number)).find((entry) => containsText(entry.body, sealed.proof)),
  );
}

/** Edits a comment; null when somebody deleted it in the meantime. */
export async function editComment(github: GitHub, id: number, sealed: ComposedBody): Promise<GitHubItem | null> {
  try {
    const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    return checkStored(await github.repeatable(route, { comment_id: id, body: sealed.body }, parseItem), sealed);
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return null;
    throw error;
  }
}

/** Deletes comments; one that is gone already is no error. */
export async function deleteComments(github: GitHub, entries: readonly GitHubItem[]): Promise<void> {
  for (const entry of entries) {
    try {
      const route = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';
      await github.repeatable(route, { comment_id: entry.id }, readDeletion);
    } catch (error) {
      if (!(error instanceof GitHubError && error.status === 404)) throw error;
    }
  }
}

/** GitHub answers a deletion with 204 and nothing more. */
function readDeletion(data: unknown): 'deleted' | null {
  return data === undefined || data === null || data === '' ? 'deleted' : null;
}

/** The entry, if it holds what was sent: over-long edits have been seen to be answered 200 and dropped. */
export function checkStored(entry: GitHubItem, sealed: ComposedBody): GitHubItem {
  // An answer may leave the body out, which is no proof of anything.
  if (entry.body !== '' && !containsText(entry.body, sealed.proof)) {
    throw new PublishError(
      'GitHub answered 200 but kept the old text. The report may be too long for it: show fewer rows (top), or delete the old post.',
    );
  }
  return entry;
}

async function allComments(github: GitHub, number: number): Promise<GitHubItem[]> {
  const list = await github.list('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number });
  return list.flatMap((value) => parseItem(value) ?? []);
}

/** A comment that was written, and what was done to it. */
export interface Written {
  readonly outcome: Extract<Receipt['outcome'], 'posted' | 'updated' | 'unchanged'>;
  readonly comment: GitHubItem;
}

/** Makes a comment of ours say what the post says, through `edit`; null when it is gone. */
export async function rewriteComment(
  edit: (sealed: ComposedBody) => Promise<GitHubItem | null>,
  earlier: GitHubItem,
  post: Post,
  context: RunContext,
  nowMs: number,
): Promise<Written | null> {
  const failure = withFailureNote(post, earlier.body);
  if (failure === null && hasSameResults(post, context, earlier.body))
    return { outcome: 'unchanged', comment: earlier };
  const sealed = failure ?? composeBody(post, context, nowMs, null);
  if (isSameText(sealed.body, earlier.body)) return { outcome: 'unchanged', comment: earlier };
  const comment = await edit(sealed);
  return comment && { outcome: 'updated', comment };
}

/** Runs what follows once the report is posted; its failure is a warning, since nothing of the report is lost by it. */
export async function cleanUp(what: string, work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return [`${what} could not be removed or closed; the next run will try again. ${error.message}`];
  }
}
