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

/** What distinguishes queries: two with the same key have the same answer. */
export function queryKey(query: JsonObject): string {
  return JSON.stringify(query);
}
