/** Says where a text stops being JSON, by line and column. `JSON.parse` names the place of some faults only, and quotes the file. */
export function firstJsonFault(text: string): string {
  const offset = faultOffset(text);
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  return offset >= text.trimEnd().length ? `it ends too early, at ${place}` : `unexpected at ${place}`;
}

const TOKEN =
  // JSON forbids control characters in a string.
  // eslint-disable-next-line no-control-regex
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
const SPACE = /[ \t\r\n]*/y;

/** What may stand at a place of the text. */
type Place = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'after';

/** Walks the tokens with the open brackets on a stack; the offset of the first that cannot stand where it stands. */
function faultOffset(text: string): number {
  const open: string[] = [];
  let place: Place = 'value';
  let offset = 0;
  for (;;) {
    SPACE.lastIndex = TOKEN.lastIndex = offset;
    SPACE.exec(text);
    const at = SPACE.lastIndex;
    const [, mark, string, literal] = TOKEN.exec(text) ?? [];
    const kind = mark ?? (string === undefined ? (literal === undefined ? null : 'literal') : 'string');
    const next: Place | null = kind === null ? null : step(place, kind, open);
    if (next === null) return at;
    place = next;
    offset = TOKEN.lastIndex;
  }
}

/** The place after a token; null when it cannot stand here. */
function step(place: Place, kind: string, open: string[]): Place | null {
  switch (place) {
    case 'colon':
      return kind === ':' ? 'value' : null;
    case 'key':
    case 'key-or-end':
      if (kind === 'string') return 'colon';
      return kind === '}' && place === 'key-or-end' ? close(open) : null;
    case 'after':
      if (open.length === 0) return null;
      if (kind === ',') return open.at(-1) === '{' ? 'key' : 'value';
      return kind === (open.at(-1) === '{' ? '}' : ']') ? close(open) : null;
    case 'value':
    case 'value-or-end':
      if (kind === ']' && place === 'value-or-end') return close(open);
      if (kind === 'string' || kind === 'literal') return 'after';
      if (kind !== '{' && kind !== '[') return null;
      open.push(kind);
      return kind === '{' ? 'key-or-end' : 'value-or-end';
  }
}

function close(open: string[]): Place {
  open.pop();
  return 'after';
}
