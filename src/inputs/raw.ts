import { INPUTS, type InputName } from './declared.ts';
import type { YamlValue } from './yaml/value.ts';

/** What was given, by input name: a text, or a config file's list or map; absent or empty: not given. */
export type RawInputs = Readonly<Record<string, YamlValue | undefined>>;

/**
 * Reads the inputs as the runner passes them: `INPUT_` and the name in capitals, dashes kept. The runner fills declared
 * defaults in, so a text that is its input's default was not given: a config file's value then holds.
 */
export function readActionInputs(env: Readonly<Record<string, string | undefined>>): RawInputs {
  const texts = Object.entries(INPUTS).map(([name, { default: fallback }]) => {
    const text = env[`INPUT_${name.toUpperCase()}`] ?? '';
    return [name, text.trim() === fallback ? '' : text];
  });
  return Object.fromEntries(texts) as Readonly<Record<string, string>>;
}

/** Whether something was given for an input; an empty list is. */
export function isGiven(raw: RawInputs, name: string): boolean {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  return value !== undefined && (typeof value !== 'string' || value.trim() !== '');
}

/** What was given and nothing else. */
export function onlyGiven(raw: RawInputs): RawInputs {
  return Object.fromEntries(Object.entries(raw).filter(([name]) => isGiven(raw, name)));
}

/** What was given for an input, a text trimmed; an empty text when it was not. */
export function givenValue(raw: RawInputs, name: InputName): YamlValue {
  const value = (Object.hasOwn(raw, name) ? raw[name] : undefined) ?? '';
  return typeof value === 'string' ? value.trim() : value;
}

/** What was given for an input that is a text, trimmed; empty when it was not. */
export function givenText(raw: RawInputs, name: InputName): string {
  const value = givenValue(raw, name);
  return typeof value === 'string' ? value : '';
}

/** The value that holds for an input: what was given, else its default. */
export function inputValue(raw: RawInputs, name: InputName): YamlValue {
  const given = givenValue(raw, name);
  // A default in an expression is the runner's to fill in.
  return given !== '' || INPUTS[name].default.startsWith('${{') ? given : INPUTS[name].default;
}

/** The text that holds for an input: what was given, else its default. */
export function inputText(raw: RawInputs, name: InputName): string {
  const value = inputValue(raw, name);
  return typeof value === 'string' ? value : '';
}
