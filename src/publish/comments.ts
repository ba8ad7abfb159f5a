import { PublishError } from '../errors.ts';
import { holds, type Sealed } from './body.ts';
import { createOnce } from './create.ts';
import { parseEntry, type Entry } from './entry.ts';
import type { GitHub } from './github.ts';
import { identify } from './identity.ts';
import { hasMarker } from './marker.ts';
import { Refusal } from './refusal.ts';

/** The report's own earlier comments on an issue or pull request, newest first; minimised ones are not among them. */
export async function ownComments(github: GitHub, number: number, reportId: string): Promise<readonly Entry[]> {
  const marked = (await allComments(github, number)).filter((entry) => hasMarker(entry.body, reportId));
  if (marked.length === 0) return [];
  const newestFirst = marked.toSorted((one, other) => other.id - one.id);
  const identity = await identify(github, newestFirst);
  return newestFirst.filter((entry) => identity.wrote(entry) && !identity.minimised(entry));
}

/** Writes a new comment, once. */
export async function createComment(github: GitHub, number: number, sealed: Sealed): Promise<Entry> {
  return createOnce(
    github,
    () =>
      github.once(
        'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { issue_number: number, body: sealed.body },
        parseEntry,
      ),
    async () => (await allComments(github, number)).find((entry) => holds(entry.body, sealed.proof)),
  );
}

/** Edits a comment; null when somebody deleted it in the meantime. */
export async function editComment(github: GitHub, id: number, sealed: Sealed): Promise<Entry | null> {
  try {
    const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    return kept(await github.repeatable(route, { comment_id: id, body: sealed.body }, parseEntry), sealed);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** Deletes comments; one that is gone already is no error. */
export async function deleteComments(github: GitHub, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    try {
      const route = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';
      await github.repeatable(route, { comment_id: entry.id }, nothingLeft);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
    }
  }
}

/** GitHub answers a deletion with 204 and nothing more. */
function nothingLeft(data: unknown): 'deleted' | null {
  return data === undefined || data === null || data === '' ? 'deleted' : null;
}

/** The entry, if it holds what was sent: over-long edits have been seen to be answered 200 and dropped. */
export function kept(entry: Entry, sealed: Sealed): Entry {
  // An answer may leave the body out, which is no proof of anything.
  if (entry.body !== '' && !holds(entry.body, sealed.proof)) {
    throw new PublishError(
      'GitHub answered 200 but kept the old text. The report may be too long for it: show fewer rows (top), or delete the old post.',
    );
  }
  return entry;
}

async function allComments(github: GitHub, number: number): Promise<Entry[]> {
  const list = await github.list('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number });
  return list.flatMap((value) => parseEntry(value) ?? []);
}
