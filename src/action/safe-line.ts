/**
 * One line that the runner prints and does not obey: commands are read from `##[` anywhere in a line and from `::` at its
 * start (actions/runner, ActionCommand.cs), so the one is broken by a visible character and the other by an indent of ours.
 */
export function safeLine(message: string): string {
  return message
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/u)
    .map((line) => line.replace(CONTROL, '\u{fffd}').replace(ANYWHERE, '$1\\[').replace(AT_START, '$1\u{00a6}$2'))
    .join('\n');
}

// All control characters but the tab, escape sequences and the bidirectional ones that reorder what is read.
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

// The runner's search follows a culture's rules, which pass over what nobody sees: `##`, a zero-width space, `[` may be found too.
const ANYWHERE =
  /(#[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*#[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*)\[/gu;
const AT_START =
  /^([\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*:)([\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*:)/u;
