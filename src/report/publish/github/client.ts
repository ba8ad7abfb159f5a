import { PublishError } from '../../../text/errors.ts';
import { asksToWait, type Headers, retryAfterMs } from '../../../http/headers.ts';
import { type Attempt, backOffMs, type RetryPolicy, sendAgain } from '../../../http/send-again.ts';
import type { RunContext } from '../workflow/context.ts';
import { arrayAt, textAt, valueAt } from '../workflow/json.ts';
import { GitHubError, NoResponse } from './errors.ts';
import { openTransport, type Reply, type Transport } from './transport.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Reads what was asked for from an answer's data; null if the answer cannot be GitHub's. */
export type Read<T> = (data: unknown) => T | null;

/** The clock that requests to GitHub run by. */
export interface GitHubEffects {
  readonly sleep: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds allowed for one request; 30,000 by default. */
  readonly requestMs?: number;
}

/**
 * Requests to one repository. Routes are written as GitHub documents them (`GET
 * /repos/{owner}/{repo}/issues`).
 */
export interface GitHub {
  readonly repo: NonNullable<RunContext['repo']>;
  readonly graphqlUrl: string;
  readonly sleep: GitHubEffects['sleep'];
  readonly now: GitHubEffects['now'];
  /** An idempotent request (GET, PATCH, DELETE, a GraphQL query): repeated after a fault that may pass. */
  request<T>(route: string, parameters: Parameters, read: Read<T>): Promise<T>;
  /**
   * A request that creates something (POST): repeated only after a rate limit, since then nothing was done.
   */
  create<T>(route: string, parameters: Parameters, read: Read<T>): Promise<T>;
  /**
   * A write over what was read before: never repeated, since what was read may have changed in the meantime.
   */
  overwrite<T>(route: string, parameters: Parameters, read: Read<T>): Promise<T>;
  /** Every entry of a list, from all its pages; `check_runs` are listed within an object. */
  list(route: string, parameters: Parameters): Promise<readonly unknown[]>;
}

/** For one request, with the body of its answer. */
const REQUEST_LIMIT_MS = 30_000;
/** For all requests of one destination together, with the waits between them. */
const TOTAL_LIMIT_MS = 300_000;

/**
 * Opens a connection to the run's repository. Nothing is sent yet. Throws if there is no token or no
 * repository.
 */
export async function connect(context: RunContext, token: string, effects: GitHubEffects): Promise<GitHub> {
  if (token === '')
    throw new PublishError(
      'No github-token was given: it is needed to post anywhere but the job summary (default: ${{ github.token }}).',
    );
  if (context.repo === null)
    throw new PublishError('GITHUB_REPOSITORY is not set (owner/name): there is no repository to post to.');
  const { owner, name: repo } = context.repo;
  const transport = openTransport(context.apiUrl, token);
  const limits = {
    host: new URL(context.apiUrl).host,
    requestMs: effects.requestMs ?? REQUEST_LIMIT_MS,
    endsMs: effects.now() + TOTAL_LIMIT_MS,
  };
  const send: Send = (route, parameters, read, repeat) => {
    const inRepository = route.includes('{owner}') ? { owner, repo, ...parameters } : parameters;
    return sendWithRetries({ route, parameters: inRepository, read, repeat }, transport, effects, limits);
  };
  return {
    repo: context.repo,
    graphqlUrl: context.graphqlUrl,
    sleep: effects.sleep,
    now: effects.now,
    request: async (route, parameters, read) => (await send(route, parameters, read, 'always')).value,
    create: async (route, parameters, read) => (await send(route, parameters, read, 'after a limit')).value,
    overwrite: async (route, parameters, read) => (await send(route, parameters, read, 'never')).value,
    list: (route, parameters) => listAll(send, route, parameters),
  };
}

interface Request<T> {
  readonly route: string;
  readonly parameters: Parameters;
  readonly read: Read<T>;
  readonly repeat: 'always' | 'after a limit' | 'never';
}

interface Success<T> {
  readonly value: T;
  readonly headers: Headers;
}

type Send = <T>(
  route: string,
  parameters: Parameters,
  read: Read<T>,
  repeat: Request<T>['repeat'],
) => Promise<Success<T>>;

/** `endsMs`: when all requests together must have ended, in epoch milliseconds. */
interface Limits {
  readonly host: string;
  readonly requestMs: number;
  readonly endsMs: number;
}

async function sendWithRetries<T>(
  { route, parameters, read, repeat }: Request<T>,
  transport: Transport,
  effects: GitHubEffects,
  { host, requestMs, endsMs }: Limits,
): Promise<Success<T>> {
  const trySending = async (count: number): Promise<Attempt<Success<T>, Reply>> => {
    const leftMs = endsMs - effects.now();
    if (leftMs <= 0)
      throw new PublishError(`${host} timed out: all together took ${TOTAL_LIMIT_MS / 60_000} minutes.`);
    const reply = await transport(route, parameters, Math.min(requestMs, leftMs));
    const isSuccess = reply.status !== null && reply.status < 300 && reply.readable;
    const value = isSuccess ? read(reply.data) : null;
    if (value !== null) return { kind: 'done', value: { value, headers: reply.headers } };
    const failed = failedAttempt(reply);
    const mayRepeat =
      !reply.lasting && (repeat === 'always' || (repeat === 'after a limit' && isRateLimit(failed)));
    return {
      kind: 'failed',
      failure: reply,
      retryMs: mayRepeat ? retryWaitMs(failed, count, effects.now()) : null,
    };
  };
  const result = await sendAgain(trySending, { ...POLICY, endsMs }, effects);
  if (result.kind === 'done') return result.value;
  const failed = failedAttempt(result.failure);
  throw requestFailure(`${expandRoute(route, parameters)} at ${host}`, failed, result.failure, effects.now());
}

