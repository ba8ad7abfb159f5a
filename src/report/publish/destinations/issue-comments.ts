// The requests for comments on an issue or a pull request, which GitHub's REST API treats alike.
// `comments.ts` decides what to write.
import { hasProof } from '../body/compose.ts';
import type { GitHub } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { nullIfGone } from '../github/errors.ts';
import { type GitHubItem, identify, parseItem, parseItems } from '../github/item.ts';
import { checkStored, type CommentPlace } from './places.ts';

const LIST = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const EDIT = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
const DELETE = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';

/** The comments on an issue or a pull request. */
export function commentsOn(github: GitHub, number: number): CommentPlace {
  const list = async (): Promise<readonly GitHubItem[]> =>
    parseItems(await github.list(LIST, { issue_number: number })) ?? [];
  return {
    find: async (isWanted) => {
      const comments = (await list()).filter(({ body }) => isWanted(body));
      if (comments.length === 0) return [];
      const newestFirst = comments.toSorted((one, other) => other.id - one.id);
      const identity = await identify(github, newestFirst);
      return newestFirst
        .filter((comment) => identity.hasWritten(comment))
        .map((comment) => ({ ...comment, isMinimized: identity.isMinimized(comment) }));
    },
    create: (composed) =>
      createOnce(
        github,
        () => github.create(CREATE, { issue_number: number, body: composed.body }, parseItem),
        async () => (await list()).find(({ body }) => hasProof(body, composed)),
      ),
    edit: async ({ id }, composed) => {
      const edited = await nullIfGone(
        github.request(EDIT, { comment_id: id, body: composed.body }, parseItem),
      );
      return edited && checkStored(edited, composed);
    },
    remove: async (comments) => {
      for (const { id } of comments)
        await nullIfGone(github.request(DELETE, { comment_id: id }, readDeletion));
    },
  };
}

/** GitHub answers a deletion with 204 and without a body. */
function readDeletion(data: unknown): 'deleted' | null {
  return data === undefined || data === null || data === '' ? 'deleted' : null;
}
