/** The text on one line, its control and format characters made visible: `␊`, `⟨U+202E⟩`. */
export function makeVisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, replacementFor);
}

/** Whether a text holds characters that `visible` would show as something else. */
export function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);
}

const CONTROL_PICTURES_BLOCK = 0x2400;
const DELETE_CODE = 0x7f;

function replacementFor(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES_BLOCK + code);
  if (code === DELETE_CODE) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
