import type { ResultValue } from '../../tql/result.ts';

/** The most characters (code points) of a value that a reader is shown. */
export const VALUE_LIMIT = 200;

/**
 * What a reader sees of a value from outside: controls and bidirectional marks made visible, everything else unchanged,
 * at most `limit` characters and then `…`. A missing value reads `not set`, an empty one `empty`.
 */
export function display(value: ResultValue, limit: number = VALUE_LIMIT): string {
  if (value === null) return 'not set';
  const text = textOf(value);
  return text === '' ? 'empty' : cut(visible(text), limit);
}

/** A value as the text it stands for, unchanged: lists and flags as JSON writes them. */
export function textOf(value: Exclude<ResultValue, null>): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// Cc are the control characters, Bidi_Control those that reorder text; a lone surrogate would become U+FFFD on the way out.
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu;
const SUSPECT = /[^ -~]/;

/** Text with its control and bidirectional characters replaced by visible ones. */
export function visible(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSEEN, visibleCharacter) : text;
}

function visibleCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** At most `limit` code points of a text, and `…` where more were there. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : text;
}
