import type * as Utils from '@actions/github/lib/utils';
import type { RequestInit, Response as UndiciResponse } from 'undici';
import { connectionCode, describeConnection } from '../../http/connection-error.ts';
import { redirectHost } from '../../http/headers.ts';
import { readBody } from '../../http/read-body.ts';
import { redact } from '../../text/redact.ts';
import { valueAt } from '../run/event.ts';

/** What came back. `status` is null when nothing did; `readable` is false for a body that is not what it should be. */
export interface Reply {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly readable: boolean;
  /** What went wrong, safe to print: no token, one line. */
  readonly message: string;
}

/** Sends one request and never throws; headers and body together may take `timeoutMs`. */
export type Transport = (
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  timeoutMs: number,
) => Promise<Reply>;

/** A transport over `@actions/github`, whose fetch knows the runner's proxies. */
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
    try {
      const answer: { status: number; headers: unknown; data: unknown } = await octokit.request(route, {
        ...parameters,
        headers: { 'x-github-api-version': '2022-11-28' },
        request: { signal },
      });
      return toReply(answer.status, answer.headers, answer.data, apiUrl, token);
    } catch (error) {
      const response = valueAt(error, 'response');
      const status = valueAt(response, 'status');
      if (typeof status === 'number')
        return toReply(status, valueAt(response, 'headers'), valueAt(response, 'data'), apiUrl, token);
      const message = signal.aborted ? `timed out after ${timeoutMs / 1000} s` : connectionMessage(error);
      return { status: null, headers: {}, data: null, readable: false, message: safeLine(message, token) };
    }
  };
}

/** The module parses the event file when it is loaded, and would throw on a broken one: it is kept from finding it. */
async function importUtils(): Promise<typeof Utils> {
  const path = process.env.GITHUB_EVENT_PATH;
  delete process.env.GITHUB_EVENT_PATH;
  try {
    return await import('@actions/github/lib/utils');
  } finally {
    if (path !== undefined) process.env.GITHUB_EVENT_PATH = path;
  }
}

function toReply(status: number, given: unknown, data: unknown, apiUrl: string, token: string): Reply {
  // octokit gives the raw text, or nothing, for a body that is cut off or is not JSON.
  const readable = status === 204 || (typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer));
  const headers = lowerCaseHeaders(given);
  const message = safeLine(replyMessage(status, headers, readable ? data : null, apiUrl), token);
  // A refusal counts by its status whatever its body: a proxy's 403 page is still a 403.
  return { status, headers, data, readable: readable || status >= 300, message };
}

function replyMessage(status: number, headers: Reply['headers'], data: unknown, apiUrl: string): string {
  if (status >= 300 && status < 400 && headers.location !== undefined)
    return `a redirect to ${redirectHost(headers, apiUrl)}, which is not followed: token and report go nowhere else`;
  if (data !== null) return githubMessage(data) ?? 'no reason given';
  return status < 300 ? `${status} with a body that is not GitHub's` : "its body is not GitHub's";
}

/** GitHub's own words for an error, with what it found wrong field by field. */
function githubMessage(data: unknown): string | null {
  const message = valueAt(data, 'message');
  if (typeof message !== 'string') return null;
  const errors = valueAt(data, 'errors');
  const details = Array.isArray(errors) ? errors.flatMap((entry: unknown) => errorDetails(entry)) : [];
  return details.length > 0 ? `${message} (${details.join('; ')})` : message;
}

function errorDetails(entry: unknown): string[] {
  const words = ['field', 'message', 'code']
    .map((key) => valueAt(entry, key))
    .filter((word) => typeof word === 'string');
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

/** octokit wraps the error of fetch, and fetch that of the socket; the innermost says what happened. */
function innermostMessage(error: unknown): string {
  const [message, cause] = [valueAt(error, 'message'), valueAt(error, 'cause')];
  if (valueAt(cause, 'message') !== undefined) return innermostMessage(cause);
  return typeof message === 'string' && message !== '' ? message : 'unknown error';
}

function safeLine(text: string, token: string): string {
  const line = redact(text, [token])
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.slice(0, 300).replace(/[.\s]+$/, '');
}

type Fetch = (url: string, options: RequestInit) => Promise<UndiciResponse>;

/** A hundred comments of the greatest length, escaped, are under this. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;
/** Of a refusal, as much as a message can quote from. */
const ERROR_LIMIT_BYTES = 64 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const REDIRECT_LIMIT = 5;

/**
 * The same fetch, whose answers come whole or as an error: read to a size that no honest answer has, decoded bytes
 * counted. A redirect is followed to the same origin alone, with method and body as GitHub asks for; the report does
 * not go to another host, and a token would not either.
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
