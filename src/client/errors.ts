import { NetworkError, RequestError } from '../errors.ts';
import { isEncoded } from '../http/headers.ts';
import { isJsonObject } from '../tql/json.ts';
import { quote, type Redact } from './quote.ts';
import { type Failure, retryAfter } from './retry.ts';
import type { Answer } from './send.ts';

/** What was asked for, in words: `doing` such as "Resolving insight 3F0C…", and the host it was asked of. */
export interface Operation {
  readonly doing: string;
  readonly host: string;
  /** What a 404 says is not there. */
  readonly subject: 'insight' | 'query';
}

/** The service's answer is no: says so in words, with what it said itself and what to do about it. */
export function requestError(
  answer: Answer,
  { doing, host, subject }: Operation,
  redact: Redact,
  note: string,
): RequestError {
  const { status } = answer;
  const { kind, reason, advice } = wordsForStatus(answer, subject, host);
  const said = serviceMessage(answer, redact);
  const because = isHtml(answer)
    ? ' It answered with an HTML page: is `api-url` right?'
    : said === ''
      ? ''
      : ` It says: ${said}.`;
  const more = [advice, note].filter((each) => each !== '').map((each) => ` ${each}`);
  return new RequestError(
    kind,
    status,
    redact(`${doing} at ${host}: ${reason} (${status}).${because}${more.join('')}`),
  );
}

/** Whether an answer is a web page, as proxies and wrong addresses give. */
export function isHtml({ headers, text }: Answer): boolean {
  return /html/i.test(String(headers['content-type'] ?? '')) || /^\s*<(?:!doctype|html|head|body)/i.test(text);
}

interface StatusWords {
  readonly kind: RequestError['kind'];
  readonly reason: string;
  readonly advice: string;
}

const NEW_TOKEN =
  'Tokens live a year at most: make a new one in the dashboard of the analytics service and store it as the secret behind `api-token`.';

function wordsForStatus(answer: Answer, subject: Operation['subject'], host: string): StatusWords {
  // A 403 that says when to come back is a limit, not a missing right.
  switch (answer.status === 403 && retryAfter(answer) !== null ? 429 : answer.status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return { kind: 'invalid-query', reason: 'the query service refused the request as invalid', advice: '' };
    case 401:
      return { kind: 'unauthorized', reason: 'the token is unknown, expired or revoked', advice: NEW_TOKEN };
    case 402:
      return {
        kind: 'plan',
        reason: 'the organization is not on a paid plan',
        advice: 'Only a paid plan includes the query service: upgrade it in the dashboard.',
      };
    case 403:
      return {
        kind: 'forbidden',
        reason: 'the token may not read this',
        advice: 'Check `data-source`, and that the token’s owner belongs to the organization.',
      };
    case 404:
      return { kind: 'not-found', ...notFound(subject) };
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
        advice: 'Ask for less: a shorter interval, a smaller threshold.',
      };
    default:
      return { kind: 'service', ...otherStatus(answer, host) };
  }
}

function notFound(subject: Operation['subject']): Omit<StatusWords, 'kind'> {
  if (subject === 'query') return { reason: 'there is no such path', advice: 'Check `api-url`.' };
  return {
    reason: 'the query service does not know it',
    advice: 'It may have been deleted; its address in the dashboard ends with the id.',
  };
}

function otherStatus({ status, headers }: Answer, host: string): Omit<StatusWords, 'kind'> {
  if (status >= 300 && status <= 399) {
    const reason = `the query service redirects to ${redirectTarget(headers['location'], host)}`;
    return {
      reason,
      advice: 'Redirects are not followed, so that the token goes nowhere else: set `api-url` to the right address.',
    };
  }
  if (status === 405) return { reason: 'the address does not take this request', advice: 'Check `api-url`.' };
  if (status === 407) return { reason: 'the proxy wants a user and password', advice: 'Check HTTPS_PROXY.' };
  return { reason: 'the query service failed', advice: status === 500 ? '' : 'It may pass: run again later.' };
}

function redirectTarget(location: string | string[] | undefined, host: string): string {
  const target = typeof location === 'string' ? URL.parse(location, `http://${host}`) : null;
  return target === null || target.host === '' ? 'an address that cannot be read' : target.host;
}

/** What the service says itself, in any of the shapes that are known of its errors; empty where nothing. */
function serviceMessage(answer: Answer, redact: Redact): string {
  if (isHtml(answer) || isEncoded(answer)) return '';
  let body: unknown = answer.text;
  try {
    body = JSON.parse(answer.text);
  } catch {
    // Plain text is quoted as it is.
  }
  if (typeof body === 'string') return quote(body, redact);
  if (!isJsonObject(body)) return '';
  const { detail, reason, errorMessage, error, message, title, path } = body;
  const said = [detail, reason, errorMessage, error, message, title].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  const where = typeof path === 'string' && path !== '' ? ` (at ${path})` : '';
  return typeof said === 'string' ? quote(`${said.trim().replace(/\.$/, '')}${where}`, redact) : '';
}

