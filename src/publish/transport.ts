import type * as Utils from '@actions/github/lib/utils';
import { at } from './event.ts';
import { guarded, type Fetch } from './guarded-fetch.ts';
import { noAnswer } from './no-answer.ts';

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
      request: { ...defaults.request, fetch: guarded(defaults.request?.fetch as Fetch), log },
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
      return received(answer.status, answer.headers, answer.data, token);
    } catch (error) {
      const response = at(error, 'response');
      const status = at(response, 'status');
      if (typeof status === 'number') return received(status, at(response, 'headers'), at(response, 'data'), token);
      const message = signal.aborted ? `timed out after ${timeoutMs / 1000} s` : noAnswer(error);
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

function received(status: number, given: unknown, data: unknown, token: string): Reply {
  // octokit gives the raw text, or nothing, for a body that is cut off or is not JSON.
  const readable = status === 204 || (typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer));
  const headers = strings(given);
  const message = safeLine(said(status, headers, readable ? data : null), token);
  // A refusal counts by its status whatever its body: a proxy's 403 page is still a 403.
  return { status, headers, data, readable: readable || status >= 300, message };
}

function said(status: number, { location }: Reply['headers'], data: unknown): string {
  if (status >= 300 && status < 400 && location !== undefined)
    return `a redirect to ${URL.parse(location)?.host || 'an address that cannot be read'}, which is not followed: token and report go nowhere else`;
  if (data !== null) return spoken(data) ?? 'no reason given';
  return status < 300 ? `${status} with a body that is not GitHub's` : "its body is not GitHub's";
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

function safeLine(text: string, token: string): string {
  const line = text
    .replaceAll(token, '***')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.slice(0, 300).replace(/[.\s]+$/, '');
}
