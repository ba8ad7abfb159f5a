// Finds out why one try of a request to GitHub failed, and whether another try is of use.
import { connectionCode, describeConnection, isLasting } from '../../../http/connection-error.ts';
import { asksToWait, type Headers, retryAfterMs } from '../../../http/headers.ts';
import { backOffMs } from '../../../http/send-again.ts';
import { NetworkError, PublishError } from '../../../text/errors.ts';
import { arrayAt, textAt, valueAt } from '../workflow/json.ts';
import { describeRedirect } from './fetch.ts';

/**
 * One try of a request that failed, as the hook (`hook.ts`) decides by it whether another try is of use.
 * `status` is null if no answer came, or none that can be GitHub's.
 */
export interface Failure {
  readonly status: number | null;
  readonly headers: Headers;
  /** What went wrong, in one line. It may hold what GitHub or a connection says. */
  readonly message: string;
  /** The fields of the request's body that GitHub did not accept. */
  readonly fields: readonly string[];
  /** Whether the reason does not pass by itself, so that another try is of no use. */
  readonly isLasting: boolean;
}

const NO_ANSWER = { status: null, headers: {}, fields: [], isLasting: false } as const;

/** An answer as Octokit gives it. */
export interface SomeAnswer {
  readonly status: number;
  readonly headers: unknown;
  readonly data: unknown;
}

function headersOf({ headers }: SomeAnswer): Headers {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/**
 * Why an answer that Octokit takes for a success is a failure; null if it is a success. Octokit accepts any
 * 200, whatever its body is (a proxy's login page), and a redirect that was not followed.
 */
export function failureOf(
  answer: SomeAnswer,
  isWanted: (data: unknown) => boolean,
  apiUrl: string,
): Failure | null {
  const { status, data } = answer;
  if (status >= 300) return refusal(answer, apiUrl);
  const isReadable = status === 204 || (typeof data === 'object' && data !== null);
  if (isReadable && isWanted(data)) {
    const limit = graphqlLimit(data);
    return limit === null ? null : { ...NO_ANSWER, status: 429, headers: headersOf(answer), message: limit };
  }
  const what = isReadable ? 'what was requested' : "GitHub's";
  return { ...NO_ANSWER, message: `${status} with a body that is not ${what}` };
}

/** GraphQL says with the status 200 that there were too many requests. */
function graphqlLimit(data: unknown): string | null {
  const [error] = arrayAt(data, 'errors');
  const message = textAt(error, 'message') ?? '';
  const isLimit = /^RATE_LIMIT/.test(textAt(error, 'type') ?? '') || TOO_FAST.test(message);
  return isLimit ? message : null;
}

/** Reads an error that Octokit threw: an answer's, or that of our `fetch`. */
export function readFailure(error: unknown, apiUrl: string): Failure {
  const response = valueAt(error, 'response');
  const status = valueAt(response, 'status');
  if (typeof status === 'number') {
    const [headers, data] = [valueAt(response, 'headers'), valueAt(response, 'data')];
    return refusal({ status, headers, data }, apiUrl);
  }
  const cause = valueAt(error, 'cause') ?? error;
  if (cause instanceof PublishError) throw cause;
  const code = connectionCode(cause);
  if (code !== null) {
    const { reason, advice } = describeConnection(code, 'GITHUB_API_URL');
    const message = advice === null ? reason : `${reason}. ${advice}`;
    return { ...NO_ANSWER, message, isLasting: isLasting(code) };
  }
  if (cause instanceof NetworkError) return { ...NO_ANSWER, message: cause.message };
  const why = cause instanceof Error ? cause.message : 'unknown error';
  return { ...NO_ANSWER, message: `no answer that can be read (${why})` };
}

/** An error counts by its status, whatever its body: the 403 page of a proxy is still a 403. */
function refusal(answer: SomeAnswer, apiUrl: string): Failure {
  const { status, data } = answer;
  const fields = arrayAt(data, 'errors').flatMap((each) => textAt(each, 'field') ?? []);
  const headers = headersOf(answer);
  return { ...NO_ANSWER, status, headers, fields, message: refusalMessage(status, headers, data, apiUrl) };
}

function refusalMessage(status: number, { location }: Headers, data: unknown, apiUrl: string): string {
  if (status < 400 && typeof location === 'string') return describeRedirect(location, apiUrl);
  if (status === 407) return 'a proxy wants a user and password. Check HTTPS_PROXY';
  if (typeof data !== 'object') return "its body is not GitHub's";
  const message = valueAt(data, 'message');
  if (typeof message !== 'string') return 'no reason given';
  const details = arrayAt(data, 'errors').flatMap(errorDetails);
  return details.length > 0 ? `${message} (${details.join('; ')})` : message;
}

function errorDetails(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry];
  const words = ['field', 'message', 'code'].flatMap((key) => textAt(entry, key) ?? []);
  return words.length > 0 ? [words.slice(0, 2).join(': ')] : [];
}

/** GitHub's words for content that is created too fast: with 403 in REST, with 422 and in GraphQL. */
const TOO_FAST = /rate limit|abuse detection|too quickly|blocked from content creation/i;

/**
 * Whether GitHub refused because of too many requests, rather than for a missing permission or a bad value:
 * both are 403 or 422.
 */
export function isRateLimit({ status, headers, message }: Failure): boolean {
  if (status === 429) return true;
  return (status === 403 || status === 422) && (asksToWait(headers) || TOO_FAST.test(message));
}

/** Milliseconds until a limit ends. If GitHub does not say how long, it wants a minute. */
export function rateLimitMs({ headers }: Failure, nowMs: number): number {
  return retryAfterMs(headers, nowMs) ?? 60_000;
}

/** Whether it is GitHub's fault or the connection's, which may pass. */
export function isTransient({ status }: Failure): boolean {
  return status === null || status >= 500 || status === 408 || status === 421;
}

/** Milliseconds to wait before another try; null if none is of use. `count` counts from 1. */
export function retryWaitMs(failure: Failure, count: number, nowMs: number): number | null {
  if (failure.isLasting) return null;
  if (isRateLimit(failure)) return rateLimitMs(failure, nowMs);
  return isTransient(failure) ? backOffMs(count) : null;
}
