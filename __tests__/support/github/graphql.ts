import { readFileSync } from 'node:fs';
import { buildSchema, execute, GraphQLError, parse, validate, type GraphQLSchema } from 'graphql';
import type { Account, StoredComment, StoredDiscussion, StoredDiscussionComment } from './state.ts';

/** The lists of the stand-in that GraphQL reads and changes. */
interface GraphqlState {
  readonly repo: string;
  readonly hasDiscussions: boolean;
  readonly categories: readonly string[];
  readonly comments: () => readonly StoredComment[];
  readonly discussions: StoredDiscussion[];
  readonly discussionComments: StoredDiscussionComment[];
  readonly addDiscussion: (discussion: Partial<StoredDiscussion>) => StoredDiscussion;
  readonly addDiscussionComment: (
    discussion: number,
    comment: Partial<StoredDiscussionComment>,
  ) => StoredDiscussionComment;
}

interface Asked {
  readonly query?: unknown;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const FILE = new URL('schema.graphql', import.meta.url);
let built: GraphQLSchema | undefined;

/** GitHub's own schema, as far as `scripts/github-api.ts` lists it. */
export function githubSchema(): GraphQLSchema {
  built ??= buildSchema(readFileSync(FILE, 'utf8'), {
    assumeValid: true,
    assumeValidSDL: true,
    noLocation: true,
  });
  return built;
}

/**
 * Answers a GraphQL request by GitHub's own schema; anything that the schema does not allow is a violation.
 */
export async function answerGraphql(
  body: unknown,
  account: Account,
  state: GraphqlState,
  isKept: boolean,
): Promise<{ readonly body: object; readonly violations: readonly string[] }> {
  const { query, variables } = body as Asked;
  const document = parse(String(query));
  const problems = validate(githubSchema(), document).map(({ message }) => `POST /graphql: ${message}`);
  if (problems.length > 0)
    return { body: { errors: problems.map((message) => ({ message })) }, violations: problems };
  const rootValue = new Root(account, state, isKept);
  const result = await execute({
    schema: githubSchema(),
    document,
    rootValue,
    variableValues: variables ?? {},
  });
  const errors = (result.errors ?? []).map((error) => ({ ...error.toJSON(), type: error.extensions.type }));
  const unmeant = errors
    .filter(({ type }) => type === undefined)
    .map(({ message }) => `POST /graphql: ${message}`);
  return { body: { ...(errors.length > 0 && { errors }), data: result.data }, violations: unmeant };
}

interface Page {
  readonly first: number;
  readonly after?: string | null;
}

type Input<Keys extends string> = { readonly input: Readonly<Record<Keys, string>> };

class Root {
  readonly #account: Account;
  readonly #state: GraphqlState;
  readonly #isKept: boolean;
  constructor(account: Account, state: GraphqlState, isKept: boolean) {
    this.#account = account;
    this.#state = state;
    this.#isKept = isKept;
  }

