import type { Problems } from './problems.ts';

/** The query service's base URL, without a slash at its end. Plain http only to loopback, unless it is allowed. */
export function parseApiUrl(at: string, text: string, allowHttp: boolean, problems: Problems): string | null {
  const url = /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text) ? new URL(text) : null;
  const why = url === null ? 'which is no web address' : objection(url, allowHttp);
  if (url !== null && why === null) return url.href.replace(/\/+$/, '');
  const expected = 'a base URL such as https://api.telemetrydeckapi.com, without user, query or fragment';
  return problems.add({ at, given: withoutSecrets(text), why, expected });
}

function objection(url: URL, allowHttp: boolean): string | null {
  if (url.username !== '' || url.password !== '')
    return 'which holds a user name or password (the token is an input of its own)';
  if (url.search !== '' || url.href.includes('?')) return 'which holds a query';
  if (url.href.includes('#')) return 'which holds a fragment';
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    return 'over plain http anybody on the way could read the token (use https, or set allow-http: true)';
  }
  return null;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** What people paste into an address beside it may be a password. */
function withoutSecrets(text: string): string {
  return text.replace(/^(\w+:\/\/)?.*@/s, '$1***@').replace(/[?#].*$/s, (rest) => `${rest.charAt(0)}***`);
}
