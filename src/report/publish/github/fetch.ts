// Makes the `fetch` that Octokit uses: one host, our proxies, and a limit for the size of answers. `hook.ts`
// calls it.
import type { Dispatcher } from 'undici';
import { redirectHost } from '../../../http/headers.ts';
import { createDispatcher } from '../../../http/dispatcher.ts';
import { type Answer, readBody, type Request, sendRequest } from '../../../http/send-request.ts';
import { NetworkError, PublishError } from '../../../text/errors.ts';

/** What Octokit passes to a `fetch`. */
interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

const MEBIBYTE = 1_048_576;
/** More than a page of a hundred comments of the greatest length takes. */
const ANSWER_LIMIT_BYTES = 64 * MEBIBYTE;
/** For all answers of one connection together. */
const TOTAL_LIMIT_BYTES = 256 * MEBIBYTE;
/** For an error: as much as a message can quote. */
const ERROR_LIMIT_BYTES = 64 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const REDIRECT_LIMIT = 5;

/**
 * A `fetch` for Octokit that talks to one host, through the query client's proxies, and reads a bounded part
 * of what it answers. Token and report go nowhere else: the addresses of pages lead to this host whatever the
 * server names, and a redirect to another place is not followed. `limitMs` gives the time for a request.
 */
export function fetchFrom(apiUrl: string, limitMs: () => number, totalBytes = TOTAL_LIMIT_BYTES) {
  const { origin } = new URL(apiUrl);
  let dispatcher: Dispatcher | null = null;
  let leftBytes = totalBytes;
  return async (url: string, { method, headers, body = null }: FetchOptions) => {
    dispatcher ??= createDispatcher(new URL(apiUrl), process.env);
    const { pathname, search } = new URL(url);
    const timeoutMs = limitMs();
    const signal = AbortSignal.timeout(timeoutMs);
    const exchange = async (connected: Dispatcher) => {
      const request = { method, origin, path: pathname + search, headers, body };
      const answer = await follow(connected, request, signal, REDIRECT_LIMIT);
      return { answer, text: await readText(answer, leftBytes) };
    };
    const { answer, text } = await exchange(dispatcher).catch((error: unknown) => {
      throw signal.aborted ? new NetworkError('timeout', `timed out after ${timeoutMs / 1000} s`) : error;
    });
    leftBytes -= Buffer.byteLength(text);
    const received = new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    // Octokit parses JSON of this type only, and hands on as text what is no JSON.
    received.set('content-type', 'application/json');
    const link = received.get('link');
    if (link !== undefined) received.set('link', link.replace(/<https?:\/\/[^/>]*/g, `<${origin}`));
    return { status: answer.status, url, headers: received, text: () => Promise.resolve(text) };
  };
}

/**
 * Sends a request and follows redirects to the same resource of the same origin (a renamed repository), with
 * the same method and body as GitHub requests.
 */
async function follow(
  dispatcher: Dispatcher,
  request: Request,
  signal: AbortSignal,
  left: number,
): Promise<Answer> {
  const { origin, path } = request;
  const answer = await sendRequest(dispatcher, request, signal);
  const { location } = answer.headers;
  const isRedirect = REDIRECTS.has(answer.status) && typeof location === 'string';
  const target = isRedirect ? URL.parse(location, origin + path) : null;
  if (target?.origin !== origin || left === 0) return answer;
  const next = target.pathname + target.search;
  if (resourceOf(next) !== resourceOf(path)) return answer;
  answer.body.destroy();
  return follow(dispatcher, { ...request, path: next }, signal, left - 1);
}

/** A path without the repository's name or id, by which GitHub redirects. */
function resourceOf(path: string): string {
  return path.replace(/\/(?:repos\/[^/]+\/[^/]+|repositories\/\d+)(?=[/?]|$)/, '');
}

/** The body's text. Throws if the answer is too large. */
async function readText({ status, body }: Answer, leftBytes: number): Promise<string> {
  if (status >= 300) return readErrorText(body);
  const limitBytes = Math.min(ANSWER_LIMIT_BYTES, leftBytes);
  try {
    const { bytes, isComplete } = await readBody(body, limitBytes);
    if (isComplete) return new TextDecoder().decode(bytes);
  } finally {
    body.destroy();
  }
  if (limitBytes === ANSWER_LIMIT_BYTES)
    throw new Error(`the answer is larger than ${ANSWER_LIMIT_BYTES / MEBIBYTE} MiB`);
  throw new PublishError(`GitHub's answers together are larger than ${TOTAL_LIMIT_BYTES / MEBIBYTE} MiB.`);
}

/** The beginning of an error's text. The error counts by its status, even if its body cannot be read. */
async function readErrorText(body: Answer['body']): Promise<string> {
  try {
    const { bytes } = await readBody(body, ERROR_LIMIT_BYTES);
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  } finally {
    body.destroy();
  }
}

/** Why a redirect was not followed. */
export function describeRedirect(location: string, apiUrl: string): string {
  const host = redirectHost({ location }, apiUrl);
  const isElsewhere = host !== new URL(apiUrl).host;
  const why = isElsewhere
    ? 'token and report go nowhere else'
    : `what was requested was moved to ${URL.parse(location, apiUrl)?.pathname ?? ''}`;
  return `a redirect to ${host}, which is not followed: ${why}`;
}
