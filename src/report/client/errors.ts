// Turns failed requests to the query service into sentences: the reason, the service's own words, what to
// do: `the token is unknown, expired or revoked (401). Tokens live a year at most: make a new one …`.
import { isQueryFailure, NetworkError, RequestError } from '../../text/errors.ts';
import { describeConnection } from '../../http/connection-error.ts';
import { asksToWait, isEncoded, redirectHost } from '../../http/headers.ts';
import { isTelemetryDeck, TOKEN_MENU } from '../../http/telemetry-deck.ts';
import { isJsonObject } from '../../tql/json.ts';
import { quote, type Redact } from './quote.ts';
import type { Failure } from './retry.ts';
import type { Answer } from './send.ts';
import { parseJson } from '../../text/json.ts';

/** What a request does, in words: `doing` is "resolving insight 3F0C…". */
export interface Operation {
  readonly doing: string;
  readonly host: string;
  /** The ID of the insight that does not exist if the answer is 404; null for a query. */
  readonly insight: string | null;
}

/** Why a section of a report has no numbers. Throws any error that is not of the query service. */
export function whyWithoutNumbers(error: unknown): string {
  if (!isQueryFailure(error)) throw error;
  return `Without numbers, because the service did not answer: ${error.message}`;
}

/** A failure in words, with its request at the end: a reader looks for the reason and what to do. */
export function withRequest(words: string, { doing, host }: Pick<Operation, 'doing' | 'host'>): string {
  return `${words} (While ${doing} at ${host}.)`;
}

/** The error for an answer that is not a success: the reason, the service's own words, and what to do. */
export function requestError(
  answer: Answer,
  operation: Operation,
  redact: Redact,
  note: string,
): RequestError {
  const { host, insight } = operation;
  const { status } = answer;
  const isQuotable = !isHtml(answer) && !isEncoded(answer);
  const json = isQuotable ? parseJson(answer.text) : null;
  const body = json === undefined ? answer.text : json;
  const serviceReason = isJsonObject(body) ? body['reason'] : null;
  const reasonWords = REASONS.find(
    ({ pattern }) => typeof serviceReason === 'string' && pattern.test(serviceReason.trim()),
  );
  const { kind, reason, advice } = reasonWords ?? wordsForStatus(answer, host);
  const ownWords = serviceMessage(body, redact);
  const says = ownWords === '' ? '' : ` It says: ${ownWords}.`;
  const quoted = isHtml(answer) ? ' It answered with an HTML page: is `api-url` right?' : says;
  const isMissing = status === 404 && insight !== null && reasonWords === undefined;
  const what = isMissing
    ? `no insight has the ID ${insight} at ${host} (404): it was deleted, or it is in another organization.`
    : `${reason} (${status}).`;
  const help = insight !== null && kind === 'not-found' ? accountAdvice(host).insight : advice;
  const advices = [help, note].filter((each) => each !== '').map((each) => ` ${each}`);
  const words = `${what}${quoted}${advices.join('')}`;
  return new RequestError(kind, status, redact(isMissing ? words : withRequest(words, operation)));
}

/** Whether an answer is a web page, as from a proxy or a wrong address. */
export function isHtml({ headers, text }: Answer): boolean {
  return (
    /html/i.test(String(headers['content-type'] ?? '')) || /^\s*<(?:!doctype|html|head|body)/i.test(text)
  );
}

/** What only the owner of an account can do, and where: at TelemetryDeck, or at your own service. */
function accountAdvice(host: string): Readonly<Record<'token' | 'plan' | 'insight', string>> {
  const token = (where: string): string =>
    `Tokens live a year at most: make a new one ${where} and store it as the secret behind \`api-token\`.`;
  if (isTelemetryDeck(host))
    return {
      token: token(TOKEN_MENU),
      plan: 'Only a paid plan includes the query service: upgrade it in the dashboard.',
      insight: 'Its URL in the dashboard holds its ID.',
    };
  return {
    token: token('with `insight-report token create` (or in the dashboard, if the service has one)'),
    plan: 'Put it on one with `insight-report org plan NAMESPACE paid` (or in the dashboard, if the service has one).',
    insight: '`insight-report insight list` shows the IDs.',
  };
}

const CHECK_QUERY = 'Check the query.';

