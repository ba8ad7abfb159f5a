/** A piece of an expression as it is written, and where it starts. */
export interface Token {
  readonly kind: 'number' | 'name' | 'string' | 'comment' | 'space' | 'sign';
  readonly text: string;
  readonly start: number;
}

/** Divides a CEL expression into its tokens; whatever it is, the tokens' texts joined are the expression again. */
export function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < expression.length) {
    const { kind, length } = tokenAt(expression, start);
    tokens.push({ kind, text: expression.slice(start, start + length), start });
    start += length;
  }
  return tokens;
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', /\s+/y],
  ['comment', /\/\/[^\n]*/y],
  // A string that does not end goes to the end of its line, or of the expression: the parser says what is wrong with it.
  ['string', /(?:[rRbB]|[rR][bB]|[bB][rR])?(?:"""(?:\\[^]|(?!""")[^])*(?:"""|$)|'''(?:\\[^]|(?!''')[^])*(?:'''|$))/y],
  [
    'string',
    /(?:[rRbB]|[rR][bB]|[bB][rR])?(?:"(?:\\.|[^"\\\n])*(?:"|\\?$|(?=\n))|'(?:\\.|[^'\\\n])*(?:'|\\?$|(?=\n)))/my,
  ],
  ['number', /0[xX][0-9a-fA-F]+[uU]?|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[uU]?/y],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['sign', /&&|\|\||[<>=!]=|[^]/uy],
];

function tokenAt(expression: string, start: number): { kind: Token['kind']; length: number } {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start;
    const length = pattern.exec(expression)?.[0].length ?? 0;
    if (length > 0) return { kind, length };
  }
  return { kind: 'sign', length: 1 };
}
