import { readFileSync } from 'node:fs';

/** A certificate in this folder, or (`leaf`) the key of all of them, as PEM. */
export function certificate(name: string): string {
  return readFileSync(new URL(`${name}.${name === 'leaf' ? 'key' : 'pem'}`, import.meta.url), 'utf8');
}
