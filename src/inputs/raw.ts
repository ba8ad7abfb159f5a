import { INPUTS, type InputName } from './declared.ts';

/** What was written, by input name; absent or empty: not given. */
export type RawInputs = Readonly<Record<string, string | undefined>>;

/** Reads the inputs as the runner passes them: `INPUT_` and the name in capitals, dashes kept. */
export function readActionInputs(env: Readonly<Record<string, string | undefined>>): RawInputs {
  return Object.fromEntries(Object.keys(INPUTS).map((name) => [name, env[`INPUT_${name.toUpperCase()}`] ?? '']));
}

/** What was given for an input, trimmed; empty when it was not. */
export function givenText(raw: RawInputs, name: InputName): string {
  return (Object.hasOwn(raw, name) ? (raw[name] ?? '') : '').trim();
}

/** The text that holds for an input: what was given, else its default. */
export function inputText(raw: RawInputs, name: InputName): string {
  const given = givenText(raw, name);
  // A default in an expression is the runner's to fill in.
  return given !== '' || INPUTS[name].default.startsWith('${{') ? given : INPUTS[name].default;
}
