// JSON for files, outputs and logs.
/** What a text holds as JSON; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Escapes what a pattern finds, one character each, as JSON does. */
export function escapeUnits(json: string, which: RegExp): string {
  return json.replace(which, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * JSON that says the same and of which no shell runs anything, in whatever quotes an expression pastes it: in
 * double quotes its own quotes end them, so a blank acts, too. PowerShell also takes typographic quotes.
 */
export function inertInShells(value: unknown): string {
  return escapeUnits(JSON.stringify(value), /[ !#$%&'()*;<=>?^`|~\u007f-\u00a0\u2000-\u206f\ufeff]/g);
}

/** A value as indented JSON, with objects and lists that fit into `width` characters on one line. */
export function printJson(value: unknown, width: number, indent = ''): string {
  const flat = onOneLine(value);
  if (flat.length + indent.length <= width || typeof value !== 'object' || value === null) return flat;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value).map(
    ([key, item]) => `${deeper}${labelOf(key, value)}${printJson(item, width, deeper)}`,
  );
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, item]) => labelOf(key, value) + onOneLine(item));
  if (Array.isArray(value)) return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** What stands before a part: its key, if it is one of an object. */
function labelOf(key: string, holder: object): string {
  return Array.isArray(holder) ? '' : `${JSON.stringify(key)}: `;
}
