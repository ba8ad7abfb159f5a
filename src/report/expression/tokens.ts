// Divides an assertion into words, numbers, texts and signs, for the parser and for messages about mistakes.

/** A word, number, text or sign of an assertion, as it is written; `share("a") < 2%` has seven. */
export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'comment' | 'space' | 'sign' | 'end';
  readonly text: string;
  readonly start: number;
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', /\s+/y],
  ['comment', /\/\/[^\n]*/y],
  // A text without its end extends to the end of its line or of the expression. In a raw one a \ is a \.
  ['text', /[rR](?:"[^"\n]*(?:"|$|(?=\n))|'[^'\n]*(?:'|$|(?=\n)))/y],
  ['text', /"(?:\\.|[^"\\\n])*(?:"|\\?$|(?=\n))|'(?:\\.|[^'\\\n])*(?:'|\\?$|(?=\n))/my],
  ['number', /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['sign', /&&|\|\||[<>=!]=|[^]/uy],
];

/**
 * Divides an assertion into tokens, for the parser and for messages about errors. It takes any text: the
 * tokens joined are the text again.
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

/** The value of a number; a percentage moves its digits, because 7 / 100 may differ from 0.07. */
export function numberOf(digits: string, isPercent: boolean): number {
  if (!isPercent) return Number(digits);
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  return Number(`${mantissa}e${Number(exponent) - 2}`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([^]))/g;
const CLOSED_TEXT = /^(?:[rR](["'])([^]*)\1|(["'])((?:\\[^]|[^\\])*)\3)$/;

/**
 * The content of a text in quotes: `"a\"b"` is `a"b`, and in a raw text, `r"^4\."`, a \ is a \. Undefined if
 * the text has no closing quote, null if it has an escape that does not exist.
 */
export function textOf(token: string): string | null | undefined {
  const { 2: raw, 4: escaped } = CLOSED_TEXT.exec(token) ?? [];
  if (escaped === undefined) return raw;
  const escapes = [...escaped.matchAll(ESCAPE)];
  if (escapes.some(([, code, sign = '']) => code === undefined && !Object.hasOwn(ESCAPES, sign))) return null;
  return escaped.replace(ESCAPE, (_, code: string | undefined, sign: string) =>
    code === undefined ? (ESCAPES[sign] ?? '') : String.fromCodePoint(parseInt(code, 16)),
  );
}

/** Whether all of a text is a percentage: `2%`, not `total() * 2%`. */
export function isPercentage(text: string): boolean {
  return /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i.test(text);
}
