import { suggestion } from './nearest.ts';
import type { Problems } from './problems.ts';
import type { YamlValue } from './yaml-text.ts';

/** Notes every key that is none of those known, with the nearest of them. */
export function noteUnknownKeys(
  at: string,
  map: ReadonlyMap<string, YamlValue>,
  known: readonly string[],
  problems: Problems,
): void {
  for (const key of map.keys()) {
    if (known.includes(key)) continue;
    const hint = suggestion(key, known);
    problems.add({ at, why: `has the unknown key "${key}"${hint && `, ${hint}`}`, expected: known.join(', ') });
  }
}
