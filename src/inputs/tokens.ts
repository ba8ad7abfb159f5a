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

/** What `on-missing-token` says for a run without an api-token: null when there is one. */
export function missingToken(raw: RawInputs, fromFork: boolean): 'fail' | 'skip' | null {
  if (givenText(raw, 'api-token') !== '') return null;
  const policy = givenText(raw, 'on-missing-token');
  if (policy === 'skip' || policy === 'fail') return policy;
  return fromFork ? 'skip' : 'fail';
}

const SHORTEST_PART = 4;

/** Notes that the api-token is missing where that fails the run. */
export function noteMissingToken(problems: Problems): void {
  problems.add({
    at: 'api-token',
    why: 'is empty',
    expected:
      "a personal access token of the query service (made in the dashboard's user settings, on a paid plan), kept as a secret of the repository and passed as api-token: ${{ secrets.NAME_OF_THE_SECRET }}",
  });
}
