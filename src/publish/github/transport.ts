import type * as Utils from '@actions/github/lib/utils';
import type { RequestInit, Response as UndiciResponse } from 'undici';
import { connectionCode, describeConnection } from '../../http/connection-error.ts';
import { redirectHost } from '../../http/headers.ts';
import { readBody } from '../../http/read-body.ts';
import { redact } from '../../text/redact.ts';
import { arrayAt, textAt, valueAt } from '../run/json.ts';

/** What came back. `status` is null if no answer came; `readable` is false if the body is not GitHub's, or not complete. */
export interface Reply {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly readable: boolean;
  /** What went wrong, safe to print: no token, one line. */
  readonly message: string;
}

/** Sends one request and never throws. `timeoutMs` covers headers and body. */
export type Transport = (
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  timeoutMs: number,
) => Promise<Reply>;

/** Opens a transport over `@actions/github`, whose fetch knows the runner's proxies. */
export async function openTransport(apiUrl: string, token: string): Promise<Transport> {
  const { GitHub, getOctokitOptions, defaults } = await importUtils();
  const quiet = (): void => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const octokit = new GitHub(
    getOctokitOptions(token, {
      baseUrl: apiUrl,
      userAgent: 'insight-report',
      log,
      request: { ...defaults.request, fetch: boundedFetch(defaults.request?.fetch as Fetch), log },
    }),
  );
  return async (route, parameters, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const toReply = (answer: unknown): Reply => readReply(answer, apiUrl, token);
    try {
      const headers = { 'x-github-api-version': '2022-11-28' };
      return toReply(await octokit.request(route, { ...parameters, headers, request: { signal } }));
    } catch (error) {
      const response = valueAt(error, 'response');
      if (typeof valueAt(response, 'status') === 'number') return toReply(response);
      const message = signal.aborted ? `timed out after ${timeoutMs / 1000} s` : connectionMessage(error);
      return { status: null, headers: {}, data: null, readable: false, message: safeLine(message, token) };
    }
  };
}

/** The module parses the event file when it is loaded, and throws if the file is broken; so it must not find the file. */
async function importUtils(): Promise<typeof Utils> {
  const path = process.env.GITHUB_EVENT_PATH;
  delete process.env.GITHUB_EVENT_PATH;
  try {
    return await import('@actions/github/lib/utils');
  } finally {
    if (path !== undefined) process.env.GITHUB_EVENT_PATH = path;
  }
}

function readReply(answer: unknown, apiUrl: string, token: string): Reply {
  const status = Number(valueAt(answer, 'status'));
  const data = valueAt(answer, 'data');
  // octokit returns the raw text, or nothing, if a body is cut off or is not JSON.
  const readable = status === 204 || (typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer));
  const headers = lowerCaseHeaders(valueAt(answer, 'headers'));
  const message = safeLine(replyMessage(status, headers, readable ? data : null, apiUrl), token);
  // An error counts by its status, whatever its body: the 403 page of a proxy is still a 403.
  return { status, headers, data, readable: readable || status >= 300, message };
}

function replyMessage(status: number, headers: Reply['headers'], data: unknown, apiUrl: string): string {
  if (status >= 300 && status < 400 && headers.location !== undefined)
    return `a redirect to ${redirectHost(headers, apiUrl)}, which is not followed: token and report go nowhere else`;
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

function lowerCaseHeaders(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Why no answer came, and what to check. */
function connectionMessage(error: unknown): string {
  const code = connectionCode(error);
  if (code !== null) {
    const { reason, advice } = describeConnection(code, 'GITHUB_API_URL');
    return advice === null ? reason : `${reason}. ${advice}`;
  }
  const message = innermostMessage(error);
  // fetch says nothing more if a proxy answers 407, and hardly ever otherwise.
  if (message === 'fetch failed')
    return 'no answer that can be read: perhaps a proxy wants a user and password (407). Check HTTPS_PROXY';
  return `no answer that can be read (${message})`;
}

/** octokit wraps the error of fetch, which wraps that of the socket; the innermost says what happened. */
function innermostMessage(error: unknown): string {
  const [message, cause] = [valueAt(error, 'message'), valueAt(error, 'cause')];
  if (valueAt(cause, 'message') !== undefined) return innermostMessage(cause);
  return typeof message === 'string' && message !== '' ? message : 'unknown error';
}

function safeLine(text: string, token: string): string {
  return oneLine(redact(text, [token]));
}

/** A text of GitHub's as one line of at most 300 characters, without controls and without a period at its end. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.\s]+$/, '');
}

type Fetch = (url: string, options: RequestInit) => Promise<UndiciResponse>;

/** More than a page of a hundred comments of the greatest length takes. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;
/** For an error: as much as a message can quote. */
const ERROR_LIMIT_BYTES = 64 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const REDIRECT_LIMIT = 5;

/**
 * Makes a fetch read whole bodies, up to a limit of decoded bytes, and follow redirects within the same origin only, with the same
 * method and body as GitHub asks for. Neither the report nor the token is sent to another host.
 */
function boundedFetch(fetch: Fetch): Fetch {
  return async (url, options) => {
    const response = await follow(fetch, url, options, REDIRECT_LIMIT);
    const bytes = await readAnswer(response);
    // Node's own Response would load a second undici; the first is there already.
    const { Response } = await import('undici');
    return new Response(bytes, {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
    });
  };
}

async function follow(fetch: Fetch, url: string, options: RequestInit, left: number): Promise<UndiciResponse> {
  const response = await fetch(url, { ...options, redirect: 'manual' });
  const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
  const target = location === null ? null : URL.parse(location, url);
  if (target === null || target.origin !== new URL(url).origin || left === 0) return response;
  await response.body?.cancel();
  return follow(fetch, target.href, options, left - 1);
}

/** The body; null for an answer without one. An error counts by its status, even if its body cannot be read. */
async function readAnswer({ body, status }: UndiciResponse): Promise<Uint8Array | null> {
  if (body === null || [204, 205, 304].includes(status)) return null;
  const isError = status >= 300;
  try {
    const { bytes, isWhole } = await readBody(body, isError ? ERROR_LIMIT_BYTES : ANSWER_LIMIT_BYTES);
    if (isWhole || isError) return bytes;
  } catch (error) {
    if (!isError) throw error;
    return new Uint8Array();
  }
  throw new Error(`the answer is larger than ${ANSWER_LIMIT_BYTES / 1024 / 1024} MiB`);
}
