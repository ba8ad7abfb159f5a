/** What looks like a token in a text: by its own form, or as the value of a key that is called one. Longest first. */
export function tokensIn(text: string): readonly string[] {
  const named = [...text.matchAll(NAMED)].map(([, value = '']) => value).filter((value) => value.length >= SHORTEST);
  const formed = [...text.matchAll(FORMED)].map(([token]) => token);
  return [...new Set([...formed, ...named])].sort((a, b) => b.length - a.length);
}

/** Whether a key asks for a token, however it is spelt: `api-token`, `apiToken`, `API_TOKEN`, `token`. */
export function isTokenKey(key: string): boolean {
  return /(?:token|secret|password)$/i.test(key.trim());
}

/** Whether a text holds something with the form of a token: this service's, or GitHub's. */
export function holdsToken(text: string): boolean {
  return text.search(FORMED) >= 0;
}

const SHORTEST = 8;
const FORMED = /tdpat_[\w-]+|gh[opsur]_\w{16,}|github_pat_\w{16,}/gi;
const NAMED = /(?:token|secret|password)["']?\s*:[\s>|"'-]*([^\s"',}]+)/gi;
