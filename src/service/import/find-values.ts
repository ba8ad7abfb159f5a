// Finds the values that a mapping names in the rows of a file, for `select.ts`: `device.operating_system` is
// a key of the column `device`, and `client_user` is read for `clientUser`.
import { foldName } from './names.ts';
import type { Rows } from './objects.ts';
import { columnValue, extracted, pointerOf, type Value } from './values.ts';

/** Finds values by their paths, and notes which columns a mapping uses. */
export type ValueFinder = ReturnType<typeof findValues>;

/** Finds values in rows by their paths: `user_id`, `device.operating_system`. */
export function findValues(rows: Rows) {
  /** The columns, and the members of their objects, that were found. */
  const used = new Set<string>();
  /** The columns that the mapping writes in another way → how: `client_user` → `clientUser`. */
  const renamed = new Map<string, string>();
  const columns = new Map(columnNames(rows).map((name) => [foldName(name), name]));
  const find = (path: string): Value | null => {
    const value = valueAt(rows, path);
    const column = columns.get(foldName(path));
    const name = value === null && column !== undefined ? column : path;
    if (name !== path) renamed.set(name, path);
    used.add(name);
    return value ?? rows.values.get(name) ?? null;
  };
  /** The values at those of the paths that the file has. */
  const findAll = (paths: readonly string[] = []) => paths.flatMap((path) => find(path) ?? []);
  return { used, renamed, find, findAll };
}

/** The names of a file's columns, without the members of objects. */
export function columnNames({ values }: Rows): readonly string[] {
  return [...values].flatMap(([name, { object }]) => (object === undefined ? [name] : []));
}

/** The value at a path; null if the file has none. `a.b.c` is the member `c` of what `a.b` holds. */
export function valueAt(rows: Rows, path: string): Value | null {
  const value = rows.values.get(path);
  const dot = path.lastIndexOf('.');
  const parent = path.slice(0, dot);
  // An object that was opened has all its members among the values.
  if (value !== undefined || dot === -1 || rows.objects.has(parent)) return value ?? null;
  const outer = valueAt(rows, parent);
  if (outer === null) return null;
  return columnValue(`TRY(${extracted(outer.sql, pointerOf(path.slice(dot + 1)))})`, 'VARCHAR');
}
