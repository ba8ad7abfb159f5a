import { valueAt } from '../run/event.ts';

/** Says in words why no answer came from a host, with what to do about it; the code of the fault stands in brackets. */
export function connectionErrorMessage(error: unknown): string {
  const { code, message } = rootCause(error);
  const [, proxyStatus] = /Proxy response \((\d{3})\)/.exec(message) ?? [];
  if (proxyStatus !== undefined)
    return `the proxy refused the connection (${proxyStatus}). Check HTTPS_PROXY, its user and its password`;
  if (/proxy authentication required/i.test(message))
    return 'the proxy wants a user and password (407). Check HTTPS_PROXY and HTTP_PROXY';
  // All that fetch says of a 407, and of little else.
  if (message === 'fetch failed')
    return 'no answer that can be read: perhaps a proxy wants a user and password (407). Check HTTPS_PROXY';
  if (code === null) return `no answer that can be read (${message})`;
  if (CERTIFICATE.test(code))
    return `no safe connection could be made (${code}). Behind a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS`;
  if (code.startsWith('HPE_')) return `what came back is not HTTP (${code}). Check GITHUB_API_URL`;
  return `${WORDS.get(code) ?? 'the connection failed'} (${code})`;
}

const CERTIFICATE = /^(ERR_TLS|ERR_SSL|EPROTO|UND_ERR_PRX_TLS)|CERT|SELF_SIGNED|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH/;

const RESET = 'the connection was reset';
const CLOSED = 'the connection was closed before the answer was complete';
const UNREACHABLE = 'the host could not be reached';
const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', RESET],
  ['EPIPE', RESET],
  ['UND_ERR_SOCKET', CLOSED],
  ['UND_ERR_CLOSED', CLOSED],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CLOSED],
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ETIMEDOUT', UNREACHABLE],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['UND_ERR_CONNECT_TIMEOUT', 'connecting timed out'],
  ['UND_ERR_PRX_CONN', 'the proxy closed the connection'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the answer’s headers are too large'],
]);

/** octokit wraps what fetch throws, and fetch what the socket threw; the innermost says what happened. */
function rootCause(error: unknown): { readonly code: string | null; readonly message: string } {
  let [code, message]: [string | null, string] = [null, 'unknown error'];
  for (let each = error, depth = 0; typeof each === 'object' && each !== null && depth < 6; depth += 1) {
    const [own, said, cause]: unknown[] = [valueAt(each, 'code'), valueAt(each, 'message'), valueAt(each, 'cause')];
    if (typeof own === 'string') code = own;
    else if (valueAt(each, 'name') === 'HTTPParserError') code = 'HPE_ERROR';
    if (typeof said === 'string' && said !== '') message = said;
    each = cause;
  }
  return { code, message };
}
