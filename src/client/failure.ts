import { NetworkError } from '../errors.ts';
import type { Redact } from './quote.ts';
import type { Asked } from './refusal.ts';
import type { Failure } from './retry.ts';

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
  { doing, host }: Asked,
  timeoutMs: number,
  note: string,
  redact: Redact,
): NetworkError {
  const words = failure.kind === 'connection' ? connectionWords(failure.code) : timeoutWords(timeoutMs);
  const message = `${doing} at ${host}: ${words}${note === '' ? '' : ` ${note}`}`;
  return new NetworkError(failure.kind === 'timeout' ? 'timeout' : 'network', redact(message));
}

/** A failure in few words, for the log. */
export function inWord(failure: Failure): string {
  switch (failure.kind) {
    case 'status':
      return String(failure.status);
    case 'connection':
      return `${WORDS.get(failure.code)?.[0] ?? 'the connection failed'} (${failure.code})`;
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
  const words = WORDS.get(code);
  return words === undefined ? `the connection failed (${code}).` : `${words[0]} (${code}). ${words[1]}`;
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH/;

const PASSING = 'If this lasts, see whether the service is up and a firewall or proxy lets the runner through.';
const CLOSED = ['the connection was closed before the answer was complete', PASSING] as const;
const UNREACHABLE = ['the host could not be reached', PASSING] as const;
const WORDS: ReadonlyMap<string, readonly [string, string]> = new Map<string, readonly [string, string]>([
  ['ECONNREFUSED', ['the connection was refused', 'Check `api-url`, and that the service is up.']],
  ['ECONNRESET', ['the connection was reset', PASSING]],
  ['EPIPE', ['the connection was reset', PASSING]],
  ['ECONNABORTED', ['the connection was reset', PASSING]],
  ['UND_ERR_SOCKET', CLOSED],
  ['UND_ERR_CLOSED', CLOSED],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CLOSED],
  ['ENOTFOUND', ['there is no host of that name', 'Check `api-url`.']],
  ['EAI_AGAIN', ['the host name could not be looked up', 'If this lasts, check the runner’s name server.']],
  ['ETIMEDOUT', UNREACHABLE],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['ENETDOWN', UNREACHABLE],
  ['UND_ERR_CONNECT_TIMEOUT', ['connecting timed out', PASSING]],
  ['UND_ERR_PRX_CONN', ['the proxy closed the connection', 'Check HTTPS_PROXY.']],
  ['UND_ERR_HEADERS_OVERFLOW', ['the answer’s headers are too large', 'Check `api-url`.']],
]);
