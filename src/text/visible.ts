// Text from outside may hold characters that hide, reorder or break lines. This shows them.
/**
 * Makes every character visible that a message should not carry as it is: controls, format characters, line
 * ends (`␊`, `⟨U+202E⟩`).
 */
export function makeVisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, pictureOf);
}

/**
 * Makes those characters of a value visible that hide or reorder text, and keeps the others: joiners are part
 * of emoji and of many scripts. A lone surrogate becomes U+FFFD, as it would on its way out.
 */
export function makeControlsVisible(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu, (character) =>
    /\p{Cs}/u.test(character) ? '\ufffd' : pictureOf(character),
  );
}

/** The same of each line of a message. */
export function makeLinesVisible(text: string): string {
  return text.split('\n').map(makeControlsVisible).join('\n');
}

/** A text without the characters that nobody sees and that come along with what is copied from a page. */
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

const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;

function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code);
  if (code === DELETE) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
