// Inputs before they are validated, as the step, the command line or the config file has them.
import { withoutInvisible } from '../../text/visible.ts';
import { INPUTS, type InputName } from './declared.ts';
import type { Parser, Problems } from './problems.ts';
import type { YamlValue } from './yaml/value.ts';

/**
 * The inputs as given, by name: a string, or a list or map from a config file. Absent or empty means not
 * given.
 */
export type RawInputs = Readonly<Record<string, YamlValue | undefined>>;

/** The Action's inputs; `read` gives an input by its name, empty if it is not given. */
export function readActionInputs(read: (name: string) => string): RawInputs {
  return Object.fromEntries(Object.keys(INPUTS).map((name) => [name, read(name)]));
}

/** Whether an input was given. An empty list was. */
export function isGiven(raw: RawInputs, name: string): boolean {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  return value !== undefined && (typeof value !== 'string' || withoutInvisible(value).trim() !== '');
}

/** Whether the inputs say what to report. */
export function namesSubject(raw: RawInputs): boolean {
  return ['insights', 'queries', 'releases'].some((name) => isGiven(raw, name));
}

/** Only the inputs that were given. */
export function onlyGiven(raw: RawInputs): RawInputs {
  return Object.fromEntries(Object.entries(raw).filter(([name]) => isGiven(raw, name)));
}

/** An input as given, a string trimmed; the empty string if it was not given. */
export function givenValue(raw: RawInputs, name: InputName): YamlValue {
  const value = (Object.hasOwn(raw, name) ? raw[name] : undefined) ?? '';
  return typeof value === 'string' ? withoutInvisible(value).trim() : value;
}

/** A string input as given, trimmed; empty if it was not given. */
export function givenText(raw: RawInputs, name: InputName): string {
  const value = givenValue(raw, name);
  return typeof value === 'string' ? value : '';
}

/** An input as given, or else its default. */
export function inputValue(raw: RawInputs, name: InputName): YamlValue {
  const value = givenValue(raw, name);
  // Only the runner can evaluate a default that is an expression.
  return value !== '' || INPUTS[name].default.startsWith('${{') ? value : INPUTS[name].default;
}

/** Makes what reads a string input with a parser: as given, or else its default. */
export function inputReader(raw: RawInputs, problems: Problems) {
  return <T>(name: InputName, parse: Parser<T>): T | null => parse(inputText(raw, name), problems.at(name));
}

/** A string input as given, or else its default. */
export function inputText(raw: RawInputs, name: InputName): string {
  const value = inputValue(raw, name);
  return typeof value === 'string' ? value : '';
}
