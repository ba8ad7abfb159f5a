import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import { NetworkError } from '../errors.ts';
import { isLoopback } from './loopback.ts';

const CONNECT_TIMEOUT_MS = 10_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Makes the connections to one host: through the environment's proxy where it names one, and never for loopback. */
export async function createDispatcher(url: URL, environment: Environment): Promise<Dispatcher> {
  const options = { allowH2: false, connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0 };
  const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY, no_proxy, NO_PROXY } = environment;
  const httpsProxy = https_proxy ?? HTTPS_PROXY ?? '';
  const httpProxy = http_proxy ?? HTTP_PROXY ?? '';
  if ((httpsProxy === '' && httpProxy === '') || isLoopback(url.hostname)) {
    const { default: Agent } = await import(/* webpackMode: "eager" */ 'undici/lib/dispatcher/agent.js');
    keepParserPlain();
    return new Agent(options);
  }
  // The whole of it: a tunnel needs methods that undici's own entry gives to its parts.
  const { EnvHttpProxyAgent } = await import('undici');
  try {
    return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy: no_proxy ?? NO_PROXY ?? '' });
  } catch {
    // A proxy's address may hold a password, and undici's message may hold the address.
    throw new NetworkError(
      'network',
      'HTTPS_PROXY or HTTP_PROXY is not the address of a proxy that can be used: write it as http://host:port',
    );
  }
}

/**
 * A run lasts too short for V8 to make undici's parser faster: compiling it anew takes 35 ms of processor time and 20 MB, and a
 * process waits for that at its end.
 */
function keepParserPlain(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}