/** The code of what went wrong with a connection: the error's own, or its cause's; null for what is no such thing. */
export function connectionCode(error: unknown): string | null {
  for (let each = error, depth = 0; typeof each === 'object' && each !== null && depth < 5; depth += 1) {
    const { code, name, message, errors, cause }: ErrorLike = each;
    const [, proxyStatus] = PROXY_ANSWER.exec(typeof message === 'string' ? message : '') ?? [];
    if (proxyStatus !== undefined) return `PROXY_${proxyStatus}`;
    if (typeof code === 'string') return code;
    if (name === 'HTTPParserError') return 'HPE_ERROR';
    // Node tries a host's addresses one by one, and tells of all of them.
    each = Array.isArray(errors) ? (errors[0] as unknown) : cause;
  }
  return null;
}

interface ErrorLike {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
  readonly cause?: unknown;
}

/** What undici says where a proxy does not open a tunnel, or does not send a plain request on. */
const PROXY_ANSWER = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** No answer came: says so in words, with what to do about it. */
export function networkError(
  failure: Failure,
  { doing, host }: Operation,
  timeoutMs: number,
  note: string,
  redact: Redact,
): NetworkError {
  const words = failure.kind === 'connection' ? connectionWords(failure.code) : timeoutWords(timeoutMs);
  const message = `${doing} at ${host}: ${words}${note === '' ? '' : ` ${note}`}`;
  return new NetworkError(failure.kind === 'timeout' ? 'timeout' : 'network', redact(message));
}

/** A failure in few words, for the log. */
export function failureSummary(failure: Failure): string {
  switch (failure.kind) {
    case 'status':
      return String(failure.status);
    case 'connection':
      return `${CONNECTION_WORDS.get(failure.code)?.[0] ?? 'the connection failed'} (${failure.code})`;
    case 'timeout':
      return 'timed out';
  }
}

function timeoutWords(timeoutMs: number): string {
  return `timed out after ${timeoutMs / 1000} s. Ask for less (a shorter interval, a smaller threshold) or raise \`timeout\`.`;
}

function connectionWords(code: string): string {
  if (
    code.startsWith('ERR_TLS') ||
    code.startsWith('ERR_SSL') ||
    code === 'EPROTO' ||
    code === 'UND_ERR_PRX_TLS' ||
    CERTIFICATE.test(code)
  ) {
    return `no safe connection could be made (${code}). Behind a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS.`;
  }
  if (code.startsWith('PROXY_')) {
    return `the proxy refused the connection (${code.slice('PROXY_'.length)}). Check HTTPS_PROXY, its user and its password.`;
  }
  if (code.startsWith('HPE_')) return `what came back is not HTTP (${code}). Check \`api-url\`.`;
  const words = CONNECTION_WORDS.get(code);
  return words === undefined ? `the connection failed (${code}).` : `${words[0]} (${code}). ${words[1]}`;
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH/;

const ADVICE_IF_IT_LASTS =
  'If this lasts, see whether the service is up and a firewall or proxy lets the runner through.';
const CLOSED = ['the connection was closed before the answer was complete', ADVICE_IF_IT_LASTS] as const;
const UNREACHABLE = ['the host could not be reached', ADVICE_IF_IT_LASTS] as const;
const CONNECTION_WORDS: ReadonlyMap<string, readonly [string, string]> = new Map<string, readonly [string, string]>([
  ['ECONNREFUSED', ['the connection was refused', 'Check `api-url`, and that the service is up.']],
  ['ECONNRESET', ['the connection was reset', ADVICE_IF_IT_LASTS]],
  ['EPIPE', ['the connection was reset', ADVICE_IF_IT_LASTS]],
  ['ECONNABORTED', ['the connection was reset', ADVICE_IF_IT_LASTS]],
  ['UND_ERR_SOCKET', CLOSED],
  ['UND_ERR_CLOSED', CLOSED],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CLOSED],
  ['ENOTFOUND', ['there is no host of that name', 'Check `api-url`.']],
  ['EAI_AGAIN', ['the host name could not be looked up', 'If this lasts, check the runner’s name server.']],
  ['ETIMEDOUT', UNREACHABLE],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['ENETDOWN', UNREACHABLE],
  ['UND_ERR_CONNECT_TIMEOUT', ['connecting timed out', ADVICE_IF_IT_LASTS]],
  ['UND_ERR_PRX_CONN', ['the proxy closed the connection', 'Check HTTPS_PROXY.']],
  ['UND_ERR_HEADERS_OVERFLOW', ['the answer’s headers are too large', 'Check `api-url`.']],
]);
