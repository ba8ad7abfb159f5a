// Reads values out of JSON whose shape nobody guarantees, such as GitHub's events and answers.

/**
 * The value at a path of own properties; undefined if there is none. The functions of this file are how
 * GitHub's events and answers are read, whose shapes nobody guarantees: `textAt(event, "pull_request",
 * "head", "sha")`.
 */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

/** The text at a path; null if there is none, or an empty one. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const text = valueAt(value, ...path);
  return typeof text === 'string' && text !== '' ? text : null;
}

/** The web address at a path, without characters that act in Markdown, HTML or a shell; else null. */
export function addressAt(value: unknown, ...path: readonly string[]): string | null {
  const url = URL.parse(textAt(value, ...path) ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.href.replace(/[^\w\-.~:/?#@%+=,]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);
}

/** The array at a path; empty if there is none. */
export function arrayAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const array = valueAt(value, ...path);
  return Array.isArray(array) ? array : [];
}

/** The id or number at a path: a positive safe integer; null if there is none. */
export function idAt(value: unknown, ...path: readonly string[]): number | null {
  const id = valueAt(value, ...path);
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The moment at a path, in epoch milliseconds; null if there is none. */
export function momentAt(value: unknown, ...path: readonly string[]): number | null {
  const ms = Date.parse(textAt(value, ...path) ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** Whether there is an object or an array at a path. */
export function hasObjectAt(value: unknown, ...path: readonly string[]): boolean {
  const object = valueAt(value, ...path);
  return typeof object === 'object' && object !== null;
}
