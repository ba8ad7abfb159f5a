// Reads and writes JSON: safely in scripts, and indented for people.

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Escapes each character that a pattern finds as JSON does: `é` → `\u00e9`. */
export function escapeUnits(json: string, pattern: RegExp): string {
  return json.replace(pattern, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * JSON in which no shell finds anything to run, for an output that a workflow pastes into a script, as in
 * `echo "${{ … }}"`. The quotes of the JSON end those of the script, so even a space could act. All
 * characters that mean something to a shell are escaped, such as spaces, `$`, and the typographic quotes of
 * PowerShell.
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

/** The key before a value of an object: `"top": `; empty in a list. */
function labelOf(key: string, holder: object): string {
  return Array.isArray(holder) ? '' : `${JSON.stringify(key)}: `;
}
