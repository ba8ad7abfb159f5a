import type { Problems } from './problems.ts';
import { givenText, type RawInputs } from './raw.ts';

/** What must never be shown: both tokens, and the parts of one that was pasted with spaces or newlines in it. Longest first. */
export function secretTexts(raw: RawInputs): readonly string[] {
  const tokens = [givenText(raw, 'api-token'), givenText(raw, 'github-token')];
  const parts = tokens.flatMap((token) => token.split(/\s+/)).filter((part) => part.length >= SHORTEST_PART);
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

const SHORTEST_PART = 4;
