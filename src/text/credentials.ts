// The form of tokens (`tdpat_…`) and write keys (`ikey_…`), for what makes them, checks them in inputs, or
// looks for them in files.

/** How a personal access token begins, with which queries are sent. */
export const TOKEN_PREFIX = 'tdpat_';
/** How a write key begins, with which apps send events to your own service. */
export const KEY_PREFIX = 'ikey_';

/** Why a text cannot be a token, in words that do not show it; null if it can. */
export function tokenFault(token: string): { readonly why: string; readonly expected: string } | null {
  if (token.startsWith(KEY_PREFIX))
    return {
      why: 'it is a write key, which only sends events (it is not shown)',
      expected: `a personal access token, which begins with ${TOKEN_PREFIX}`,
    };
  if (/^[\x21-\x7e]*$/.test(token)) return null;
  const why = /\s/.test(token)
    ? 'the token has spaces or newlines inside it'
    : 'the token has control characters or characters outside ASCII';
  return { why: `${why} (it is not shown)`, expected: 'the token alone, as it was copied' };
}
