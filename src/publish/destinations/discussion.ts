import { PublishError } from '../../errors.ts';
import { type ComposedBody, containsText } from '../body/compose.ts';
import { BODY_LIMIT_UNITS } from '../body/limits.ts';
import { hasMarker } from '../body/marker.ts';
import { withNote } from '../body/note.ts';
import type { GitHub, Read } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { FeatureUnavailable, GitHubError } from '../github/errors.ts';
import { mutateOnce, queryGraphql } from '../github/graphql.ts';
import type { GitHubItem } from '../github/item.ts';
import { parseIssueNumber, valueAt } from '../run/event.ts';
import { checkStored } from './comments.ts';
import type { Threads } from './thread.ts';

/** A report's discussions: through GraphQL alone, REST knows none. New ones are opened in `category`, a name or a slug. */
export function discussionThreads(github: GitHub, category: string, reportId: string): Threads {
  const ours = (nodes: readonly FoundItem[]): GitHubItem[] =>
    nodes.filter(({ isOurs, entry }) => isOurs && hasMarker(entry.body, reportId)).map(({ entry }) => entry);
  return {
    what: 'discussion',
    own: async () =>
      ours(await allDiscussions(github)).toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0)),
    open: async (title, sealed) => ({ thread: await openDiscussion(github, category, title, sealed), warnings: [] }),
    edit: (thread, sealed, title) =>
      editItem(github, QUERIES.update, ['updateDiscussion', 'discussion'], sealed, {
        id: thread.nodeId,
        body: sealed.body,
        ...(title !== null && { title }),
      }),
    close: (threads, next) => closeDiscussions(github, threads, next),
    ownComments: async (thread) =>
      ours(await allComments(github, thread))
        .filter(({ minimised }) => !minimised)
        .toSorted((one, other) => other.id - one.id),
    comment: (thread, sealed) => addComment(github, thread, sealed),
    editComment: (comment, sealed) =>
      editItem(github, QUERIES.updateComment, ['updateDiscussionComment', 'comment'], sealed, {
        id: comment.nodeId,
        body: sealed.body,
      }),
    deleteComments: async (comments) => {
      for (const { nodeId } of comments)
        await nullIfGone(
          queryGraphql(github, QUERIES.deleteComment, { id: nodeId }, objectAt('deleteDiscussionComment')),
        );
    },
  };
}

/** A discussion or a comment on one, and whether the token's own identity wrote it. */
interface FoundItem {
  readonly entry: GitHubItem;
  readonly isOurs: boolean;
}

const SWITCHED_OFF = 'switched off';

function allDiscussions(github: GitHub): Promise<readonly FoundItem[]> {
  return allPages(async (after) => {
    const page = await queryGraphql(github, QUERIES.list, { ...github.repo, after }, (data) =>
      valueAt(data, 'repository', 'hasDiscussionsEnabled') === false
        ? SWITCHED_OFF
        : parsePage(valueAt(data, 'repository', 'discussions')),
    );
    if (page !== SWITCHED_OFF) return page;
    throw new FeatureUnavailable(
      'Discussions are switched off in this repository: switch them on (Settings, General, Features).',
    );
  });
}

function allComments(github: GitHub, { nodeId }: GitHubItem): Promise<readonly FoundItem[]> {
  return allPages((after) =>
    queryGraphql(github, QUERIES.comments, { id: nodeId, after }, (data) =>
      parsePage(valueAt(data, 'node', 'comments')),
    ),
  );
}

const LAST_PAGE = 500;

