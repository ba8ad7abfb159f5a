import { isTokenKey } from './config-secrets.ts';
import { INPUTS, type DeclaredInput, type InputName } from './declared.ts';
import { nearest } from './nearest.ts';
import type { Problems } from './problems.ts';
import type { RawInputs } from './raw.ts';
import { isMap, kindOf, type YamlValue } from './yaml-value.ts';

/** The inputs that a config file may give: all but the tokens and those that speak of the file itself. */
export const CONFIG_KEYS: readonly InputName[] = Object.entries<DeclaredInput>(INPUTS)
  .filter(([name, { kind }]) => kind !== 'secret' && name !== 'config' && name !== 'report')
  .map(([name]) => name as InputName);

/** Reads a set of keys: those that are inputs, each of a shape that its input can have. `more` are known as well. */
export function readConfigKeys(
  map: ReadonlyMap<string, YamlValue>,
  more: readonly string[],
  problems: Problems,
): RawInputs {
  const known: readonly string[] = [...CONFIG_KEYS, ...more];
  const found: Record<string, YamlValue> = {};
  for (const [key, value] of map) {
    const name = CONFIG_KEYS.find((each) => each === key);
    if (name === undefined) noteUnlessKnown(key, known, problems);
    else if (hasShape(name, value, problems)) found[name] = value;
  }
  return found;
}

function noteUnlessKnown(key: string, known: readonly string[], problems: Problems): void {
  if (known.includes(key)) return;
  if (isTokenKey(key)) {
    problems.add({ at: key, why: TOKEN_REFUSED, expected: 'a secret, passed as the input of the step' });
    return;
  }
  if (key === '<<') {
    problems.add({ at: key, why: "is YAML's merge key, which is not read", expected: MERGED });
    return;
  }
  const why = key === 'config' || key === 'report' ? 'is an input that a config file cannot give' : 'is an unknown key';
  problems.add({ at: key, why, expected: known.join(', '), hint: nearest(key, known) });
}

const MERGED =
  'the keys themselves; what reports share stands beside "reports", and a single value may be an alias, as in insights: *ours';

const TOKEN_REFUSED =
  'a token does not belong in a file: whoever reads the repository would have it (if it was a real one, revoke it)';

function hasShape(name: InputName, value: YamlValue, problems: Problems): boolean {
  const { kind }: DeclaredInput = INPUTS[name];
  if (typeof value === 'string' || kind === 'yaml') return true;
  if (kind !== 'list' || isMap(value)) {
    problems.add({ at: name, why: `is ${kindOf(value)}`, expected: EXPECTED[kind] });
    return false;
  }
  for (const [index, item] of value.entries()) {
    if (typeof item === 'string' && item.trim() !== '') continue;
    const why = typeof item === 'string' ? 'is empty' : `is ${kindOf(item)}`;
    problems.add({ at: `${name}, entry ${index + 1}`, why, expected: 'a text' });
  }
  return true;
}

const EXPECTED: Readonly<Record<DeclaredInput['kind'], string>> = {
  text: 'a text',
  secret: 'a text',
  boolean: 'true or false',
  list: 'a list of texts',
  yaml: 'a text, a list or a map',
  integer: 'a whole number',
  choice: 'a text',
};
