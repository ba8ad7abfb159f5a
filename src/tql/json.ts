// The type of JSON values, and what several rooms do with them: check, compare, leave out keys.

/** A parsed JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A parsed JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value of unknown origin is a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value of unknown origin has more than `levels` levels of objects and arrays. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

/** An object without some of its keys: `without({a: 1, b: 2}, 'b')` → `{a: 1}`. */
export function without<T extends object, Key extends string>(
  object: T,
  ...keys: readonly Key[]
): T extends unknown ? Omit<T, Key> : never {
  const keptEntries = Object.entries(object).filter(([key]) => !keys.some((each) => each === key));
  // The entries have the types that they had in the object.
  return Object.fromEntries(keptEntries) as T extends unknown ? Omit<T, Key> : never;
}

/** A value as JSON with sorted keys: the same text for `{a: 1, b: 2}` and `{b: 2, a: 1}`. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

/** A key for maps: queries with the same key have the same answer. */
export function queryKey(query: JsonObject): string {
  return JSON.stringify(query);
}

/** The fields that have a value: `{a: 1, b: null}` → `{a: 1}`. */
export function whereKnown<T extends object>(
  fields: T,
): { readonly [K in keyof T]?: Exclude<T[K], null | undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value != null);
  return Object.fromEntries(present) as ReturnType<typeof whereKnown<T>>;
}