/** A success with a body that cannot be read does not say what was done, so it counts as no answer. */
function failedAttempt(reply: Reply): FailedAttempt {
  if (!reply.readable) return { ...reply, status: null };
  if (reply.status === null || reply.status >= 300) return reply;
  return { ...reply, status: null, message: `${reply.status} with a body that is not what was asked for` };
}

function expandRoute(route: string, parameters: Parameters): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
}

/** The final error of a request. */
function requestFailure(
  route: string,
  failed: FailedAttempt,
  reply: Reply,
  nowMs: number,
): GitHubError | NoResponse {
  if (failed.status === null || isTransient(failed)) {
    const status = failed.status === null ? '' : `${failed.status}, `;
    const advice = reply.lasting
      ? ''
      : ' Run the job again later (https://www.githubstatus.com says how GitHub is).';
    return new NoResponse(`${route}: ${status}${failed.message}.${advice}`);
  }
  const limitMs = isRateLimit(failed) ? rateLimitWaitMs(failed, nowMs) : null;
  const isLong = limitMs !== null && limitMs > POLICY.longestWaitMs;
  const advice =
    isLong && limitMs <= LONGEST_CREDIBLE_LIMIT_MS
      ? ` The limit ends in ${Math.ceil(limitMs / 60_000)} minutes.`
      : '';
  return new GitHubError(`${route} was answered with ${failed.status}: ${failed.message}.${advice}`, {
    status: failed.status,
    reason: failed.message,
    fields: arrayAt(reply.data, 'errors').flatMap((error) => textAt(error, 'field') ?? []),
    isRateLimit: limitMs !== null,
    retryMs: isLong ? null : limitMs,
  });
}

/** A page of a list: its entries, and what the next page is asked for with; null on the last page. */
export interface Page<T, Next> {
  readonly entries: readonly T[];
  readonly next: Next | null;
}

const PAGE_LIMIT = 500;

/** Reads page after page; `what` names the list in the error that ends an endless one. */
export async function readAllPages<T, Next>(
  first: Next,
  readPage: (next: Next, count: number) => Promise<Page<T, Next>>,
  what: string,
): Promise<readonly T[]> {
  const entries: T[] = [];
  let next = first;
  for (let count = 1; count <= PAGE_LIMIT; count += 1) {
    const page: Page<T, Next> = await readPage(next, count);
    entries.push(...page.entries);
    if (page.next === null) return entries;
    next = page.next;
  }
  throw new PublishError(
    `${what} has more than ${PAGE_LIMIT} pages; the search for the earlier post was given up.`,
  );
}

const PER_PAGE = 100;

function listAll(send: Send, route: string, parameters: Parameters): Promise<readonly unknown[]> {
  const readPage = async (page: Parameters, count: number): Promise<Page<unknown, Parameters>> => {
    const all = { ...parameters, ...page, per_page: PER_PAGE };
    const { value: entries, headers } = await send(route, all, readList, 'always');
    const link = headers.link?.toString();
    const isLast = link === undefined ? entries.length < PER_PAGE : !NEXT_LINK.test(link);
    return { entries, next: isLast ? null : nextPage(link, count + 1) };
  };
  return readAllPages({ page: 1 }, readPage, route);
}

function readList(data: unknown): readonly unknown[] | null {
  const list = Array.isArray(data) ? data : valueAt(data, 'check_runs');
  return Array.isArray(list) ? list : null;
}

const NEXT_LINK = /rel="?next"?/;

/**
 * Takes the parameters of the next page from the answer, but not its address: the token is sent to the API's
 * host only.
 */
function nextPage(link: string | undefined, count: number): Parameters {
  const target = /<([^<>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined || !URL.canParse(target)) return { page: count };
  const given = new URL(target).searchParams;
  return Object.fromEntries(
    ['page', 'after'].flatMap((key) => (given.has(key) ? [[key, given.get(key)]] : [])),
  );
}

/** An attempt that failed: its answer's status, headers and message; the status is null if no answer came. */
interface FailedAttempt {
  readonly status: number | null;
  readonly headers: Headers;
  readonly message: string;
}

/** Of one request. After a longer wait the report is given up, and the message says why. */
const POLICY: RetryPolicy = { tries: 4, longestWaitMs: 60_000 };
/** The message does not repeat the end of a limit that claims to last longer than a day. */
const LONGEST_CREDIBLE_LIMIT_MS = 86_400_000;

/** Milliseconds to wait before another try; null if none is of use. `attempt` counts from 1. */
export function retryWaitMs(failed: FailedAttempt, attempt: number, nowMs: number): number | null {
  if (isRateLimit(failed)) return rateLimitWaitMs(failed, nowMs);
  return isTransient(failed) ? backOffMs(attempt) : null;
}

/**
 * Whether GitHub refused because of too many requests, rather than for a missing permission: both are 403.
 */
export function isRateLimit({ status, headers, message }: FailedAttempt): boolean {
  if (status === 429) return true;
  return status === 403 && (asksToWait(headers) || /rate limit|abuse detection/i.test(message));
}

/** GitHub asks to wait a minute if it does not say how long. */
function rateLimitWaitMs({ headers }: FailedAttempt, nowMs: number): number {
  return retryAfterMs(headers, nowMs) ?? 60_000;
}

function isTransient({ status }: FailedAttempt): boolean {
  return status === null || status >= 500 || status === 408 || status === 421;
}
