import { at } from './event.ts';
import type { GitHub, Read } from './github.ts';
import { Refusal, Unanswered, Unavailable } from './refusal.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Asks GraphQL for something that a repetition does not change; `read` picks it out of the answer's `data`. Throws as REST does. */
export function ask<T>(github: GitHub, query: string, variables: Variables, read: Read<T>): Promise<T> {
  return said(github, github.repeatable(`POST ${github.graphqlUrl}`, { query, variables }, orErrors(read)));
}

/** Has GraphQL do something that a repetition would do twice: anything unclear is `Unanswered`. */
export function doOnce<T>(github: GitHub, mutation: string, variables: Variables, read: Read<T>): Promise<T> {
  return said(github, github.once(`POST ${github.graphqlUrl}`, { query: mutation, variables }, orErrors(read)));
}

type Said<T> = { readonly error: unknown } | { readonly data: T };

/** What GraphQL refuses is answered too, with a status of 200. */
function orErrors<T>(read: Read<T>): Read<Said<T>> {
  return (answer) => {
    const errors = at(answer, 'errors');
    if (Array.isArray(errors) && errors.length > 0) return { error: errors[0] };
    const data = read(at(answer, 'data'));
    return data === null ? null : { data };
  };
}

async function said<T>(github: GitHub, asked: Promise<Said<T>>): Promise<T> {
  const answer = await asked.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    throw new Unavailable(`${github.graphqlUrl} was answered with 404: discussions need a server with GraphQL.`);
  });
  if ('error' in answer) throw refused(github.graphqlUrl, answer.error);
  return answer.data;
}

/** GraphQL refuses with status 200; the kinds of refusal are told apart as REST's statuses tell them. */
function refused(url: string, error: unknown): Refusal | Unanswered {
  const kind = at(error, 'type');
  const said = at(error, 'message');
  const reason = typeof said === 'string' ? line(said) : 'no reason given';
  // GitHub's words for a fault of its own; it names no type then.
  if (kind === undefined && /something went wrong|timed? ?out/i.test(reason))
    return new Unanswered(`${url}: ${reason}`);
  return new Refusal(`${url} answered: ${reason}.`, {
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

function line(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.\s]+$/, '');
}
