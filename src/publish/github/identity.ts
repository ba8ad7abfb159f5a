import type { GitHubItem } from './item.ts';
import { valueAt } from '../run/event.ts';
import type { GitHub } from './client.ts';
import { GitHubError, NoResponse } from './errors.ts';

/** Whom the token writes as. A comment is judged by GraphQL where that could be asked, else by its author's login. */
export interface Identity {
  readonly login: string;
  readonly wrote: (entry: GitHubItem) => boolean;
  readonly minimised: (entry: GitHubItem) => boolean;
}

/** What GitHub writes as with the workflow's own token; `GET /user` refuses that token, so REST alone cannot tell. */
const WORKFLOW_LOGIN = 'github-actions[bot]';

const QUERY =
  'query($ids: [ID!]!) { viewer { login } nodes(ids: $ids) { id ... on IssueComment { isMinimized viewerDidAuthor } } }';

/** Asks whom the token writes as, and in the same request about up to 100 comments. */
export async function identify(github: GitHub, candidates: readonly GitHubItem[]): Promise<Identity> {
  const ids = candidates.flatMap((entry) => entry.nodeId ?? []).slice(0, 100);
  const answer = await askGraphql(github, ids);
  const login = nonEmptyString(valueAt(answer, 'viewer', 'login')) ?? (await askRest(github)) ?? WORKFLOW_LOGIN;
  const nodes = new Map(nodesOf(answer).map((node) => [valueAt(node, 'id'), node]));
  const known = (entry: GitHubItem, key: string): unknown =>
    entry.nodeId === null ? undefined : valueAt(nodes.get(entry.nodeId), key);
  return {
    login,
    wrote: (entry) => {
      const judged = known(entry, 'viewerDidAuthor');
      return typeof judged === 'boolean' ? judged : sameLogin(entry, login);
    },
    minimised: (entry) => entry.minimised || known(entry, 'isMinimized') === true,
  };
}

async function askGraphql(github: GitHub, ids: readonly string[]): Promise<unknown> {
  try {
    const query = { query: QUERY, variables: { ids } };
    const answer = await github.repeatable(`POST ${github.graphqlUrl}`, query, graphqlAnswer);
    return valueAt(answer, 'data');
  } catch (error) {
    // A server without GraphQL, or a token that may not use it; a dead token (401) is dead for REST too.
    if (error instanceof NoResponse || (error instanceof GitHubError && error.status !== 401)) return undefined;
    throw error;
  }
}

/** Refused or not: what it does not say is asked of REST. */
function graphqlAnswer(answer: unknown): object | null {
  const isGraphql = valueAt(answer, 'data') !== undefined || Array.isArray(valueAt(answer, 'errors'));
  return typeof answer === 'object' && isGraphql ? answer : null;
}

async function askRest(github: GitHub): Promise<string | null> {
  try {
    return await github.repeatable('GET /user', {}, (user) => nonEmptyString(valueAt(user, 'login')));
  } catch (error) {
    if (error instanceof GitHubError && error.status !== 401 && !error.rateLimited) return null;
    throw error;
  }
}

function sameLogin(entry: GitHubItem, login: string): boolean {
  if (entry.author === null) return false;
  const author = entry.author.login.toLowerCase();
  const own = login.toLowerCase();
  return author === own || (entry.author.isBot && author === `${own}[bot]`);
}

function nodesOf(answer: unknown): readonly unknown[] {
  const nodes = valueAt(answer, 'nodes');
  return Array.isArray(nodes) ? nodes : [];
}

function nonEmptyString(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
