import { PublishError } from '../../errors.ts';
import { asksToWait, retryAfterMs } from '../../http/headers.ts';
import type { RunContext } from '../run/context.ts';
import { valueAt } from '../run/event.ts';
import { GitHubError, NoResponse } from './errors.ts';
import { openTransport, type Reply, type Transport } from './transport.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Picks what was asked for out of an answer's data; null says that this is no answer of GitHub's. */
export type Read<T> = (data: unknown) => T | null;

/** The clock that requests to GitHub run by. */
export interface GitHubEffects {
  readonly sleep: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds allowed for one request; 30,000 by default. */
  readonly requestMs?: number;
}

/** Requests to one repository. Routes are GitHub's own (`GET /repos/{owner}/{repo}/issues`). */
export interface GitHub {
  readonly repo: NonNullable<RunContext['repo']>;
  readonly graphqlUrl: string;
  readonly sleep: GitHubEffects['sleep'];
  readonly now: GitHubEffects['now'];
  /** GET, PATCH, DELETE, a GraphQL query: repeated on trouble that may pass, since a repetition changes nothing. */
  repeatable<T>(route: string, parameters: Parameters, read: Read<T>): Promise<T>;
  /** POST: repeated only after a rate limit, which means that nothing was done; anything unclear is `Unanswered`. */
  once<T>(route: string, parameters: Parameters, read: Read<T>): Promise<T>;
  /** A write over what was read: never repeated, since what was read may have changed by then. */
  unrepeated<T>(route: string, parameters: Parameters, read: Read<T>): Promise<T>;
  /** Every entry of a list, all pages. */
  list(route: string, parameters: Parameters): Promise<readonly unknown[]>;
}

/** A limit that is said to last longer is not believed. */
const LONGEST_CREDIBLE_LIMIT_MS = 86_400_000;
/** For one request, its answer's body included. */
const REQUEST_LIMIT_MS = 30_000;
/** For all requests of one destination together, waiting included. */
const TOTAL_LIMIT_MS = 300_000;

/** Opens the connection; nothing is sent yet. */
export async function connect(context: RunContext, token: string, effects: GitHubEffects): Promise<GitHub> {
  if (token === '')
    throw new PublishError(
      'No github-token was given: it is needed to post anywhere but the job summary (default: ${{ github.token }}).',
    );
  if (context.repo === null)
    throw new PublishError('GITHUB_REPOSITORY is not set (owner/name): there is no repository to post to.');
  const { owner, name: repo } = context.repo;
  const transport = await openTransport(context.apiUrl, token);
  const limits = {
    host: new URL(context.apiUrl).host,
    requestMs: effects.requestMs ?? REQUEST_LIMIT_MS,
    deadlineMs: effects.now() + TOTAL_LIMIT_MS,
  };
  const send: Send = (route, parameters, read, repeat) => {
    const inRepository = route.includes('{owner}') ? { owner, repo, ...parameters } : parameters;
    return attempt({ route, parameters: inRepository, read, repeat }, transport, effects, limits);
  };
  return {
    repo: context.repo,
    graphqlUrl: context.graphqlUrl,
    sleep: effects.sleep,
    now: effects.now,
    repeatable: async (route, parameters, read) => (await send(route, parameters, read, 'always')).found,
    once: async (route, parameters, read) => (await send(route, parameters, read, 'after a limit')).found,
    unrepeated: async (route, parameters, read) => (await send(route, parameters, read, 'never')).found,
    list: (route, parameters) => listAll(send, route, parameters),
  };
}

interface Request<T> {
  readonly route: string;
  readonly parameters: Parameters;
  readonly read: Read<T>;
  readonly repeat: 'always' | 'after a limit' | 'never';
}

interface Found<T> {
  readonly found: T;
  readonly headers: Reply['headers'];
}

type Send = <T>(
  route: string,
  parameters: Parameters,
  read: Read<T>,
  repeat: Request<T>['repeat'],
) => Promise<Found<T>>;

/** `deadlineMs` is a moment, epoch milliseconds. */
interface Limits {
  readonly host: string;
  readonly requestMs: number;
  readonly deadlineMs: number;
}

async function attempt<T>(
  { route, parameters, read, repeat }: Request<T>,
  transport: Transport,
  effects: GitHubEffects,
  { host, requestMs, deadlineMs }: Limits,
): Promise<Found<T>> {
  for (let count = 1; ; count += 1) {
    const leftMs = deadlineMs - effects.now();
    if (leftMs <= 0) throw new PublishError(`${host} timed out: all together took ${TOTAL_LIMIT_MS / 60_000} minutes.`);
    const reply = await transport(route, parameters, Math.min(requestMs, leftMs));
    const isSuccess = reply.status !== null && reply.status < 300 && reply.readable;
    const found = isSuccess ? read(reply.data) : null;
    if (found !== null) return { found, headers: reply.headers };
    const failed = failedAttempt(reply);
    const mayRepeat = repeat === 'always' || (repeat === 'after a limit' && isRateLimit(failed));
    const wait = mayRepeat ? retryWaitMs(failed, count, effects.now()) : null;
    if (wait === null || effects.now() + wait >= deadlineMs)
      throw requestFailure(`${expandRoute(route, parameters)} at ${host}`, failed, reply, effects.now());
    await effects.sleep(wait);
  }
}