function wordsForStatus(answer: Answer, host: string): ReasonWords {
  // A 403 that says how long to wait is a rate limit, not a missing permission.
  switch (answer.status === 403 && asksToWait(answer.headers) ? 429 : answer.status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return {
        kind: 'invalid-query',
        reason: 'the query service refused the request as invalid',
        advice: CHECK_QUERY,
      };
    case 401:
      return {
        kind: 'unauthorized',
        reason: 'the token is unknown, expired or revoked',
        advice: accountAdvice(host).token,
      };
    case 402:
      return {
        kind: 'plan',
        reason: 'the organization is not on a paid plan',
        advice: accountAdvice(host).plan,
      };
    case 403:
      return {
        kind: 'forbidden',
        reason: 'the token may not read this',
        advice: 'Check `data-source`, and that the token’s owner belongs to the organization.',
      };
    case 404:
      return { kind: 'not-found', reason: 'there is no such path', advice: 'Check `api-url`.' };
    case 429:
      return {
        kind: 'rate-limited',
        reason: 'too many requests',
        advice: 'Lower `concurrency`, or run at another time.',
      };
    case 408:
    case 504:
      return {
        kind: 'timeout',
        reason: 'timed out in the query service',
        advice: 'Use a shorter interval or a smaller threshold.',
      };
    default:
      return { kind: 'service', ...otherStatus(answer, host) };
  }
}

function otherStatus({ status, headers }: Answer, host: string): Omit<ReasonWords, 'kind'> {
  if (status >= 300 && status <= 399) {
    const reason = `the query service redirects to ${redirectHost(headers, `http://${host}`)}`;
    return {
      reason,
      advice:
        'Redirects are not followed, so that the token goes nowhere else: set `api-url` to the right address.',
    };
  }
  if (status === 405)
    return { reason: 'the address does not accept this request', advice: 'Check `api-url`.' };
  if (status === 407) return { reason: 'the proxy wants a user and password', advice: 'Check HTTPS_PROXY.' };
  return {
    reason: 'the query service failed',
    advice:
      status === 500 ? 'If it lasts, tell the people who run the service.' : 'It may pass: run again later.',
  };
}

/** The service's own words, in any of the known shapes of its errors; empty if there are none. */
function serviceMessage(body: unknown, redact: Redact): string {
  if (typeof body === 'string') return quote(body, redact);
  if (!isJsonObject(body)) return '';
  const { detail, reason, errorMessage, error, message, title, path } = body;
  const text = [detail, reason, errorMessage, error, message, title].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  const where = typeof path === 'string' && path !== '' ? ` (at ${path})` : '';
  return typeof text === 'string' ? quote(`${text.trim().replace(/\.$/, '')}${where}`, redact) : '';
}

/** The error if no answer came: the reason, and what to do. */
export function networkError(
  failure: Failure,
  operation: Operation,
  timeoutMs: number,
  note: string,
  redact: Redact,
): NetworkError {
  const words =
    failure.kind === 'connection'
      ? connectionWords(failure.code, operation.host)
      : `timed out after ${timeoutMs / 1000} s. Use a shorter interval or a smaller threshold, or raise \`timeout\`.`;
  const message = withRequest(`${words}${note === '' ? '' : ` ${note}`}`, operation);
  return new NetworkError(failure.kind === 'timeout' ? 'timeout' : 'network', redact(message));
}

/** A failure in few words, for the log. */
export function failureSummary(failure: Failure): string {
  switch (failure.kind) {
    case 'status':
      return String(failure.status);
    case 'connection':
      return describeConnection(failure.code, '').reason;
    case 'timeout':
      return 'timed out';
  }
}

function connectionWords(code: string, host: string): string {
  const isOffline = code === 'ENOTFOUND' && isTelemetryDeck(host);
  const { reason, advice } = describeConnection(
    code,
    isOffline ? 'that this machine is online' : '`api-url`',
  );
  return `${reason}. ${advice ?? 'If this lasts, check that the service is up and that a firewall or proxy lets the runner through.'}`;
}

/** What a service's `reason` says, whatever its status is. */
interface ReasonWords {
  readonly kind: RequestError['kind'];
  readonly reason: string;
  readonly advice: string;
}

/**
 * Reasons by how they begin or what they hold. They are texts of the vendor's query library (swift-tql, July
 * 2026), and come with 401 or with statuses that nobody has seen, so they count before the status. `User can
 * not access` is from a public client's notes.
 */
const REASONS: readonly (ReasonWords & { readonly pattern: RegExp })[] = [
  {
    pattern: /^Missing key 'dataSource'/i,
    kind: 'data-source',
    reason: 'the query has no data source',
    advice: 'Set `data-source` to the namespace of your organization.',
  },
  {
    pattern: /^User can ?not access\b/i,
    kind: 'data-source',
    reason: 'the token cannot read this data source',
    advice:
      'Set `data-source` to a namespace that it reads (not an organization’s name or id), or leave it out.',
  },
  {
    pattern:
      /^Missing (?:key|intervals)\b|need to be set$|\bsupport day, week, month\b|\brequires at least one /i,
    kind: 'invalid-query',
    reason: 'the query service refused the query as invalid',
    advice: CHECK_QUERY,
  },
];
