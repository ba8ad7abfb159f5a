// Reads comments and issues from GitHub's answers, and finds out which of them the token's own account
// wrote: only those may be edited. The destinations call it.
import { addressAt, arrayAt, hasObjectAt, idAt, momentAt, textAt, valueAt } from '../workflow/json.ts';
import type { GitHub } from './client.ts';
import { GitHubError, NoResponse } from './errors.ts';
import { queryPartly } from './graphql.ts';

/** A comment, an issue or a discussion as GitHub lists it. */
export interface GitHubItem {
  readonly id: number;
  readonly nodeId: string | null;
  /** Null for a comment. */
  readonly number: number | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly body: string;
  /** Of an issue or a discussion a reply counts as well, so its text is no newer. */
  readonly changedMs: number | null;
  /** Null if the account was deleted. */
  readonly author: { readonly login: string; readonly isBot: boolean } | null;
  readonly isClosed: boolean;
  readonly isMinimized: boolean;
  readonly isPullRequest: boolean;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
}

/** Reads a comment or an issue from an answer of the REST API; null if it is neither. */
export function parseItem(value: unknown): GitHubItem | null {
  const id = idAt(value, 'id');
  if (id === null) return null;
  const login = textAt(value, 'user', 'login');
  return {
    id,
    nodeId: textAt(value, 'node_id'),
    number: idAt(value, 'number'),
    url: addressAt(value, 'html_url'),
    title: textAt(value, 'title'),
    body: textAt(value, 'body') ?? '',
    changedMs: momentAt(value, 'updated_at'),
    author: login === null ? null : { login, isBot: valueAt(value, 'user', 'type') === 'Bot' },
    isClosed: valueAt(value, 'state') === 'closed',
    isMinimized: hasObjectAt(value, 'minimized'),
    isPullRequest: hasObjectAt(value, 'pull_request'),
    labels: arrayAt(value, 'labels').flatMap((label) =>
      typeof label === 'string' ? [label] : (textAt(label, 'name') ?? []),
    ),
    assignees: arrayAt(value, 'assignees').flatMap((assignee) => textAt(assignee, 'login') ?? []),
  };
}

/** Reads an array of items; null if it is not an array. What is not an item is left out. */
export function parseItems(list: unknown): readonly GitHubItem[] | null {
  return Array.isArray(list) ? list.flatMap((value: unknown) => parseItem(value) ?? []) : null;
}

/**
 * The account that the token writes as: only its own posts are edited or deleted. GraphQL says for each
 * comment whether the account wrote it; without GraphQL, the author's login decides.
 */
export interface Identity {
  readonly login: string;
  readonly hasWritten: (item: GitHubItem) => boolean;
  readonly isMinimized: (item: GitHubItem) => boolean;
}

/**
 * The account that GitHub writes as with the workflow's own token. REST alone cannot find it out: `GET /user`
 * refuses that token.
 */
const WORKFLOW_LOGIN = 'github-actions[bot]';

const QUERY =
  'query($ids: [ID!]!) { viewer { login } nodes(ids: $ids) { id ... on IssueComment { isMinimized viewerDidAuthor } } }';

/** Reads which account the token writes as, and in the same request which of up to 100 comments it wrote. */
export async function identify(github: GitHub, candidates: readonly GitHubItem[]): Promise<Identity> {
  const ids = candidates.flatMap((item) => item.nodeId ?? []).slice(0, 100);
  const answer = await readByGraphql(github, ids);
  const login = textAt(answer, 'viewer', 'login') ?? (await readLogin(github)) ?? WORKFLOW_LOGIN;
  const nodes = new Map(arrayAt(answer, 'nodes').map((node) => [valueAt(node, 'id'), node]));
  const factOf = ({ nodeId }: GitHubItem, key: string): unknown =>
    nodeId === null ? undefined : valueAt(nodes.get(nodeId), key);
  return {
    login,
    hasWritten: (item) => {
      const [isAuthor, { author }] = [factOf(item, 'viewerDidAuthor'), item];
      if (typeof isAuthor === 'boolean' || author === null) return isAuthor === true;
      return author.isBot
        ? isAccount(login, author.login)
        : author.login.toLowerCase() === login.toLowerCase();
    },
    isMinimized: (item) => item.isMinimized || factOf(item, 'isMinimized') === true,
  };
}

async function readByGraphql(github: GitHub, ids: readonly string[]): Promise<unknown> {
  try {
    return await queryPartly(github, QUERY, { ids });
  } catch (error) {
    // The server has no GraphQL, or the token may not use it. A token that is not valid (401) is not valid
    // for REST either.
    if (error instanceof NoResponse || (error instanceof GitHubError && error.httpStatus !== 401))
      return undefined;
    throw error;
  }
}

async function readLogin(github: GitHub): Promise<string | null> {
  try {
    return await github.request('GET /user', {}, (user) => textAt(user, 'login'));
  } catch (error) {
    if (error instanceof GitHubError && error.httpStatus !== 401 && !error.isRateLimit) return null;
    throw error;
  }
}

/** Whether a login, as GitHub writes it, is that of an account; an App's has `[bot]` at its end. */
export function isAccount(account: string, login: string): boolean {
  return [account, `${account}[bot]`].some((each) => each.toLowerCase() === login.toLowerCase());
}
