/** Takes a secret out of whatever is said: messages and log lines. */
export type Redact = (text: string) => string;

/** A `Redact` for one secret. */
export function redactor(secret: string): Redact {
  return (text) => (secret === '' ? text : text.replaceAll(secret, '***'));
}

const LIMIT_CHARACTERS = 300;

/** Text from outside, fit to stand in a message: one line of at most 300 characters, nothing invisible, no secret. */
export function quote(text: string, redact: Redact): string {
  // Redacted before it is cut, so that no part of a secret stays at the end; far beyond the limit nothing is looked at.
  const shown: string[] = [];
  let length = 0;
  for (const character of redact(text.slice(0, 100_000)).trim()) {
    const seen = visible(character);
    length += Array.from(seen).length;
    shown.push(seen);
    if (length > LIMIT_CHARACTERS) return cut(shown);
  }
  return shown.join('');
}

/** Drops from the end until there is room for the ellipsis. */
function cut(shown: string[]): string {
  while (Array.from(shown.join('')).length >= LIMIT_CHARACTERS) shown.pop();
  return `${shown.join('')}…`;
}

/** Controls, format characters (the bidirectional among them), odd spaces, private use and lone surrogates. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]$/u;

function visible(character: string): string {
  if (!INVISIBLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
