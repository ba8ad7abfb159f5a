// Sends GraphQL queries to GitHub: discussions have no REST API, and only GraphQL says who wrote a comment.
import { arrayAt, textAt, valueAt } from '../workflow/json.ts';
import { endlessList, type GitHub, PAGE_LIMIT, type DataReader } from './client.ts';
import { FeatureUnavailable, GitHubError, NoResponse, oneLine } from './errors.ts';
import type { Policy } from './hook.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Sends an idempotent query or mutation; `read` takes its result from the answer's `data`. Throws the same
 * errors as REST requests.
 */
export function queryGraphql<T>(
  github: GitHub,
  query: string,
  variables: Variables,
  read: DataReader<T>,
): Promise<T> {
  return send(github, query, variables, read, 'always');
}

/**
 * Sends a mutation that must not be repeated. If it is not known whether it took effect, it throws
 * `NoResponse`.
 */
export function mutateOnce<T>(
  github: GitHub,
  mutation: string,
  variables: Variables,
  read: DataReader<T>,
): Promise<T> {
  return send(github, mutation, variables, read, 'after a limit');
}

/** Sends a query, and returns its data together with its errors. */
export async function queryPartly(github: GitHub, query: string, variables: Variables): Promise<unknown> {
  const isWanted = (answer: unknown) => valueAt(answer, 'data') !== undefined || hasErrors(answer);
  const request: Policy = { repeat: 'always', isWanted };
  return github.graphql(query, { ...variables, request }).catch((error: unknown) => {
    if (hasErrors(error)) return valueAt(error, 'data');
    throw error;
  });
}

async function send<T>(
  github: GitHub,
  query: string,
  variables: Variables,
  read: DataReader<T>,
  repeat: Policy['repeat'],
): Promise<T> {
  const isWanted = (answer: unknown) => hasErrors(answer) || read(valueAt(answer, 'data')) !== null;
  const request: Policy = { repeat, isWanted };
  const { host } = github;
  const data: unknown = await github.graphql(query, { ...variables, request }).catch((error: unknown) => {
    if (error instanceof GitHubError && error.httpStatus === 404)
      throw new FeatureUnavailable(
        `GraphQL at ${host} was answered with 404: discussions need a server with GraphQL.`,
      );
    // Octokit's error has what GraphQL says with the status 200.
    throw hasErrors(error) ? graphqlError(host, arrayAt(error, 'errors')[0]) : error;
  });
  const value = read(data);
  if (value === null) throw new NoResponse(`GraphQL at ${host} was answered with something else.`);
  return value;
}

function hasErrors(answer: unknown): boolean {
  return arrayAt(answer, 'errors').length > 0;
}

/** A page of a list: its entries, and the cursor after which the next one begins; null on the last page. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly next: string | null;
}

/** Reads the page after a cursor; null for the first. */
export type ReadPage<T> = (after: string | null) => Promise<Page<T>>;

/** Reads page after page; `what` names the list in the error that ends an endless one. */
export async function readAllPages<T>(readPage: ReadPage<T>, what: string): Promise<readonly T[]> {
  const entries: T[] = [];
  let next: string | null = null;
  for (let count = 1; count <= PAGE_LIMIT; count += 1) {
    const page: Page<T> = await readPage(next);
    entries.push(...page.entries);
    if (page.next === null) return entries;
    next = page.next;
  }
  throw endlessList(what);
}

/** The error that GraphQL answered, with the status that REST would have answered with. */
function graphqlError(host: string, error: unknown): GitHubError | NoResponse {
  const type = valueAt(error, 'type');
  const message = valueAt(error, 'message');
  const reason = typeof message === 'string' ? oneLine(message) : 'no reason given';
  // GitHub's words for its own fault; such an error has no type.
  if (type === undefined && /something went wrong|timed? ?out/i.test(reason))
    return new NoResponse(`GraphQL at ${host}: ${reason}`);
  return new GitHubError(`GraphQL at ${host} answered: ${reason}.`, {
    httpStatus: STATUSES.get(textAt(error, 'type') ?? '') ?? 422,
    reason,
    fields: [],
    isRateLimit: false,
    retryMs: null,
  });
}

const STATUSES: ReadonlyMap<string, number> = new Map([
  ['FORBIDDEN', 403],
  ['INSUFFICIENT_SCOPES', 403],
  ['NOT_FOUND', 404],
]);
