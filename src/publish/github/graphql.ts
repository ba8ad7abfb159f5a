import { valueAt } from '../run/event.ts';
import type { GitHub, Read } from './client.ts';
import { GitHubError, NoResponse, FeatureUnavailable } from './errors.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Asks GraphQL for something that a repetition does not change; `read` picks it out of the answer's `data`. Throws as REST does. */
export function queryGraphql<T>(github: GitHub, query: string, variables: Variables, read: Read<T>): Promise<T> {
  return dataOrThrow(
    github,
    github.repeatable(`POST ${github.graphqlUrl}`, { query, variables }, readDataOrErrors(read)),
  );
}

/** Has GraphQL do something that a repetition would do twice: anything unclear is `Unanswered`. */
export function mutateOnce<T>(github: GitHub, mutation: string, variables: Variables, read: Read<T>): Promise<T> {
  return dataOrThrow(
    github,
    github.once(`POST ${github.graphqlUrl}`, { query: mutation, variables }, readDataOrErrors(read)),
  );
}

type GraphqlAnswer<T> = { readonly error: unknown } | { readonly data: T };

/** What GraphQL refuses is answered too, with a status of 200. */
function readDataOrErrors<T>(read: Read<T>): Read<GraphqlAnswer<T>> {
  return (answer) => {
    const errors = valueAt(answer, 'errors');
    if (Array.isArray(errors) && errors.length > 0) return { error: errors[0] };
    const data = read(valueAt(answer, 'data'));
    return data === null ? null : { data };
  };
}

async function dataOrThrow<T>(github: GitHub, asked: Promise<GraphqlAnswer<T>>): Promise<T> {
  const answer = await asked.catch((error: unknown) => {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    throw new FeatureUnavailable(`${github.graphqlUrl} was answered with 404: discussions need a server with GraphQL.`);
  });
  if ('error' in answer) throw graphqlError(github.graphqlUrl, answer.error);
  return answer.data;
}

/** GraphQL refuses with status 200; the kinds of refusal are told apart as REST's statuses tell them. */
function graphqlError(url: string, error: unknown): GitHubError | NoResponse {
  const kind = valueAt(error, 'type');
  const said = valueAt(error, 'message');
  const reason = typeof said === 'string' ? oneLine(said) : 'no reason given';
  // GitHub's words for a fault of its own; it names no type then.
  if (kind === undefined && /something went wrong|timed? ?out/i.test(reason))
    return new NoResponse(`${url}: ${reason}`);
  return new GitHubError(`${url} answered: ${reason}.`, {
    status: typeof kind === 'string' ? (STATUSES[kind] ?? 422) : 422,
    reason,
    fields: [],
    rateLimited: kind === 'RATE_LIMITED' || kind === 'RATE_LIMIT',
    retryMs: null,
  });
}

const STATUSES: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 403,
  RATE_LIMIT: 403,
};

function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.\s]+$/, '');
}
