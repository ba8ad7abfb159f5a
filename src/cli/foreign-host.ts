import { isIP } from 'node:net';

/**
 * Whether a request was sent to a foreign host name. A foreign page could read the preview by DNS rebinding:
 * its own name is made to resolve to this machine. An IP address cannot be rebound.
 */
export function isForeignHost(named: string, host: string): boolean {
  const name = named.replace(/:\d*$/, '').toLowerCase();
  return name !== 'localhost' && name !== host.toLowerCase() && isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0;
}