/** A success with a body that was not meant says nothing about what was done: it counts as no answer. */
function failedAttempt(reply: Reply): FailedAttempt {
  if (!reply.readable) return { ...reply, status: null };
  if (reply.status === null || reply.status >= 300) return reply;
  return { ...reply, status: null, message: `${reply.status} with a body that is not what was asked for` };
}

const LAST_PAGE = 500;

async function listAll(send: Send, route: string, parameters: Parameters): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const perPage = 100;
  let page: Parameters = { per_page: perPage, page: 1 };
  for (let count = 1; count <= LAST_PAGE; count += 1) {
    const { found: entries, headers } = await send(route, { ...parameters, ...page }, readList, 'always');
    found.push(...entries);
    const { link } = headers;
    if (link === undefined ? entries.length < perPage : !/rel="?next"?/.test(link)) return found;
    page = { ...parameters, ...nextPage(link, count + 1), per_page: perPage };
  }
  throw new PublishError(`${route} has more than ${LAST_PAGE} pages; the search for the earlier post was given up.`);
}

function readList(data: unknown): readonly unknown[] | null {
  return Array.isArray(data) ? data : null;
}

/** Only the next page's parameters are taken from the answer, not its address: the token goes to the API's host only. */
function nextPage(link: string | undefined, count: number): Parameters {
  const target = /<([^<>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined || !URL.canParse(target)) return { page: count };
  const given = new URL(target).searchParams;
  return Object.fromEntries(['page', 'after'].flatMap((key) => (given.has(key) ? [[key, given.get(key)]] : [])));
}

function expandRoute(route: string, parameters: Parameters): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
}

function requestFailure(route: string, failed: FailedAttempt, reply: Reply, nowMs: number): GitHubError | NoResponse {
  if (failed.status === null || failed.status >= 500 || failed.status === 408) {
    const status = failed.status === null ? '' : `${failed.status}, `;
    const advice = 'Run the job again later (https://www.githubstatus.com says how GitHub is).';
    return new NoResponse(`${route}: ${status}${failed.message}. ${advice}`);
  }
  const rateLimited = isRateLimit(failed);
  const wait = rateLimitWaitMs(failed, nowMs);
  const isLong = rateLimited && wait > LONGEST_WAIT_MS;
  const advice =
    isLong && wait <= LONGEST_CREDIBLE_LIMIT_MS ? ` The limit ends in ${Math.ceil(wait / 60_000)} minutes.` : '';
  return new GitHubError(`${route} was answered with ${failed.status}: ${failed.message}.${advice}`, {
    status: failed.status,
    reason: failed.message,
    fields: wrongFields(reply.data),
    rateLimited,
    retryMs: rateLimited && !isLong ? wait : null,
  });
}

function wrongFields(data: unknown): string[] {
  const errors = valueAt(data, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((entry: unknown) => {
    const field = valueAt(entry, 'field');
    return typeof field === 'string' ? [field] : [];
  });
}

/** What is known of an attempt that failed: an answer's status, headers and message, or null when none came. */
interface FailedAttempt {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Waits longer than this are not worth a runner's time: the report is given up with the reason. */
const LONGEST_WAIT_MS = 60_000;

const TRIES = 4;

/**
 * How long to wait before trying again, in ms; null when trying again is no use. `attempt` counts from 1.
 * Rate limits as GitHub asks for: `retry-after`, else `x-ratelimit-reset`, else a minute.
 */
export function retryWaitMs(failed: FailedAttempt, attempt: number, nowMs: number): number | null {
  if (attempt >= TRIES) return null;
  const ms = isRateLimit(failed) ? rateLimitWaitMs(failed, nowMs) : transientWaitMs(failed, attempt);
  return ms === null || ms > LONGEST_WAIT_MS ? null : ms;
}

/** Whether GitHub refused for asking too much, rather than for a missing permission: both are 403. */
export function isRateLimit(failed: FailedAttempt): boolean {
  if (failed.status === 429) return true;
  return failed.status === 403 && (asksToWait(failed.headers) || /rate limit|abuse detection/i.test(failed.message));
}

/** When GitHub will listen again, in ms from now. */
function rateLimitWaitMs(failed: FailedAttempt, nowMs: number): number {
  return retryAfterMs(failed.headers, nowMs) ?? 60_000;
}

function transientWaitMs(failed: FailedAttempt, attempt: number): number | null {
  return failed.status === null || failed.status >= 500 || failed.status === 408 ? 1000 * 2 ** (attempt - 1) : null;
}
