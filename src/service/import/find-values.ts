import { literal } from '../events/duckdb-values.ts';
import { foldName } from './names.ts';
import type { Rows } from './objects.ts';
import { columnValue, pointerOf, type Value } from './values.ts';

/** Finds the values that a mapping names, for `select.ts`, and notes which columns it uses. */
export type ValueFinder = ReturnType<typeof findValues>;

/** Finds values in rows by their paths: `user_id`, `device.operating_system`. */
export function findValues(rows: Rows) {
  /** The columns, and the members of their objects, that were found. */
  const used = new Set<string>();
  /** The columns that were found although the mapping writes their names in another way. */
  const renamed = new Map<string, string>();
  const columns = [...rows.values].filter(([, { object }]) => object === undefined);
  const columnsByFoldedName = new Map(columns.map(([name]) => [foldName(name), name]));
  const find = (path: string): Value | null => {
    const exact = valueAt(rows, path);
    const column = columnsByFoldedName.get(foldName(path));
    if (exact !== null || column === undefined) {
      used.add(path);
      return exact;
    }
    renamed.set(column, path);
    used.add(column);
    return rows.values.get(column) ?? null;
  };
  return {
    used,
    renamed,
    find,
    /** The values at those of the paths that the file has. */
    findAll: (paths: readonly string[] = []) => paths.flatMap((path) => find(path) ?? []),
  };
}

/**
 * The value at a path, whose parts are separated by dots: `device.operating_system`. Null if the file has
 * none. A column may have dots in its name, so the longest name that is a column is taken for one.
 */
export function valueAt({ values, objects }: Rows, path: string): Value | null {
  const value = values.get(path);
  if (value !== undefined) return value;
  const dots = [...path.matchAll(/\./g)].map(({ index }) => index).reverse();
  const dot = dots.find((place) => values.has(path.slice(0, place)));
  const column = values.get(path.slice(0, dot));
  if (dot === undefined || column === undefined || objects.has(path.slice(0, dot))) return null;
  const pointer = path
    .slice(dot + 1)
    .split('.')
    .map(pointerOf)
    .join('');
  return columnValue(`TRY(json_extract_string(${column.sql}, ${literal(pointer)}))`, 'VARCHAR');
}
