import { isJsonObject, type Json } from '../../tql/json.ts';

/** The items of a list; none if it is something else. */
export function itemsOf(value: Json | undefined): readonly Json[] {
  const isList = (given: Json | undefined): given is readonly Json[] => Array.isArray(given);
  return isList(value) ? value : [];
}

/** A field of an object; undefined if there is none. */
export function fieldOf(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}

/** A field that is text; null if it is not. */
export function textAt(value: Json | undefined, key: string): string | null {
  const found = fieldOf(value, key);
  return typeof found === 'string' ? found : null;
}

/** A field that is a number; null if it is not. */
export function numberAt(value: Json | undefined, key: string): number | null {
  const found = fieldOf(value, key);
  return typeof found === 'number' ? found : null;
}
