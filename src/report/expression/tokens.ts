/** A token of an expression as it is written, and where it starts. */
export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'comment' | 'space' | 'sign' | 'end';
  readonly text: string;
  readonly start: number;
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', /\s+/y],
  ['comment', /\/\/[^\n]*/y],
  // A text without its end extends to the end of its line or of the expression. In a raw one a \ is a \.
  ['text', /[rR](?:"{3}[^]*?(?:"{3}|$)|'{3}[^]*?(?:'{3}|$))/y],
  ['text', /[rR](?:"[^"\n]*(?:"|$|(?=\n))|'[^'\n]*(?:'|$|(?=\n)))/y],
  ['text', /"{3}(?:\\[^]|(?!"{3})[^])*(?:"{3}|$)|'{3}(?:\\[^]|(?!'{3})[^])*(?:'{3}|$)/y],
  ['text', /"(?:\\.|[^"\\\n])*(?:"|\\?$|(?=\n))|'(?:\\.|[^'\\\n])*(?:'|\\?$|(?=\n))/my],
  ['number', /0[xX][0-9a-fA-F]+[uU]?|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[uU]?/y],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['sign', /&&|\|\||[<>=!]=|[^]/uy],
];

/**
 * Divides an expression into tokens; their texts joined are the expression again, even if it is not valid.
 */
export function tokenize(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < expression.length; start += tokens.at(-1)?.text.length ?? 1)
    tokens.push(tokenAt(expression, start));
  return tokens;
}

function tokenAt(expression: string, start: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start;
    const [text = ''] = pattern.exec(expression) ?? [];
    if (text !== '') return { kind, text, start };
  }
  return { kind: 'sign', text: expression.charAt(start), start };
}

/** The number that a token is; of a percentage, the digits are moved: 7 / 100 may differ from 0.07. */
export function numberOf(digits: string, isPercent: boolean): number {
  const plain = digits.replace(/u$/i, '');
  if (!isPercent) return Number(plain);
  const [mantissa = '', exponent = '0'] = plain.toLowerCase().split('e');
  return Number(`${mantissa}e${Number(exponent) - 2}`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '`': '`',
  '?': '?',
};

const CLOSED = /^(?:r("{3}|'{3}|"|')(?:(?!\1)[^])*\1|("{3}|'{3}|"|')(?:\\[^]|(?!\2)[^\\])*\2)$/i;

/**
 * The text that a token stands for: undefined if it has no end, null if it has an escape that there is
 * not.
 */
export function textOf(token: string): string | null | undefined {
  const [, raw, escaped = ''] = CLOSED.exec(token) ?? [];
  const quote = raw ?? escaped;
  if (quote === '') return undefined;
  const inside = token.slice(token.indexOf(quote) + quote.length, -quote.length);
  if (raw !== undefined) return inside;
  const isKnown = [...inside.matchAll(ESCAPE)].every(
    ({ 5: sign }) => sign === undefined || Object.hasOwn(ESCAPES, sign),
  );
  return isKnown ? inside.replace(ESCAPE, unescaped) : null;
}

const ESCAPE =
  /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|([0-3][0-7]{2})|([^]))/g;

function unescaped(_: string, ...groups: readonly (string | undefined)[]): string {
  const [byte, four, eight, octal, sign = ''] = groups;
  const hex = byte ?? four ?? eight;
  if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
  return octal === undefined ? (ESCAPES[sign] ?? '') : String.fromCodePoint(parseInt(octal, 8));
}

/** Whether a text is a percentage and nothing else: one inside an expression makes no percentage of it. */
export function isPercentage(text: string): boolean {
  return /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i.test(text);
}
