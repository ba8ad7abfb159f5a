import { nearest } from './nearest.ts';
import type { Problems } from './problems.ts';
import { kindOf, type YamlValue } from './yaml-value.ts';

/** Notes every key that is none of those known, with the nearest of them. */
export function noteUnknownKeys(
  at: string,
  map: ReadonlyMap<string, YamlValue>,
  known: readonly string[],
  problems: Problems,
): void {
  for (const key of map.keys()) {
    if (known.includes(key)) continue;
    problems.add({ at, why: `has the unknown key "${key}"`, expected: known.join(', '), hint: nearest(key, known) });
  }
}

/** The text of a key; null when the entry has none. A list or a map there is a problem. */
export function textOf(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  key: string,
  problems: Problems,
): string | null {
  const value = entry.get(key);
  if (value === undefined || typeof value === 'string') return value ?? null;
  return problems.add({ at: `${at}, ${key}`, why: `is ${kindOf(value)}`, expected: 'a text' });
}
