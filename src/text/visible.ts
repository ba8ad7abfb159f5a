// Makes characters visible that would hide, reorder or break text from outside: a line feed becomes `␊`, a
// right-to-left override `⟨U+202E⟩`.

/** For a message or a log: also line ends and format characters become visible. */
export function makeVisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, pictureOf);
}

/**
 * For a value, such as a row's key: only control and bidirectional characters become visible. Joiners, which
 * are format characters too, are part of emoji and of many scripts. A lone surrogate becomes U+FFFD, as it
 * would in UTF-8.
 */
export function makeControlsVisible(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu, (character) =>
    /\p{Cs}/u.test(character) ? '\ufffd' : pictureOf(character),
  );
}

/** `makeControlsVisible`, with the line ends of a message kept. */
export function makeLinesVisible(text: string): string {
  return text.split('\n').map(makeControlsVisible).join('\n');
}

/** A text without the invisible characters that come along with what is copied from a page. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u180e\u200b\u2060\ufeff]/g, '');
}

/** A text in one line: blanks and line ends become single spaces. */
export function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a text holds control characters or line ends. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Where Unicode's pictures of control characters begin: `␀` for U+0000. */
const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;

function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code);
  if (code === DELETE) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
