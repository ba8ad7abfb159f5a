import type * as Utils from '@actions/github/lib/utils';
import type { RequestInit, Response as UndiciResponse } from 'undici';
import { redact } from '../../text/redact.ts';
import { valueAt } from '../run/event.ts';
import { connectionErrorMessage } from './connection-error.ts';

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
      return toReply(answer.status, answer.headers, answer.data, token);
    } catch (error) {
      const response = valueAt(error, 'response');
      const status = valueAt(response, 'status');
      if (typeof status === 'number')
        return toReply(status, valueAt(response, 'headers'), valueAt(response, 'data'), token);
      const message = signal.aborted ? `timed out after ${timeoutMs / 1000} s` : connectionErrorMessage(error);
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

function toReply(status: number, given: unknown, data: unknown, token: string): Reply {
  // octokit gives the raw text, or nothing, for a body that is cut off or is not JSON.
  const readable = status === 204 || (typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer));
  const headers = lowerCaseHeaders(given);
  const message = safeLine(replyMessage(status, headers, readable ? data : null), token);
  // A refusal counts by its status whatever its body: a proxy's 403 page is still a 403.
  return { status, headers, data, readable: readable || status >= 300, message };
}

function replyMessage(status: number, { location }: Reply['headers'], data: unknown): string {
  if (status >= 300 && status < 400 && location !== undefined)
    return `a redirect to ${URL.parse(location)?.host || 'an address that cannot be read'}, which is not followed: token and report go nowhere else`;
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
    const bytes = await readBody(response);
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

/** The body, or null for an answer that has none. What a refusal says counts by its status, read or not. */
async function readBody(response: UndiciResponse): Promise<Uint8Array | null> {
  if (response.body === null || [204, 205, 304].includes(response.status)) return null;
  const isRefusal = response.status >= 300;
  try {
    return await readBytes(response.body, isRefusal);
  } catch (error) {
    if (!isRefusal) throw error;
    return new Uint8Array();
  }
}

async function readBytes(body: AsyncIterable<Uint8Array>, isRefusal: boolean): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_LIMIT_BYTES)
      throw new Error(`the answer is larger than ${ANSWER_LIMIT_BYTES / 1024 / 1024} MiB`);
    chunks.push(chunk);
    if (isRefusal && bytes > ERROR_LIMIT_BYTES) break;
  }
  return Buffer.concat(chunks);
}
