import { PublishError } from '../errors.ts';
import { holds, type Sealed } from './body.ts';
import { createOnce } from './create.ts';
import { kept } from './comments.ts';
import { DISCUSSION_QUERIES as QUERIES } from './discussion-queries.ts';
import type { Entry } from './entry.ts';
import { at, issueNumber } from './event.ts';
import type { GitHub, Read } from './github.ts';
import { ask, doOnce } from './graphql.ts';
import { BODY_UNITS } from './limits.ts';
import { hasMarker } from './marker.ts';
import { withNote } from './note.ts';
import { Refusal, Unavailable } from './refusal.ts';
import type { Threads } from './threads.ts';

/** A report's discussions: through GraphQL alone, REST knows none. New ones are opened in `category`, a name or a slug. */
export function discussionThreads(github: GitHub, category: string, reportId: string): Threads {
  const ours = (nodes: readonly Found[]): Entry[] =>
    nodes.filter(({ isOurs, entry }) => isOurs && hasMarker(entry.body, reportId)).map(({ entry }) => entry);
  return {
    what: 'discussion',
    own: async () =>
      ours(await allDiscussions(github)).toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0)),
    open: async (title, sealed) => ({ thread: await openDiscussion(github, category, title, sealed), warnings: [] }),
    edit: (thread, sealed, title) =>
      edited(github, QUERIES.update, ['updateDiscussion', 'discussion'], sealed, {
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
      edited(github, QUERIES.updateComment, ['updateDiscussionComment', 'comment'], sealed, {
        id: comment.nodeId,
        body: sealed.body,
      }),
    deleteComments: async (comments) => {
      for (const { nodeId } of comments)
        await unlessGone(ask(github, QUERIES.deleteComment, { id: nodeId }, objectAt('deleteDiscussionComment')));
    },
  };
}

/** A discussion or a comment on one, and whether the token's own identity wrote it. */
interface Found {
  readonly entry: Entry;
  readonly isOurs: boolean;
}

const SWITCHED_OFF = 'switched off';

function allDiscussions(github: GitHub): Promise<readonly Found[]> {
  return allPages(async (after) => {
    const page = await ask(github, QUERIES.list, { ...github.repo, after }, (data) =>
      at(data, 'repository', 'hasDiscussionsEnabled') === false
        ? SWITCHED_OFF
        : parsePage(at(data, 'repository', 'discussions')),
    );
    if (page !== SWITCHED_OFF) return page;
    throw new Unavailable(
      'Discussions are switched off in this repository: switch them on (Settings, General, Features).',
    );
  });
}

function allComments(github: GitHub, { nodeId }: Entry): Promise<readonly Found[]> {
  return allPages((after) =>
    ask(github, QUERIES.comments, { id: nodeId, after }, (data) => parsePage(at(data, 'node', 'comments'))),
  );
}

const LAST_PAGE = 500;

interface Page {
  readonly found: readonly Found[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

function parsePage(answer: unknown): Page | null {
  const nodes = at(answer, 'nodes');
  if (!Array.isArray(nodes)) return null;
  const cursor = at(answer, 'pageInfo', 'hasNextPage') === true ? text(at(answer, 'pageInfo', 'endCursor')) : null;
  return { found: nodes.flatMap((node: unknown) => parseFound(node) ?? []), next: cursor };
}

async function allPages(page: (after: string | null) => Promise<Page>): Promise<readonly Found[]> {
  const found: Found[] = [];
  let after: string | null = null;
  for (let count = 1; count <= LAST_PAGE; count += 1) {
    const answer: Page = await page(after);
    found.push(...answer.found);
    if (answer.next === null) return found;
    after = answer.next;
  }
  throw new PublishError(`There are more than ${LAST_PAGE} pages; the search for the earlier post was given up.`);
}

async function openDiscussion(github: GitHub, category: string, title: string, sealed: Sealed): Promise<Entry> {
  const variables = { ...(await placeOf(github, category)), title, body: sealed.body };
  return createOnce(
    github,
    () => doOnce(github, QUERIES.create, variables, entryAt('createDiscussion', 'discussion')),
    async () => (await allDiscussions(github)).find(({ entry }) => holds(entry.body, sealed.proof))?.entry,
  );
}

/** The ids of the repository and of the category of that name. */
async function placeOf(
  github: GitHub,
  category: string,
): Promise<{ readonly repository: unknown; readonly category: unknown }> {
  const repository = await ask(github, QUERIES.categories, github.repo, objectAt('repository'));
  const nodes = at(repository, 'discussionCategories', 'nodes');
  const categories: readonly unknown[] = Array.isArray(nodes) ? nodes : [];
  const wanted = category.toLowerCase();
  const found = categories.find((each) => [at(each, 'name'), at(each, 'slug')].some((name) => lower(name) === wanted));
  if (found === undefined) {
    const names = categories.map((each) => String(at(each, 'name'))).join(', ');
    throw new PublishError(
      `The repository has no discussion category "${category}": set discussion-category to one of ${names || 'those in its Discussions'}.`,
    );
  }
  return { repository: at(repository, 'id'), category: at(found, 'id') };
}

function addComment(github: GitHub, thread: Entry, sealed: Sealed): Promise<Entry> {
  const variables = { id: thread.nodeId, body: sealed.body };
  return createOnce(
    github,
    () => doOnce(github, QUERIES.comment, variables, entryAt('addDiscussionComment', 'comment')),
    async () => (await allComments(github, thread)).find(({ entry }) => holds(entry.body, sealed.proof))?.entry,
  );
}

/** Body and state in one request, so that neither comes alone. */
async function closeDiscussions(github: GitHub, threads: readonly Entry[], next: number): Promise<void> {
  for (const { nodeId, body } of threads) {
    const linked = withNote(body, 'continued', `Continued in #${next}.`);
    const variables = { id: nodeId, body: linked.length <= BODY_UNITS ? linked : body };
    await unlessGone(ask(github, QUERIES.close, variables, objectAt('closeDiscussion')));
  }
}

async function edited(
  github: GitHub,
  mutation: string,
  path: readonly string[],
  sealed: Sealed,
  variables: Readonly<Record<string, unknown>>,
): Promise<Entry | null> {
  const entry = await unlessGone(ask(github, mutation, variables, entryAt(...path)));
  return entry === null ? null : kept(entry, sealed);
}

async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

function entryAt(...path: readonly string[]): Read<Entry> {
  return (data) => parseFound(at(data, ...path))?.entry ?? null;
}

function objectAt(key: string): Read<object> {
  return (data) => {
    const found = at(data, key);
    return typeof found === 'object' ? found : null;
  };
}

function parseFound(node: unknown): Found | null {
  const id = issueNumber(at(node, 'databaseId'));
  const nodeId = text(at(node, 'id'));
  if (id === null || nodeId === null) return null;
  const entry: Entry = {
    id,
    nodeId,
    number: issueNumber(at(node, 'number')),
    url: text(at(node, 'url')),
    title: text(at(node, 'title')),
    body: text(at(node, 'body')) ?? '',
    author: null,
    closed: at(node, 'closed') === true,
    minimised: at(node, 'isMinimized') === true,
    isPullRequest: false,
    labels: [],
    assignees: [],
  };
  return { entry, isOurs: at(node, 'viewerDidAuthor') === true };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function lower(value: unknown): string | null {
  return text(value)?.toLowerCase() ?? null;
}