interface Page {
  readonly found: readonly FoundItem[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

function parsePage(answer: unknown): Page | null {
  const nodes = valueAt(answer, 'nodes');
  if (!Array.isArray(nodes)) return null;
  const cursor =
    valueAt(answer, 'pageInfo', 'hasNextPage') === true ? text(valueAt(answer, 'pageInfo', 'endCursor')) : null;
  return { found: nodes.flatMap((node: unknown) => parseFoundItem(node) ?? []), next: cursor };
}

async function allPages(page: (after: string | null) => Promise<Page>): Promise<readonly FoundItem[]> {
  const found: FoundItem[] = [];
  let after: string | null = null;
  for (let count = 1; count <= LAST_PAGE; count += 1) {
    const answer: Page = await page(after);
    found.push(...answer.found);
    if (answer.next === null) return found;
    after = answer.next;
  }
  throw new PublishError(`There are more than ${LAST_PAGE} pages; the search for the earlier post was given up.`);
}

async function openDiscussion(
  github: GitHub,
  category: string,
  title: string,
  sealed: ComposedBody,
): Promise<GitHubItem> {
  const variables = { ...(await findCategory(github, category)), title, body: sealed.body };
  return createOnce(
    github,
    () => mutateOnce(github, QUERIES.create, variables, entryAt('createDiscussion', 'discussion')),
    async () => (await allDiscussions(github)).find(({ entry }) => containsText(entry.body, sealed.proof))?.entry,
  );
}

/** The ids of the repository and of the category of that name. */
async function findCategory(
  github: GitHub,
  category: string,
): Promise<{ readonly repository: unknown; readonly category: unknown }> {
  const repository = await queryGraphql(github, QUERIES.categories, github.repo, objectAt('repository'));
  const nodes = valueAt(repository, 'discussionCategories', 'nodes');
  const categories: readonly unknown[] = Array.isArray(nodes) ? nodes : [];
  const wanted = category.toLowerCase();
  const found = categories.find((each) =>
    [valueAt(each, 'name'), valueAt(each, 'slug')].some((name) => lower(name) === wanted),
  );
  if (found === undefined) {
    const names = categories.map((each) => String(valueAt(each, 'name'))).join(', ');
    throw new PublishError(
      `The repository has no discussion category "${category}": set discussion-category to one of ${names || 'those in its Discussions'}.`,
    );
  }
  return { repository: valueAt(repository, 'id'), category: valueAt(found, 'id') };
}

function addComment(github: GitHub, thread: GitHubItem, sealed: ComposedBody): Promise<GitHubItem> {
  const variables = { id: thread.nodeId, body: sealed.body };
  return createOnce(
    github,
    () => mutateOnce(github, QUERIES.comment, variables, entryAt('addDiscussionComment', 'comment')),
    async () => (await allComments(github, thread)).find(({ entry }) => containsText(entry.body, sealed.proof))?.entry,
  );
}

/** Body and state in one request, so that neither comes alone. */
async function closeDiscussions(github: GitHub, threads: readonly GitHubItem[], next: number): Promise<void> {
  for (const { nodeId, body } of threads) {
    const linked = withNote(body, 'continued', `Continued in #${next}.`);
    const variables = { id: nodeId, body: linked.length <= BODY_LIMIT_UNITS ? linked : body };
    await nullIfGone(queryGraphql(github, QUERIES.close, variables, objectAt('closeDiscussion')));
  }
}

async function editItem(
  github: GitHub,
  mutation: string,
  path: readonly string[],
  sealed: ComposedBody,
  variables: Readonly<Record<string, unknown>>,
): Promise<GitHubItem | null> {
  const entry = await nullIfGone(queryGraphql(github, mutation, variables, entryAt(...path)));
  return entry === null ? null : checkStored(entry, sealed);
}

async function nullIfGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return null;
    throw error;
  }
}

function entryAt(...path: readonly string[]): Read<GitHubItem> {
  return (data) => parseFoundItem(valueAt(data, ...path))?.entry ?? null;
}

function objectAt(key: string): Read<object> {
  return (data) => {
    const found = valueAt(data, key);
    return typeof found === 'object' ? found : null;
  };
}

function parseFoundItem(node: unknown): FoundItem | null {
  const id = parseIssueNumber(valueAt(node, 'databaseId'));
  const nodeId = text(valueAt(node, 'id'));
  if (id === null || nodeId === null) return null;
  const entry: GitHubItem = {
    id,
    nodeId,
    number: parseIssueNumber(valueAt(node, 'number')),
    url: text(valueAt(node, 'url')),
    title: text(valueAt(node, 'title')),
    body: text(valueAt(node, 'body')) ?? '',
    author: null,
    closed: valueAt(node, 'closed') === true,
    minimised: valueAt(node, 'isMinimized') === true,
    isPullRequest: false,
    labels: [],
    assignees: [],
  };
  return { entry, isOurs: valueAt(node, 'viewerDidAuthor') === true };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function lower(value: unknown): string | null {
  return text(value)?.toLowerCase() ?? null;
}

const DISCUSSION = 'id databaseId number title url body closed viewerDidAuthor';
const COMMENT = 'id databaseId url body isMinimized viewerDidAuthor';

/** What discussions are asked for and made to do, each held against GitHub's schema by the tests. */
export const QUERIES = {
  list: `query($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      hasDiscussionsEnabled
      discussions(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { ${DISCUSSION} }
      }
    }
  }`,
  categories: `query($owner: String!, $name: String!) {
    repository(owner: $owner, name: $name) {
      id
      discussionCategories(first: 100) { nodes { id name slug } }
    }
  }`,
  comments: `query($id: ID!, $after: String) {
    node(id: $id) {
      ... on Discussion {
        comments(first: 100, after: $after) {
          pageInfo { hasNextPage endCursor }
          nodes { ${COMMENT} }
        }
      }
    }
  }`,
  create: `mutation($repository: ID!, $category: ID!, $title: String!, $body: String!) {
    createDiscussion(input: { repositoryId: $repository, categoryId: $category, title: $title, body: $body }) {
      discussion { ${DISCUSSION} }
    }
  }`,
  update: `mutation($id: ID!, $title: String, $body: String) {
    updateDiscussion(input: { discussionId: $id, title: $title, body: $body }) {
      discussion { ${DISCUSSION} }
    }
  }`,
  close: `mutation($id: ID!, $body: String!) {
    updateDiscussion(input: { discussionId: $id, body: $body }) { discussion { id } }
    closeDiscussion(input: { discussionId: $id, reason: OUTDATED }) { discussion { id } }
  }`,
  comment: `mutation($id: ID!, $body: String!) {
    addDiscussionComment(input: { discussionId: $id, body: $body }) { comment { ${COMMENT} } }
  }`,
  updateComment: `mutation($id: ID!, $body: String!) {
    updateDiscussionComment(input: { commentId: $id, body: $body }) { comment { ${COMMENT} } }
  }`,
  deleteComment: `mutation($id: ID!) {
    deleteDiscussionComment(input: { id: $id }) { comment { id } }
  }`,
} as const;
