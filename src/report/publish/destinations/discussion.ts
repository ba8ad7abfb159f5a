// The requests with which `thread.ts` posts a report as a discussion, or as a comment on one.
import { PublishError } from '../../../text/errors.ts';
import { hasProof, withContinuation } from '../body/compose.ts';
import { type ComposedBody, isPostOf } from '../body/parts.ts';
import type { GitHub, DataReader } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { FeatureUnavailable, nullIfGone } from '../github/errors.ts';
import { mutateOnce, type Page, queryGraphql, readAllPages, type ReadPage } from '../github/graphql.ts';
import type { GitHubItem } from '../github/item.ts';
import { addressAt, arrayAt, idAt, momentAt, textAt, valueAt } from '../workflow/json.ts';
import { checkStored, type CommentPlace, type Threads } from './places.ts';

/**
 * The discussions of a report, through GraphQL: REST has none. New discussions are opened in `category`, a
 * name or a slug.
 */
export function discussionThreads(github: GitHub, category: string, reportId: string): Threads {
  return {
    what: 'discussion',
    findOwn: async () =>
      selectOwn(await listDiscussions(github), (body) => isPostOf(body, reportId)).toSorted(
        (one, other) => (other.number ?? 0) - (one.number ?? 0),
      ),
    open: async (title, composed) => {
      const variables = { ...(await findCategory(github, category)), title, body: composed.body };
      const thread = await createOnce(
        github,
        () => mutateOnce(github, QUERIES.create, variables, readItem('createDiscussion', 'discussion')),
        async () => findStored(await listDiscussions(github), composed),
      );
      return { thread, warnings: [] };
    },
    edit: ({ nodeId }, composed, title) => {
      const variables = { id: nodeId, body: composed.body, ...(title !== null && { title }) };
      return editItem(github, QUERIES.update, ['updateDiscussion', 'discussion'], composed, variables);
    },
    close: async (threads, next) => {
      for (const { nodeId, body } of threads) {
        // One request changes body and state, so that neither changes alone.
        const variables = { id: nodeId, body: withContinuation(body, next) };
        await nullIfGone(queryGraphql(github, QUERIES.close, variables, readObject('closeDiscussion')));
      }
    },
    commentsOn: (thread) => commentsOn(github, thread),
  };
}

function commentsOn(github: GitHub, thread: GitHubItem): CommentPlace {
  return {
    find: async (isWanted) =>
      selectOwn(await listComments(github, thread), isWanted).toSorted((one, other) => other.id - one.id),
    create: (composed) => {
      const variables = { id: thread.nodeId, body: composed.body };
      return createOnce(
        github,
        () => mutateOnce(github, QUERIES.comment, variables, readItem('addDiscussionComment', 'comment')),
        async () => findStored(await listComments(github, thread), composed),
      );
    },
    edit: ({ nodeId }, composed) => {
      const variables = { id: nodeId, body: composed.body };
      const path = ['updateDiscussionComment', 'comment'];
      return editItem(github, QUERIES.updateComment, path, composed, variables);
    },
    remove: async (comments) => {
      const read = readObject('deleteDiscussionComment');
      for (const { nodeId } of comments)
        await nullIfGone(queryGraphql(github, QUERIES.deleteComment, { id: nodeId }, read));
    },
  };
}

function selectOwn(items: readonly FoundItem[], isWanted: (body: string) => boolean): GitHubItem[] {
  return items.filter(({ isOwn, item }) => isOwn && isWanted(item.body)).map(({ item }) => item);
}

/** The item that holds what was sent. */
function findStored(items: readonly FoundItem[], composed: ComposedBody): GitHubItem | undefined {
  return items.find(({ item }) => hasProof(item.body, composed))?.item;
}

/** A discussion or a comment on one, and whether the token's own account wrote it. */
interface FoundItem {
  readonly item: GitHubItem;
  readonly isOwn: boolean;
}

const SWITCHED_OFF = 'switched off';

