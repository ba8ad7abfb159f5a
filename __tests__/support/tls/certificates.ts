import { readFileSync } from 'node:fs';

/** A certificate of `tls/` beside this, or (`leaf`) the key of all of them, as PEM. */
export function certificate(name: string): string {
  return readFileSync(new URL(`tls/${name}.${name === 'leaf' ? 'key' : 'pem'}`, import.meta.url), 'utf8');
}
