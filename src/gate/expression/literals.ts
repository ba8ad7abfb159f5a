import type { ExpressionError } from './fault.ts';

/**
 * An expression as the parser gets it: each number is a call of `LITERAL_FUNCTION`, each percentage a
 * fraction.
 */
export interface ResolvedText {
  readonly text: string;
  /** Maps a position in `text` to the position in the expression as it was written. */
  readonly written: (place: number) => number;
}

/** The function that makes a literal one of our numbers; users cannot write this name. */
export const LITERAL_FUNCTION = '_number_';

/** Rewrites an expression for the parser, or says what is wrong with it and where. */
export function resolveLiterals(expression: string): ResolvedText | ExpressionError {
  const tokens = tokenize(expression);
  const places: { readonly resolved: number; readonly written: number }[] = [];
  let text = '';
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'name' && token.text === LITERAL_FUNCTION)
      return { why: 'this name is reserved', at: token.start + 1, hint: null };
    const { replacement, why } = rewriteToken(tokens, index);
    if (why !== undefined) return { why, at: token.start + 1, hint: null };
    places.push({ resolved: text.length, written: token.start });
    text += replacement ?? token.text;
  }
  const end = text.length;
  return {
    text,
    written: (place) => (place >= end ? expression.length : writtenPlace(places, place, expression.length)),
  };
}

/** The replacement of a token; null if it stays as it is. */
function rewriteToken(tokens: readonly Token[], index: number): { replacement: string | null; why?: string } {
  const token = tokens[index];
  if (token?.text === '%' && token.kind === 'sign') return rewritePercentSign(tokens, index);
  if (token?.kind !== 'number') return { replacement: null };
  if (isListIndex(tokens, index)) return { replacement: null };
  const isPercent = tokens[index + 1]?.text === '%';
  const digits = token.text.replace(/u$/i, '');
  if (!isPercent) return { replacement: numberCall(/^0x/i.test(digits) ? String(Number(digits)) : digits) };
  if (/^0x/i.test(digits)) return { replacement: null, why: 'a percentage is written in decimal digits' };
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  // The digits are moved, not divided: 7 / 100 may differ from 0.07 in the last bit.
  return { replacement: numberCall(`${mantissa}e${Number(exponent) - 2}`) };
}

/** A sign directly after a number is dropped, since it went into the number; elsewhere it is an error. */
function rewritePercentSign(
  tokens: readonly Token[],
  index: number,
): { replacement: string | null; why?: string } {
  const before = tokens[index - 1];
  if (before?.kind === 'number') return { replacement: '' };
  const isApart = before?.kind === 'space' && tokens[index - 2]?.kind === 'number';
  const why = isApart
    ? `a percentage is written without a space: ${tokens[index - 2]?.text ?? ''}%`
    : 'a % has to come directly after a number, as in 2%, and nowhere else';
  return { replacement: null, why };
}

/** Whether a number is an index, as in `rows[0]`: CEL takes only its own integers there. */
function isListIndex(tokens: readonly Token[], index: number): boolean {
  const solid = tokens.map((token, place) => ({ token, place })).filter(({ token }) => !isBlank(token));
  const at = solid.findIndex(({ place }) => place === index);
  const [owner, open, close] = [solid[at - 2]?.token, solid[at - 1]?.token, solid[at + 1]?.token];
  if (open?.text !== '[' || close?.text !== ']' || !/^\d+$/.test(tokens[index]?.text ?? '')) return false;
  return owner?.kind === 'name' ? owner.text !== 'in' : owner?.text === ')' || owner?.text === ']';
}

function isBlank({ kind }: Token): boolean {
  return kind === 'space' || kind === 'comment';
}

function numberCall(digits: string): string {
  const whole = digits.startsWith('.') ? `0${digits}` : digits;
  return `${LITERAL_FUNCTION}(${/e/i.test(whole) ? whole : `${whole}e0`})`;
}

function writtenPlace(
  places: readonly { readonly resolved: number; readonly written: number }[],
  place: number,
  end: number,
): number {
  const last = places.findLast(({ resolved }) => resolved <= place);
  if (last === undefined) return 0;
  const next = places.find(({ resolved }) => resolved > last.resolved);
  return Math.min(last.written + (place - last.resolved), next?.written ?? end, end);
}

/** A token of an expression as it is written, and where it starts. */
interface Token {
  readonly kind: 'number' | 'name' | 'string' | 'comment' | 'space' | 'sign';
  readonly text: string;
  readonly start: number;
}

/**
 * Divides a CEL expression into tokens; their texts joined are the expression again, even if it is not valid.
 */
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

/**
 * The text of a part of an expression, with the parentheses at its ends, which are not in the parser's
 * positions.
 */
export function partText(text: string, start: number, end: number): string {
  let [depth, least] = [0, 0];
  for (const { text: token } of tokenize(text.slice(start, end))) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    least = Math.min(least, depth);
  }
  let [from, until] = [start, end];
  for (let missing = -least; missing > 0; missing -= 1) from = text.lastIndexOf('(', from - 1);
  for (let missing = depth - least; missing > 0; missing -= 1) until = text.indexOf(')', until) + 1;
  return text.slice(from, until).trim();
}

/** A part of an expression as it is written; its positions are those of the resolved text. */
export function writtenPart(
  { written, resolved }: { readonly written: string; readonly resolved: ResolvedText },
  { start, end }: { readonly start: number; readonly end: number },
): string {
  return partText(written, resolved.written(start), resolved.written(end));
}

/** Whether a text is a percentage and nothing else: one inside an expression makes no percentage of it. */
export function isPercentage(text: string): boolean {
  return /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i.test(text);
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', /\s+/y],
  ['comment', /\/\/[^\n]*/y],
  // An unterminated string extends to the end of its line or of the expression; the parser reports it.
  [
    'string',
    /(?:[rRbB]|[rR][bB]|[bB][rR])?(?:"""(?:\\[^]|(?!""")[^])*(?:"""|$)|'''(?:\\[^]|(?!''')[^])*(?:'''|$))/y,
  ],
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
