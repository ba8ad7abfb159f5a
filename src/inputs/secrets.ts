import type { Problems } from './problems.ts';
import { givenText, type RawInputs } from './raw.ts';

/** What must never be shown: both tokens, and the parts of one that was pasted with spaces or newlines in it. Longest first. */
export function findSecrets(raw: RawInputs): readonly string[] {
  const tokens = [givenText(raw, 'api-token'), givenText(raw, 'github-token')];
  const parts = tokens.flatMap((token) => token.split(/\s+/)).filter((part) => part.length >= MIN_PART_LENGTH);
  return [...new Set([...tokens, ...parts])].filter((text) => text !== '').sort((a, b) => b.length - a.length);
}

/** A token, trimmed; empty when it was not given. It is never shown. */
export function parseToken(at: 'api-token' | 'github-token', raw: RawInputs, problems: Problems): string {
  const token = givenText(raw, at);
  if (/^[\x21-\x7e]*$/.test(token)) return token;
  const why = /\s/.test(token)
    ? 'the token has spaces or newlines inside it'
    : 'the token holds control characters or characters outside ASCII';
  problems.add({ at, why: `${why} (it is not shown)`, expected: 'the token alone, as it was copied' });
  return '';
}

const MIN_PART_LENGTH = 4;

/** What looks like a token in a text: by its own form, or as the value of a key that is called one. Longest first. */
export function findTokens(text: string): readonly string[] {
  const named = [...text.matchAll(TOKEN_KEY_VALUE)]
    .map(([, value = '']) => value)
    .filter((value) => value.length >= MIN_TOKEN_LENGTH);
  const formed = [...text.matchAll(TOKEN_FORMAT)].map(([token]) => token);
  return [...new Set([...formed, ...named])].sort((a, b) => b.length - a.length);
}

/** Whether a key asks for a token, however it is spelt: `api-token`, `apiToken`, `API_TOKEN`, `token`. */
export function isTokenKey(key: string): boolean {
  return /(?:token|secret|password)$/i.test(key.trim());
}

/** Whether a text holds something with the form of a token: this service's, or GitHub's. */
export function hasToken(text: string): boolean {
  return text.search(TOKEN_FORMAT) >= 0;
}

const MIN_TOKEN_LENGTH = 8;
const TOKEN_FORMAT = /tdpat_[\w-]+|gh[opsur]_\w{16,}|github_pat_\w{16,}/gi;
const TOKEN_KEY_VALUE = /(?:token|secret|password)["']?\s*:[\s>|"'-]*([^\s"',}]+)/gi;