function listDiscussions(github: GitHub): Promise<readonly FoundItem[]> {
  const readPage: ReadPage<FoundItem> = async (after) => {
    const page = await queryGraphql(github, QUERIES.list, { ...github.repo, after }, (data) =>
      valueAt(data, 'repository', 'hasDiscussionsEnabled') === false
        ? SWITCHED_OFF
        : parsePage(valueAt(data, 'repository', 'discussions')),
    );
    if (page !== SWITCHED_OFF) return page;
    throw new FeatureUnavailable(
      'Discussions are switched off in this repository: switch them on (Settings, General, Features).',
    );
  };
  return readAllPages(readPage, 'The list of discussions');
}

function listComments(github: GitHub, { nodeId }: GitHubItem): Promise<readonly FoundItem[]> {
  const readPage: ReadPage<FoundItem> = (after) =>
    queryGraphql(github, QUERIES.comments, { id: nodeId, after }, (data) =>
      parsePage(valueAt(data, 'node', 'comments')),
    );
  return readAllPages(readPage, 'The list of comments');
}

function parsePage(connection: unknown): Page<FoundItem> | null {
  const nodes = valueAt(connection, 'nodes');
  if (!Array.isArray(nodes)) return null;
  const hasNext = valueAt(connection, 'pageInfo', 'hasNextPage') === true;
  return {
    entries: nodes.flatMap((node: unknown) => parseFoundItem(node) ?? []),
    next: hasNext ? textAt(connection, 'pageInfo', 'endCursor') : null,
  };
}

/** The ids of the repository and of the category with that name or slug. */
async function findCategory(
  github: GitHub,
  category: string,
): Promise<{ readonly repository: unknown; readonly category: unknown }> {
  const repository = await queryGraphql(github, QUERIES.categories, github.repo, readObject('repository'));
  const categories = arrayAt(repository, 'discussionCategories', 'nodes');
  const wanted = category.toLowerCase();
  const match = categories.find((each) =>
    ['name', 'slug'].some((key) => textAt(each, key)?.toLowerCase() === wanted),
  );
  if (match === undefined) {
    const names = categories.flatMap((each) => textAt(each, 'name') ?? []).join(', ');
    throw new PublishError(
      `The repository has no discussion category "${category}": set discussion-category to one of ${names || 'those in its Discussions'}.`,
    );
  }
  return { repository: valueAt(repository, 'id'), category: valueAt(match, 'id') };
}

async function editItem(
  github: GitHub,
  mutation: string,
  path: readonly string[],
  composed: ComposedBody,
  variables: Readonly<Record<string, unknown>>,
): Promise<GitHubItem | null> {
  const item = await nullIfGone(queryGraphql(github, mutation, variables, readItem(...path)));
  return item && checkStored(item, composed);
}

function readItem(...path: readonly string[]): DataReader<GitHubItem> {
  return (data) => parseFoundItem(valueAt(data, ...path))?.item ?? null;
}

function readObject(key: string): DataReader<object> {
  return (data) => {
    const object = valueAt(data, key);
    return typeof object === 'object' ? object : null;
  };
}

function parseFoundItem(node: unknown): FoundItem | null {
  const id = idAt(node, 'databaseId');
  const nodeId = textAt(node, 'id');
  if (id === null || nodeId === null) return null;
  const item: GitHubItem = {
    id,
    nodeId,
    number: idAt(node, 'number'),
    url: addressAt(node, 'url'),
    title: textAt(node, 'title'),
    body: textAt(node, 'body') ?? '',
    changedMs: momentAt(node, 'updatedAt'),
    author: null,
    isClosed: valueAt(node, 'closed') === true,
    isMinimized: valueAt(node, 'isMinimized') === true,
    isPullRequest: false,
    labels: [],
    assignees: [],
  };
  return { item, isOwn: valueAt(node, 'viewerDidAuthor') === true };
}

const DISCUSSION = 'id databaseId number title url body updatedAt closed viewerDidAuthor';
const COMMENT = 'id databaseId url body updatedAt isMinimized viewerDidAuthor';

/** The queries and mutations for discussions. The tests validate each against GitHub's schema. */
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
