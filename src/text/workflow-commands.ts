// Keeps text that the runner prints from being a workflow command: `::set-env` → `:¦:set-env`.
import { escapeUnits } from './json.ts';

/**
 * Changes a message so that the runner prints it and does not obey it. The runner takes `##[` anywhere in a
 * line and `::` at its start for a command (actions/runner, ActionCommand.cs), so each is broken by a visible
 * character.
 */
export function neutralizeCommands(message: string): string {
  return message
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/u)
    .map((line) =>
      line.replace(CONTROL, '\u{fffd}').replace(ANYWHERE, '$1\\[').replace(AT_START, '$1\u{00a6}$2'),
    )
    .join('\n');
}

/**
 * JSON that says the same and that neither the runner nor a terminal obeys: control and bidirectional
 * characters and the `[` of `##[` are escaped.
 */
export function inertJson(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, null, indent);
  return escapeUnits(json, /[\u007f-\u009f\p{Bidi_Control}\p{Zl}\p{Zp}]/gu).replace(ANYWHERE, '$1\\u005b');
}

// Control characters except the tab, and the bidirectional ones that reorder the text around them. Marks of
// a direction (U+200E) stay, since text in Hebrew or Arabic has them; JSON escapes them, too, as that loses
// nothing.
// oxlint-disable-next-line no-control-regex -- they are what is replaced
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

// The runner's search ignores invisible characters: it also finds `##`, a zero-width space, `[`.
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}`;
const ANYWHERE = new RegExp(`(#[${INVISIBLE}]*#[${INVISIBLE}]*)\\[`, 'gu');
const AT_START = new RegExp(`^([\\s${INVISIBLE}]*:)([${INVISIBLE}]*:)`, 'u');
