import { endpoint } from '@octokit/endpoint';
import type { Dispatcher } from 'undici';
import { NetworkError } from '../../../text/errors.ts';
import { connectionCode, describeConnection, isLasting } from '../../../http/connection-error.ts';
import { createDispatcher } from '../../../http/dispatcher.ts';
import { type Headers, redirectHost } from '../../../http/headers.ts';
import { type Answer, readBody, type Request, sendRequest } from '../../../http/send-request.ts';
import { redact } from '../../../text/redact.ts';
import { arrayAt, textAt, valueAt } from '../workflow/json.ts';
import { parseJson } from '../../../text/json.ts';

/**
 * What came back. `status` is null if no answer came; `readable` is false if the body is not GitHub's, or not
 * complete.
 */
export interface Reply {
  readonly status: number | null;
  readonly headers: Headers;
  readonly data: unknown;
  readonly readable: boolean;
  /** Whether no answer came for a reason that does not pass by itself, so that another try is of no use. */
  readonly lasting: boolean;
  /** What went wrong, safe to print: no token, one line. */
  readonly message: string;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Sends one request and never throws. `timeoutMs` covers headers and body. */
export type Transport = (route: string, parameters: Parameters, timeoutMs: number) => Promise<Reply>;

/** Opens a transport: the query client's HTTP, which knows proxies, sends the requests. */
export function openTransport(apiUrl: string, token: string): Transport {
  const build = requestBuilder(apiUrl, token);
  let dispatcher: Dispatcher | null = null;
  return async (route, parameters, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      dispatcher ??= createDispatcher(new URL(apiUrl), process.env);
      const answer = await follow(dispatcher, build(route, parameters), signal, REDIRECT_LIMIT);
      return readReply(answer, await readAnswer(answer), apiUrl, token);
    } catch (error) {
      const code = connectionCode(error);
      const lasting = !signal.aborted && code !== null && isLasting(code);
      const message = signal.aborted
        ? `timed out after ${timeoutMs / 1000} s`
        : connectionMessage(error, code);
      return {
        status: null,
        headers: {},
        data: null,
        readable: false,
        lasting,
        message: safeLine(message, token),
      };
    }
  };
}

/**
 * Octokit's own type knows the parameters of each route, and takes no route that is only known when it runs.
 */
type Build = (
  route: string,
  parameters: Parameters,
) => Pick<Request, 'method' | 'headers'> & { readonly url: string; readonly body?: unknown };

/** Makes the builder of requests to GitHub: routes and parameters become what Octokit makes of them. */
export function requestBuilder(
  baseUrl: string,
  token: string,
): (route: string, parameters: Parameters) => Request {
  const headers = {
    authorization: `token ${token}`,
    'user-agent': 'insight-report',
    'x-github-api-version': '2022-11-28',
  };
  const build = endpoint.defaults({ baseUrl, headers }) as Build;
  return (route, parameters) => {
    const { method, url, headers, body } = build(route, parameters);
    const { origin, pathname, search } = new URL(url);
    const text = body === undefined ? null : JSON.stringify(body);
    return { method, origin, path: pathname + search, headers, body: text };
  };
}

function readReply({ status, headers }: Answer, text: string, apiUrl: string, token: string): Reply {
  const value = parseJson(text);
  // A body that is cut off is neither an object nor an array.
  const data = typeof value === 'object' ? value : null;
  const readable = status === 204 || data !== null;
  const message = safeLine(replyMessage(status, headers, data, apiUrl), token);
  // An error counts by its status, whatever its body: the 403 page of a proxy is still a 403.
  return { status, headers, data, readable: readable || status >= 300, lasting: false, message };
}

function replyMessage(status: number, headers: Headers, data: object | null, apiUrl: string): string {
  if (status >= 300 && status < 400 && headers.location !== undefined)
    return `a redirect to ${redirectHost(headers, apiUrl)}, which is not followed: token and report go nowhere else`;
  if (status === 407) return 'a proxy wants a user and password. Check HTTPS_PROXY';
  if (data !== null) return githubMessage(data) ?? 'no reason given';
  return status < 300 ? `${status} with a body that is not GitHub's` : "its body is not GitHub's";
}

/** GitHub's own message for an error, and what it says about single fields. */
function githubMessage(data: unknown): string | null {
  const message = valueAt(data, 'message');
  if (typeof message !== 'string') return null;
  const details = arrayAt(data, 'errors').flatMap(errorDetails);
  return details.length > 0 ? `${message} (${details.join('; ')})` : message;
}

function errorDetails(entry: unknown): string[] {
  const words = ['field', 'message', 'code'].flatMap((key) => textAt(entry, key) ?? []);
  return words.length > 0 ? [words.slice(0, 2).join(': ')] : [];
}

/** Why no answer came, and what to check. */
function connectionMessage(error: unknown, code: string | null): string {
  if (code !== null) {
    const { reason, advice } = describeConnection(code, 'GITHUB_API_URL');
    return advice === null ? reason : `${reason}. ${advice}`;
  }
  if (error instanceof NetworkError) return error.message;
  return `no answer that can be read (${error instanceof Error ? error.message : 'unknown error'})`;
}

function safeLine(text: string, token: string): string {
  return oneLine(redact(text, [token]));
}

/**
 * A text of GitHub's as one line of at most 300 characters, without controls and without a period at its end.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.\s]+$/, '');
}

/** More than a page of a hundred comments of the greatest length takes. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;
/** For an error: as much as a message can quote. */
const ERROR_LIMIT_BYTES = 64 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const REDIRECT_LIMIT = 5;

/**
 * Sends a request and follows redirects within the same origin only, with the same method and body as GitHub
 * asks for. Neither the report nor the token is sent to another host.
 */
async function follow(
  dispatcher: Dispatcher,
  request: Request,
  signal: AbortSignal,
  left: number,
): Promise<Answer> {
  const answer = await sendRequest(dispatcher, request, signal);
  const { location } = answer.headers;
  const { origin } = request;
  const isRedirect = REDIRECTS.has(answer.status) && typeof location === 'string';
  const target = isRedirect ? URL.parse(location, origin + request.path) : null;
  if (target?.origin !== origin || left === 0) return answer;
  answer.body.destroy();
  return follow(dispatcher, { ...request, path: target.pathname + target.search }, signal, left - 1);
}

/** The body's text. An error counts by its status, even if its body cannot be read. */
async function readAnswer({ status, body }: Answer): Promise<string> {
  const isError = status >= 300;
  try {
    const { bytes, isWhole } = await readBody(body, isError ? ERROR_LIMIT_BYTES : ANSWER_LIMIT_BYTES);
    if (isWhole || isError) return new TextDecoder().decode(bytes);
  } catch (error) {
    if (!isError) throw error;
    return '';
  } finally {
    body.destroy();
  }
  throw new Error(`the answer is larger than ${ANSWER_LIMIT_BYTES / 1024 / 1024} MiB`);
}
