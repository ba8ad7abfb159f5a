// Divides an assertion into words, numbers, texts and signs, for the parser and for messages about mistakes.

/**
 * A part of an assertion as it is written: `share("a") < 2%` is `share`, `(`, `"a"`, `)`, ` `, `<` and so
 * on.
 */
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
  let start = 0;
  while (start < expression.length) {
    const token = tokenAt(expression, start);
    tokens.push(token);
    start += token.text.length;
  }
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
 * The content of a text in quotes, or what is wrong with it: `"a\"b"` is `a"b`. In a raw text, `r"^4\."`, a \
 * is a \.
 */
export function readText(token: string): { readonly content: string } | { readonly problem: string } {
  const { 2: raw, 4: escaped } = CLOSED_TEXT.exec(token) ?? [];
  if (raw !== undefined) return { content: raw };
  if (escaped === undefined) return { problem: OPEN_TEXT };
  const isUnknown = ([, code, sign = '']: RegExpExecArray): boolean =>
    code === undefined && !Object.hasOwn(ESCAPES, sign);
  if (escaped.matchAll(ESCAPE).some(isUnknown)) return { problem: UNKNOWN_ESCAPE };
  const content = escaped.replace(ESCAPE, (_, code: string | undefined, sign: string) =>
    code === undefined ? (ESCAPES[sign] ?? '') : String.fromCodePoint(parseInt(code, 16)),
  );
  return { content };
}

const OPEN_TEXT =
  'the text that begins here does not end on its line (in YAML, an assertion with " #" or ": " needs quotes around it)';
const UNKNOWN_ESCAPE = 'the text has a \\ before a character that needs none (a \\ is written \\\\)';

/** Whether all of a text is a percentage: `2%`, not `total() * 2%`. */
export function isPercentage(text: string): boolean {
  return /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i.test(text);
}
