// Turns the codes of failed connections into sentences: `ECONNREFUSED` → "the connection was refused", and
// what to do. For all our clients: query service, GitHub, webhooks, Druid, PostgreSQL, Kafka.

/** Why no answer came, in words, and what to do; `advice` is null if the fault may pass by itself. */
interface ConnectionFault {
  readonly reason: string;
  readonly advice: string | null;
}

/**
 * The code of a failed connection (`ECONNREFUSED`, `UND_ERR_SOCKET`, `PROXY_407`): the error's own or its
 * cause's; null for any other error.
 */
export function connectionCode(error: unknown): string | null {
  // Causes that name each other would never end; real ones are two or three deep.
  for (let each = error, depth = 0; typeof each === 'object' && each !== null && depth < 6; depth += 1) {
    const { code, name, message, errors, cause }: ErrorLike = each;
    const [, proxyStatus] = PROXY_ANSWER.exec(typeof message === 'string' ? message : '') ?? [];
    if (proxyStatus !== undefined) return `PROXY_${proxyStatus}`;
    if (typeof code === 'string') return code;
    if (name === 'HTTPParserError') return 'HPE_ERROR';
    // Node tries the addresses of a host one by one and reports an error for each.
    each = Array.isArray(errors) ? (errors[0] as unknown) : cause;
  }
  return null;
}

type ErrorLike = { readonly [Key in 'code' | 'name' | 'message' | 'errors' | 'cause']?: unknown };

/** undici's message if a proxy does not open a tunnel, or does not forward a plain request. */
const PROXY_ANSWER = /Proxy (?:response|Authentication Required) \((\d{3})\)/;

/**
 * Puts a code of `connectionCode` into words. `setting` is the name of the user's setting for the host's
 * address, such as `api-url`; `ca`, that of the file with its authority's certificate.
 */
export function describeConnection(
  code: string,
  setting: string,
  ca = 'NODE_EXTRA_CA_CERTS',
): ConnectionFault {
  if (NO_TLS.has(code))
    return {
      reason: `the server does not speak TLS (${code})`,
      advice: `The address in ${setting} begins with https://; write http:// if the server has no TLS.`,
    };
  if (TLS.test(code))
    return { reason: `no safe connection could be made (${code})`, advice: tlsAdvice(code, setting, ca) };
  if (code.startsWith('PROXY_'))
    return {
      reason: `the proxy refused the connection (${code.slice('PROXY_'.length)})`,
      advice: 'Check HTTPS_PROXY, its user and its password.',
    };
  if (code.startsWith('HPE_'))
    return { reason: `what came back is not HTTP (${code})`, advice: `Check ${setting}.` };
  const advice = ADVICE.get(code);
  return {
    reason: `${REASONS.get(code) ?? 'the connection failed'} (${code})`,
    advice: advice === undefined ? null : advice.replace('{setting}', setting),
  };
}

/**
 * Whether a connection failed for a reason that does not pass by itself: the server's certificate, or a proxy
 * that refused.
 */
export function isLasting(code: string): boolean {
  return NO_TLS.has(code) || TLS.test(code) || code.startsWith('PROXY_4');
}

function tlsAdvice(code: string, setting: string, ca: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The server's certificate is for another host. Check ${setting}.`;
  if (code === 'CERT_HAS_EXPIRED')
    return "The server's certificate has expired, or the runner's clock is wrong.";
  return `If you have your own certificate authority, name its file in ${ca}.`;
}

/** OpenSSL's codes for an answer in plain text. */
const NO_TLS: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);
const TLS =
  /^(?:ERR_TLS|ERR_SSL|EPROTO$|UND_ERR_PRX_TLS$)|CERT|SELF_SIGNED|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH/;

const RESET = 'the connection was reset';
const CLOSED = 'the connection was closed before the answer was complete';
const UNREACHABLE = 'the host could not be reached';
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', RESET],
  ['EPIPE', RESET],
  ['ECONNABORTED', RESET],
  ['UND_ERR_SOCKET', CLOSED],
  ['UND_ERR_CLOSED', CLOSED],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CLOSED],
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ETIMEDOUT', UNREACHABLE],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['ENETDOWN', UNREACHABLE],
  ['UND_ERR_CONNECT_TIMEOUT', 'connecting timed out'],
  ['UND_ERR_PRX_CONN', 'the proxy closed the connection'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the answer’s headers are too large'],
]);
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'Check {setting}, and that the service is up.'],
  ['ENOTFOUND', 'Check {setting}.'],
  ['EAI_AGAIN', 'If this lasts, check the runner’s name server.'],
  ['UND_ERR_PRX_CONN', 'Check HTTPS_PROXY.'],
  ['UND_ERR_HEADERS_OVERFLOW', 'Check {setting}.'],
]);
