/** A piece of an expression; quotes are taken off and escapes resolved. */
export interface Token {
  readonly type: 'word' | 'quoted' | 'text' | 'long' | 'double' | 'symbol';
  readonly text: string;
}

const PATTERNS: readonly (readonly [type: Token['type'] | 'blank', pattern: RegExp])[] = [
  ['blank', /[ \t\r\n]+/y],
  ['double', /(?:\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ['long', /\d+/y],
  ['word', /[_$A-Za-z][_$A-Za-z0-9]*/y],
  ['quoted', /"(?:\\.|[^"\\])*"/sy],
  ['text', /'(?:\\.|[^'\\])*'/sy],
  ['symbol', /<=|>=|==|!=|&&|\|\||[-+*/%^<>!(),]/y],
];

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Cuts an expression into its pieces; null where something in it is none. */
export function tokenize(source: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let index = 0; index < source.length;) {
    const found = match(source, index);
    if (found === null) return null;
    index += found.text.length;
    if (found.type !== 'blank') tokens.push({ type: found.type, text: unquoted(found.type, found.text) });
  }
  return tokens;
}

function match(source: string, index: number): { type: Token['type'] | 'blank'; text: string } | null {
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = index;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { type, text };
  }
  return null;
}

function unquoted(type: Token['type'], text: string): string {
  if (type !== 'quoted' && type !== 'text') return text;
  return text.slice(1, -1).replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code?: string, character?: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return ESCAPES[character ?? ''] ?? character ?? '';
  });
}
