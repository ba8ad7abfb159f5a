import { foldName } from './names.ts';
import { type Rows, valueAt } from './objects.ts';
import type { Value } from './values.ts';

/** Finds values in rows by their paths, and notes which were found. */
export function findValues(rows: Rows) {
  const used = new Set<string>();
  const renamed = new Map<string, string>();
  const folded = new Map(
    [...rows.values].filter(([, { object }]) => object === undefined).map(([name]) => [foldName(name), name]),
  );
  const at = (path: string): Value | null => {
    const other = folded.get(foldName(path));
    const name = valueAt(rows, path) === null && other !== undefined ? other : path;
    const value = valueAt(rows, name);
    if (value === null) return null;
    if (name !== path) renamed.set(name, path);
    used.add(name);
    return value;
  };
  return {
    used,
    renamed,
    at,
    all: (paths: readonly string[] = []) => paths.flatMap((path) => at(path) ?? []),
  };
}

export type ValueFinder = ReturnType<typeof findValues>;
