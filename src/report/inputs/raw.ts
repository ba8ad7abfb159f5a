// Inputs before they are validated, as the step, the command line or the config file has them. `raw…`
// functions give an input without its default, `input…` functions with it.
import { withoutInvisible } from '../../text/visible.ts';
import { INPUTS, type InputName } from './declared.ts';
import type { Parser, Problems } from './problems.ts';
import type { YamlValue } from './yaml/value.ts';

/**
 * Inputs by name: a text, or a list or map from a config file. A blank text means the same as no input; an
 * empty list or map is a value.
 */
export type RawInputs = Readonly<Record<string, YamlValue | undefined>>;

/** The Action's inputs; `read` gives an input by its name, empty if it is not given. */
export function readActionInputs(read: (name: string) => string): RawInputs {
  return Object.fromEntries(Object.keys(INPUTS).map((name) => [name, read(name)]));
}

/** Whether an input has a value: a text that is not blank, or a list or map, even an empty one. */
export function hasInput(raw: RawInputs, name: string): boolean {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  return value !== undefined && (typeof value !== 'string' || withoutInvisible(value).trim() !== '');
}

/** Whether the inputs name insights, queries or releases: `init` needs one of these. */
export function namesSubject(raw: RawInputs): boolean {
  return ['insights', 'queries', 'releases'].some((name) => hasInput(raw, name));
}

/** The inputs that have a value. */
export function withoutEmpty(raw: RawInputs): RawInputs {
  return Object.fromEntries(Object.entries(raw).filter(([name]) => hasInput(raw, name)));
}

/** An input without its default: a text is trimmed, and empty if there is none. */
export function rawValue(raw: RawInputs, name: InputName): YamlValue {
  const value = (Object.hasOwn(raw, name) ? raw[name] : undefined) ?? '';
  return typeof value === 'string' ? withoutInvisible(value).trim() : value;
}

/** A text input without its default, trimmed; empty if there is none. */
export function rawText(raw: RawInputs, name: InputName): string {
  const value = rawValue(raw, name);
  return typeof value === 'string' ? value : '';
}

/** An input, or else its default. */
export function inputValue(raw: RawInputs, name: InputName): YamlValue {
  const value = rawValue(raw, name);
  // Only the runner can evaluate a default that is an expression.
  return value !== '' || INPUTS[name].default.startsWith('${{') ? value : INPUTS[name].default;
}

/** Makes the function that reads a text input, or its default, with a parser. */
export function inputReader(raw: RawInputs, problems: Problems) {
  return <T>(name: InputName, parse: Parser<T>): T | null => parse(inputText(raw, name), problems.at(name));
}

/** A text input, or else its default. */
export function inputText(raw: RawInputs, name: InputName): string {
  const value = inputValue(raw, name);
  return typeof value === 'string' ? value : '';
}
