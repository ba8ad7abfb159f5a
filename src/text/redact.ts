/** Replaces every occurrence of a secret by `***`. Longer secrets first: one may be a part of another. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text);
}
