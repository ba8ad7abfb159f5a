// JSON values, and the few things that every room does with them.
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

/** An object without some of its keys; all others are as they were, in their order. */
export function without<Whole extends object, Key extends string>(
  whole: Whole,
  ...keys: readonly Key[]
): Whole extends unknown ? Omit<Whole, Key> : never {
  const left = Object.entries(whole).filter(([key]) => !keys.some((each) => each === key));
  // What is left of an object has the types that it had there.
  return Object.fromEntries(left) as Whole extends unknown ? Omit<Whole, Key> : never;
}

/** A value as JSON with all keys in order: the same text for values that mean the same. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

/** What distinguishes queries: two with the same key have the same answer. */
export function queryKey(query: JsonObject): string {
  return JSON.stringify(query);
}

/** The fields whose values are known: neither null nor undefined. */
export function whereKnown<T extends object>(
  fields: T,
): { readonly [K in keyof T]?: Exclude<T[K], null | undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value != null);
  return Object.fromEntries(present) as ReturnType<typeof whereKnown<T>>;
}
