// Splits a Druid expression into tokens: `a >= 'x'` → a word, a symbol and a text.

/** A token of an expression; quotes are removed and escapes resolved. */
export interface Token {
  readonly type: 'word' | 'quoted' | 'text' | 'long' | 'double' | 'symbol';
  readonly text: string;
}

/** Splits an expression into tokens; null if a character fits none. */
export function tokenize(source: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let index = 0; index < source.length;) {
    const token = matchToken(source, index);
    if (token === null) return null;
    index += token.text.length;
    if (token.type !== 'blank') tokens.push({ type: token.type, text: unquoted(token.type, token.text) });
  }
  return tokens;
}

function matchToken(source: string, index: number): { type: Token['type'] | 'blank'; text: string } | null {
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = index;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { type, text };
  }
  return null;
}

/** `'it\'s'` → `it's`. */
function unquoted(type: Token['type'], text: string): string {
  if (type !== 'quoted' && type !== 'text') return text;
  return text
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code?: string, character?: string) => {
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
      return ESCAPES[character ?? ''] ?? character ?? '';
    });
}

const PATTERNS: readonly (readonly [type: Token['type'] | 'blank', pattern: RegExp])[] = [
  ['blank', /[ \t\r\n]+/y],
  ['double', /(?:\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)/y],
  ['long', /\d+/y],
  ['word', /[_$A-Za-z][_$A-Za-z0-9]*/y],
  ['quoted', /"(?:\\.|[^"\\])*"/sy],
  ['text', /'(?:\\.|[^'\\])*'/sy],
  ['symbol', /<=|>=|==|!=|&&|\|\||[-+*/%^<>!(),]/y],
];

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
