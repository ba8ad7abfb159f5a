import { literal } from '../events/duckdb-values.ts';
import { foldName } from './names.ts';
import type { Rows } from './objects.ts';
import { columnValue, pointerOf, type Value } from './values.ts';

/** Finds the values that a mapping names, and notes which columns it uses. */
export type ValueFinder = ReturnType<typeof findValues>;

/** Finds values in rows by their paths. */
export function findValues(rows: Rows) {
  /** The columns, and the members of their objects, that were found. */
  const used = new Set<string>();
  /** The columns that were found although the mapping writes their names in another way. */
  const renamed = new Map<string, string>();
  const columns = [...rows.values].filter(([, { object }]) => object === undefined);
  const columnsByFoldedName = new Map(columns.map(([name]) => [foldName(name), name]));
  const at = (path: string): Value | null => {
    const exact = valueAt(rows, path);
    const column = exact === null ? columnsByFoldedName.get(foldName(path)) : undefined;
    if (column !== undefined) renamed.set(column, path);
    used.add(column ?? path);
    return exact ?? rows.values.get(column ?? '') ?? null;
  };
  return {
    used,
    renamed,
    at,
    all: (paths: readonly string[] = []) => paths.flatMap((path) => at(path) ?? []),
  };
}

/**
 * The value at a path, whose parts are separated by dots: `device.operating_system`. A column or a key may
 * have dots in its name. Null if the file has none.
 */
export function valueAt({ values, objects }: Rows, path: string): Value | null {
  const value = values.get(path);
  if (value !== undefined) return value;
  const dots = [...path.matchAll(/\./g)].map(({ index }) => index).reverse();
  const dot = dots.find((at) => values.has(path.slice(0, at)));
  const column = values.get(path.slice(0, dot));
  if (dot === undefined || column === undefined || objects.has(path.slice(0, dot))) return null;
  const pointer = path
    .slice(dot + 1)
    .split('.')
    .map(pointerOf)
    .join('');
  return columnValue(`TRY(json_extract_string(${column.sql}, ${literal(pointer)}))`, 'VARCHAR');
}
