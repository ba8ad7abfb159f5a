import type { Connection } from './connection.ts';
import { directConnection } from './direct.ts';
import { isLoopback } from './loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Makes the connection to one host. It uses the proxy that the environment names, but not for loopback addresses. */
export async function openConnection(url: URL, environment: Environment): Promise<Connection> {
  const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY, no_proxy, NO_PROXY } = environment;
  const httpsProxy = https_proxy ?? HTTPS_PROXY ?? '';
  const httpProxy = http_proxy ?? HTTP_PROXY ?? '';
  if ((httpsProxy === '' && httpProxy === '') || isLoopback(url.hostname)) return directConnection(url.protocol);
  // undici takes 50 ms to load.
  const { proxyConnection } = await import('./undici.ts');
  return proxyConnection({ httpProxy, httpsProxy, noProxy: no_proxy ?? NO_PROXY ?? '' });
}
