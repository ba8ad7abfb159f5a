// Keeps the pages of `preview`, `explore` and `demo` private: their address holds a secret
// (`http://127.0.0.1:8789/?key=…`), and requests that were sent to another host name are refused.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

/** Knows who may read a page: anyone who has its whole address, which holds a secret. */
export type PageGuard = ReturnType<typeof guardPage>;

/**
 * Guards a page that is served on `host`: other users of the machine reach its port, and other pages can send
 * it requests.
 */
export function guardPage(host: string, secret: string = randomBytes(24).toString('base64url')) {
  return {
    /** The whole address of the page that is served at `url`. */
    address: (url: string) => `${url}/?key=${secret}`,
    /** Compares in a time that says nothing of where two texts differ. */
    isSecret: (key: string) => {
      const digest = (text: string) => hash('sha256', text, 'buffer');
      return timingSafeEqual(digest(key), digest(secret));
    },
    /**
     * Whether a request was sent to a foreign host name. A foreign page could read this one by DNS rebinding:
     * its own name is made to resolve to this machine. An IP address cannot be rebound.
     */
    isForeign: (hostHeader: string): boolean => {
      const name = hostHeader.replace(/:\d*$/, '').toLowerCase();
      return (
        name !== 'localhost' && name !== host.toLowerCase() && isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0
      );
    },
  };
}