  viewer(): object {
    return { __typename: 'User', login: this.#account.login };
  }

  nodes({ ids }: { readonly ids: readonly string[] }): unknown[] {
    return ids.map((id) => {
      const comment = this.#state.comments().find((one) => `IC_${one.id}` === id);
      if (!comment) return null;
      const viewerDidAuthor = comment.author === this.#account.login;
      return { __typename: 'IssueComment', id, isMinimized: comment.minimized, viewerDidAuthor };
    });
  }

  node({ id }: { readonly id: string }): object | null {
    const found = this.#state.discussions.find(({ number }) => `D_${number}` === id);
    return found ? this.#discussion(found) : null;
  }

  repository({ owner, name }: { readonly owner: string; readonly name: string }): object {
    if (`${owner}/${name}` !== this.#state.repo)
      throw refused('NOT_FOUND', 'Could not resolve to a Repository.');
    const { discussions, categories, hasDiscussions } = this.#state;
    return {
      __typename: 'Repository',
      id: 'R_1',
      hasDiscussionsEnabled: hasDiscussions,
      discussionCategories: (page: Page) =>
        paged(
          page,
          categories.map((category) => ({
            id: `DIC_${category}`,
            name: category,
            slug: category.toLowerCase().replaceAll(' ', '-'),
          })),
        ),
      discussions: (page: Page) =>
        paged(
          page,
          [...discussions].reverse().map((one) => this.#discussion(one)),
        ),
    };
  }

  createDiscussion({ input }: Input<'repositoryId' | 'categoryId' | 'title' | 'body'>): object {
    this.#mayWrite();
    const category = this.#state.categories.find((name) => `DIC_${name}` === input.categoryId);
    if (input.repositoryId !== 'R_1' || category === undefined)
      throw refused('NOT_FOUND', `Could not resolve to a node with the global id of '${input.categoryId}'`);
    const { title, body } = input;
    return {
      discussion: this.#discussion(
        this.#state.addDiscussion({ title, body, category, author: this.#account.login }),
      ),
    };
  }

  updateDiscussion({
    input,
  }: {
    readonly input: { readonly discussionId: string; readonly title?: string; readonly body?: string };
  }): object {
    this.#mayWrite();
    const found = this.#find(this.#state.discussions, 'D_', input.discussionId, ({ number }) => number);
    if (input.title !== undefined) found.title = input.title;
    if (input.body !== undefined && !this.#isKept) found.body = input.body;
    found.edits += 1;
    return { discussion: this.#discussion(found) };
  }

  closeDiscussion({ input }: Input<'discussionId'>): object {
    this.#mayWrite();
    const found = this.#find(this.#state.discussions, 'D_', input.discussionId, ({ number }) => number);
    found.closed = true;
    return { discussion: this.#discussion(found) };
  }

  addDiscussionComment({ input }: Input<'discussionId' | 'body'>): object {
    this.#mayWrite();
    const { number } = this.#find(this.#state.discussions, 'D_', input.discussionId, (one) => one.number);
    const { body } = input;
    return {
      comment: this.#comment(this.#state.addDiscussionComment(number, { body, author: this.#account.login })),
    };
  }

  updateDiscussionComment({ input }: Input<'commentId' | 'body'>): object {
    this.#mayWrite();
    const found = this.#find(this.#state.discussionComments, 'DC_', input.commentId, ({ id }) => id);
    if (!this.#isKept) found.body = input.body;
    return { comment: this.#comment(found) };
  }

  deleteDiscussionComment({ input }: Input<'id'>): object {
    this.#mayWrite();
    const found = this.#find(this.#state.discussionComments, 'DC_', input.id, ({ id }) => id);
    this.#state.discussionComments.splice(this.#state.discussionComments.indexOf(found), 1);
    return { comment: this.#comment(found) };
  }

  #mayWrite(): void {
    const { discussions = 'write', kind } = this.#account;
    if (discussions === 'write') return;
    throw refused(
      'FORBIDDEN',
      `Resource not accessible by ${kind === 'pat' ? 'personal access token' : 'integration'}`,
    );
  }

  #find<T>(all: readonly T[], prefix: string, id: string, numberOf: (one: T) => number): T {
    const found = all.find((one) => `${prefix}${numberOf(one)}` === id);
    if (found === undefined)
      throw refused('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
    return found;
  }

  #discussion(one: StoredDiscussion): object {
    const { discussionComments, repo } = this.#state;
    return {
      __typename: 'Discussion',
      id: `D_${one.number}`,
      databaseId: 7_000_000 + one.number,
      number: one.number,
      title: one.title,
      url: `https://github.com/${repo}/discussions/${one.number}`,
      body: one.body,
      closed: one.closed,
      updatedAt: one.updatedAt ?? new Date().toISOString(),
      viewerDidAuthor: one.author === this.#account.login,
      comments: (page: Page) =>
        paged(
          page,
          discussionComments
            .filter(({ discussion }) => discussion === one.number)
            .map((each) => this.#comment(each)),
        ),
    };
  }

  #comment(one: StoredDiscussionComment): object {
    return {
      __typename: 'DiscussionComment',
      id: `DC_${one.id}`,
      databaseId: one.id,
      url: `https://github.com/${this.#state.repo}/discussions/${one.discussion}#discussioncomment-${one.id}`,
      body: one.body,
      updatedAt: one.updatedAt ?? new Date().toISOString(),
      isMinimized: one.minimized,
      viewerDidAuthor: one.author === this.#account.login,
    };
  }
}

/** GitHub refuses to return more than 100 at once. */
function paged({ first, after }: Page, all: readonly object[]): object {
  if (first > 100) throw new GraphQLError('Requesting more than 100 records.');
  const start = Number(after ?? 0);
  const end = Math.min(all.length, start + first);
  return {
    pageInfo: { hasNextPage: end < all.length, endCursor: String(end) },
    nodes: all.slice(start, end),
  };
}

function refused(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}
