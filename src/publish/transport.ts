import type * as Utils from '@actions/github/lib/utils';
import type { RequestInit, Response as UndiciResponse } from 'undici';
import { at } from './event.ts';

/** What came back. `status` is null when nothing did; `readable` is false for a body that is not what it should be. */
export interface Reply {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly readable: boolean;
  /** What went wrong, safe to print: no token, one line. */
  readonly message: string;
}

/** Sends one request and never throws. */
export type Transport = (route: string, parameters: Readonly<Record<string, unknown>>) => Promise<Reply>;

const REQUEST_TIMEOUT_MS = 30_000;
/** A hundred comments of the greatest length, escaped, are under this. */
const ANSWER_BYTES = 64 * 1024 * 1024;

/** A transport over `@actions/github`, whose fetch knows the runner's proxies. */
export async function openTransport(apiUrl: string, token: string): Promise<Transport> {
  const { GitHub, getOctokitOptions, defaults } = await importUtils();
  const quiet = (): void => undefined;
  const octokit = new GitHub(
    getOctokitOptions(token, {
      baseUrl: apiUrl,
      userAgent: 'insight-report',
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      request: { ...defaults.request, fetch: await bounded(defaults.request?.fetch) },
    }),
  );
  return async (route, parameters) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      const answer: { status: number; headers: unknown; data: unknown } = await octokit.request(route, {
        ...parameters,
        headers: { 'x-github-api-version': '2022-11-28' },
        request: { signal },
      });
      return received(answer.status, answer.headers, answer.data, token);
    } catch (error) {
      const response = at(error, 'response');
      const status = at(response, 'status');
      if (typeof status === 'number') return received(status, at(response, 'headers'), at(response, 'data'), token);
      const message = signal.aborted
        ? `no answer within ${REQUEST_TIMEOUT_MS / 1000} seconds`
        : `no answer (${reason(error)})`;
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

type Fetch = (url: string, options: RequestInit) => Promise<UndiciResponse>;

/** The same fetch, its answers cut off with an error at a size that no honest answer has. */
async function bounded(fetch: unknown): Promise<Fetch> {
  // Node's own Response would load a second undici; the first is there already.
  const { Response } = await import('undici');
  return async (url, options) => {
    const response = await (fetch as Fetch)(url, options);
    if (response.body === null) return response;
    let bytes = 0;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > ANSWER_BYTES) controller.error(new Error('the answer is too large'));
        else controller.enqueue(chunk);
      },
    });
    const body = response.body.pipeThrough(limit);
    return new Response(body, {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
    });
  };
}

function received(status: number, headers: unknown, data: unknown, token: string): Reply {
  // octokit gives the raw text, or nothing, for a body that is cut off or is not JSON.
  const readable = status === 204 || (typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer));
  const message = readable ? (spoken(data) ?? 'no reason given') : `${status} with a body that is not GitHub's`;
  // A refusal counts by its status whatever its body: a proxy's 403 page is still a 403.
  return {
    status,
    headers: strings(headers),
    data,
    readable: readable || status >= 300,
    message: safeLine(message, token),
  };
}

/** GitHub's own words for an error, with what it found wrong field by field. */
function spoken(data: unknown): string | null {
  const message = at(data, 'message');
  if (typeof message !== 'string') return null;
  const errors = at(data, 'errors');
  const details = Array.isArray(errors) ? errors.flatMap((entry: unknown) => detail(entry)) : [];
  return details.length > 0 ? `${message} (${details.join('; ')})` : message;
}

function detail(entry: unknown): string[] {
  const words = ['field', 'message', 'code'].map((key) => at(entry, key)).filter((word) => typeof word === 'string');
  return words.length > 0 ? [words.slice(0, 2).join(': ')] : [];
}

function strings(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function reason(error: unknown): string {
  const code = at(at(error, 'cause'), 'code') ?? at(at(at(error, 'cause'), 'cause'), 'code');
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.message : 'unknown error';
}

function safeLine(text: string, token: string): string {
  const line = text
    .replaceAll(token, '***')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.slice(0, 300).replace(/[.\s]+$/, '');
}
