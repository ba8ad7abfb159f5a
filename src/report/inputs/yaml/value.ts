// YAML values as the inputs take them, and how the keys of a map are read.
import { nearestWord } from '../../../text/nearest.ts';
import { splitList } from '../list.ts';
import type { Parser, Problems } from '../problems.ts';

/**
 * YAML in which every scalar is a string, as in all other inputs: `top: 5`, `name: no` and dates are what was
 * written.
 */
export type YamlValue = string | readonly YamlValue[] | YamlMap;
export type YamlMap = ReadonlyMap<string, YamlValue>;

/** Whether a value is a map. */
export function isMap(value: YamlValue | undefined): value is YamlMap {
  return value instanceof Map;
}

/** The kind of a YAML value, for a message. */
export function kindOf(value: YamlValue): string {
  if (typeof value === 'string') return 'a string';
  return isMap(value) ? 'a map' : 'a list';
}

/** Notes every key that is not known, with the nearest one that is. */
export function noteUnknownKeys(map: YamlMap, knownKeys: readonly string[], problems: Problems): void {
  for (const key of map.keys()) {
    if (knownKeys.includes(key)) continue;
    const hint = nearestWord(key, knownKeys);
    problems.add({ why: `has the unknown key "${key}"`, expected: knownKeys.join(', '), hint });
  }
}

/** Refuses a value of a kind that is not taken. */
export function refuseKind(value: YamlValue, expected: string, problems: Problems): null {
  return problems.refuse({ why: `is ${kindOf(value)}`, expected });
}

/**
 * Makes what reads the string of a key, with a parser if one is given. It gives null if the map does not have
 * the key; a list or a map is noted as a problem.
 */
export function keyReader(map: YamlMap, problems: Problems) {
  function read(key: string): string | null;
  function read<T>(key: string, parse: Parser<T>): T | null;
  function read(key: string, parse: Parser<unknown> = (text) => text): unknown {
    const value = map.get(key);
    if (value === undefined) return null;
    const within = problems.at(key);
    if (typeof value === 'string') return parse(value, within);
    return refuseKind(value, 'a string', within);
  }
  return read;
}

/** The names of a list, or of a text with commas between them; null if it is or holds something else. */
export function namesIn(value: YamlValue | undefined): readonly string[] | null {
  const items = typeof value === 'string' ? splitList(value) : (value ?? []);
  if (isMap(items)) return null;
  const names = items.flatMap((item) => (typeof item === 'string' ? [item.trim()] : []));
  return names.length === items.length ? names : null;
}
