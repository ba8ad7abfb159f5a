/** Replaces every occurrence of a secret by `***`. Longer secrets first: one may be a part of another. */
export function redact(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets.toSorted((a, b) => b.length - a.length))
    if (secret !== '') redacted = redacted.replaceAll(secret, '***');
  return redacted;
}
