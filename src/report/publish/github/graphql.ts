import { textAt, valueAt } from '../workflow/json.ts';
import type { GitHub, Read } from './client.ts';
import { FeatureUnavailable, GitHubError, NoResponse } from './errors.ts';
import { oneLine } from './transport.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Sends an idempotent query or mutation; `read` takes its result from the answer's `data`. Throws the same
 * errors as REST requests.
 */
export function queryGraphql<T>(
  github: GitHub,
  query: string,
  variables: Variables,
  read: Read<T>,
): Promise<T> {
  return dataOrThrow(
    github,
    github.request(`POST ${github.graphqlUrl}`, { query, variables }, dataOrErrors(read)),
  );
}

/**
 * Sends a mutation that must not be repeated. If it is not known whether it took effect, it throws
 * `NoResponse`.
 */
export function mutateOnce<T>(
  github: GitHub,
  mutation: string,
  variables: Variables,
  read: Read<T>,
): Promise<T> {
  const body = { query: mutation, variables };
  return dataOrThrow(github, github.create(`POST ${github.graphqlUrl}`, body, dataOrErrors(read)));
}

type GraphqlAnswer<T> = { readonly error: unknown } | { readonly data: T };

/** GraphQL answers an error, too, with the status 200. */
function dataOrErrors<T>(read: Read<T>): Read<GraphqlAnswer<T>> {
  return (answer) => {
    const errors = valueAt(answer, 'errors');
    if (Array.isArray(errors) && errors.length > 0) return { error: errors[0] };
    const data = read(valueAt(answer, 'data'));
    return data === null ? null : { data };
  };
}

async function dataOrThrow<T>(github: GitHub, request: Promise<GraphqlAnswer<T>>): Promise<T> {
  const answer = await request.catch((error: unknown) => {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    throw new FeatureUnavailable(
      `${github.graphqlUrl} was answered with 404: discussions need a server with GraphQL.`,
    );
  });
  if ('error' in answer) throw graphqlError(github.graphqlUrl, answer.error);
  return answer.data;
}

/** Gives the error the status that REST would have answered with. */
function graphqlError(url: string, error: unknown): GitHubError | NoResponse {
  const type = valueAt(error, 'type');
  const message = valueAt(error, 'message');
  const reason = typeof message === 'string' ? oneLine(message) : 'no reason given';
  // GitHub's words for a fault of its own; such an error has no type.
  if (type === undefined && /something went wrong|timed? ?out/i.test(reason))
    return new NoResponse(`${url}: ${reason}`);
  return new GitHubError(`${url} answered: ${reason}.`, {
    status: STATUSES.get(textAt(error, 'type') ?? '') ?? 422,
    reason,
    fields: [],
    isRateLimit: type === 'RATE_LIMITED' || type === 'RATE_LIMIT',
    retryMs: null,
  });
}

const STATUSES: ReadonlyMap<string, number> = new Map([
  ['FORBIDDEN', 403],
  ['INSUFFICIENT_SCOPES', 403],
  ['NOT_FOUND', 404],
  ['RATE_LIMITED', 403],
  ['RATE_LIMIT', 403],
]);
