// Makes undici's dispatcher, through which our HTTP clients reach one host: with the proxy, the
// certificates, and the time that connecting may take.
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { NetworkError } from '../text/errors.ts';
import { isLoopback } from './loopback.ts';

const CONNECT_TIMEOUT_MS = 10_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Makes the dispatcher for one host. It uses the proxy that the environment names, but not for loopback
 * addresses. `tls` holds certificates as PEM.
 */
export function createDispatcher(
  url: URL,
  environment: Environment,
  tls: { readonly ca?: string; readonly cert?: string; readonly key?: string } = {},
): Dispatcher {
  const connect = { timeout: CONNECT_TIMEOUT_MS, ...tls };
  // Undici's own limits are off: the clients end a whole request by an `AbortSignal`.
  const options = { allowH2: false, connect, headersTimeout: 0, bodyTimeout: 0 };
  const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY, no_proxy, NO_PROXY } = environment;
  const httpsProxy = https_proxy ?? HTTPS_PROXY ?? '';
  const httpProxy = http_proxy ?? HTTP_PROXY ?? '';
  if ((httpsProxy === '' && httpProxy === '') || isLoopback(url.hostname)) return new Agent(options);
  try {
    return new EnvHttpProxyAgent({
      ...options,
      requestTls: connect,
      httpProxy,
      httpsProxy,
      noProxy: no_proxy ?? NO_PROXY ?? '',
    });
  } catch {
    // The proxy's address may hold a password, and undici's message may hold the address.
    throw new NetworkError(
      'network',
      'HTTPS_PROXY or HTTP_PROXY is not the address of a proxy that can be used: write it as http://host:port',
    );
  }
}
